//! Tests the bindings of names and calls on data.
//!
//! Each `tests/resolve/*.java` may hold several files, each begun by a line `// FILE path`. A line that ends with
//! `//: name -> expectation; name -> expectation` says what the expressions of that name on the line are: a
//! method as `Owner.method(erased,types)`, a field as `Owner.field`, `local: type`, `param: type`, or `type: T`
//! for the type of the expression, or `no callable` for a call that is left open. A line `// RELEASE 21` says of which
//! release the sources are.

use std::fmt::Write;
use std::path::Path;

use quarrel_extractor::ast::{self, ExprId, ExprKind};
use quarrel_extractor::model::declare::{SourceFile, declare};
use quarrel_extractor::model::{FileId, Model};
use quarrel_extractor::parse::Parser;
use quarrel_extractor::resolve::{Binding, FileBindings, resolve_file, resolve_headers};

/// The files of a case: path and text.
fn split(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if let Some(path) = line.strip_prefix("// FILE ") {
            files.push((path.trim().to_owned(), String::new()));
        } else if let Some((_, text)) = files.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    files.sort();
    files
}

fn name_of(ast: &ast::File, id: ExprId) -> Option<String> {
    Some(match ast[id].kind {
        ExprKind::Name(name)
        | ExprKind::Select { name, .. }
        | ExprKind::Call { name, .. }
        | ExprKind::MethodRef { name, .. } => name.to_string(),
        ExprKind::New(_) => "new".to_owned(),
        ExprKind::VarDecl(var) => ast[var].name.to_string(),
        ExprKind::Conditional { .. } => "?:".to_owned(),
        _ => return None,
    })
}

fn describe(model: &Model, bindings: &FileBindings, id: ExprId) -> Vec<String> {
    let ty = model.type_text(bindings.expr_types[id.index()]);
    let mut found = vec![format!("type: {ty}")];
    if !matches!(bindings.bindings[id.index()], Binding::Callable(_)) {
        found.push("no callable".to_owned());
    }
    found.extend(match bindings.bindings[id.index()] {
        Binding::None => None,
        Binding::Local(_) => Some(format!("local: {ty}")),
        Binding::Param(_) => Some(format!("param: {ty}")),
        Binding::Field(field) => {
            let field = model.field(field);
            Some(format!("{}.{}", model.qualified_name(field.class), field.name))
        }
        Binding::ArrayLength => Some("length".to_owned()),
        Binding::Type => Some(format!("names {}", model.erased_name(bindings.expr_types[id.index()]))),
        Binding::Package(package) => Some(format!("package {}", model.package_name(package))),
        Binding::Callable(callable) => {
            let owner = model.qualified_name(model.callable(callable).class);
            Some(format!("{owner}.{}", model.signature(callable)))
        }
    });
    found
}

fn check(text: &str, failures: &mut String) -> usize {
    let files = split(text);
    let mut parser = Parser::new();
    let trees: Vec<ast::File> = files.iter().map(|(_, text)| parser.parse(text)).collect();
    let units: Vec<SourceFile<'_>> =
        files.iter().zip(&trees).map(|((path, _), ast)| SourceFile { path, ast }).collect();
    let mut model = declare(&units);
    model.release = text.lines().find_map(|line| line.strip_prefix("// RELEASE ")?.trim().parse().ok());
    let imports = resolve_headers(&model, &units);
    let mut checked = 0;
    for (index, (path, text)) in files.iter().enumerate() {
        let ast = &trees[index];
        let bindings = resolve_file(&model, FileId(index as u32), ast, &imports[index]);
        for (line, source) in text.lines().enumerate() {
            let Some((_, wanted)) = source.split_once("//: ") else { continue };
            for expectation in wanted.split("; ") {
                checked += 1;
                let Some((name, wanted)) = expectation.split_once(" -> ") else {
                    let _ = writeln!(failures, "{path}:{}: no expectation: {expectation}", line + 1);
                    continue;
                };
                let on_line = (0..ast.exprs.len()).map(ExprId::from_index).filter(|&id| {
                    ast.lines.position(ast[id].span.start).0 as usize <= line + 1
                        && ast.lines.position(ast[id].span.end).0 as usize == line + 1
                        && name_of(ast, id).as_deref() == Some(name)
                });
                let found: Vec<String> = on_line.flat_map(|id| describe(&model, &bindings, id)).collect();
                if !found.iter().any(|found| found == wanted) {
                    let _ = writeln!(failures, "{path}:{}: {name} is {found:?}, not {wanted}", line + 1);
                }
            }
        }
    }
    checked
}

#[test]
fn names_and_calls_are_bound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/resolve");
    let mut cases: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.sort();
    let mut failures = String::new();
    let mut checked = 0;
    for case in cases {
        checked += check(&std::fs::read_to_string(&case).unwrap(), &mut failures);
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(checked > 50, "only {checked} expectations");
}
