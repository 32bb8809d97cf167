//! Prints the binding of every name in a Java source tree as CSV, and the cost of resolving: a developer command.
//!
//! ```text
//! cargo run --release -p quarrel-extractor --example bindings -- FOLDER [--csv] > view.csv
//!
//! file,line,column,kind,owner,name,parameters,static,receiver_type
//! ```
//!
//! Standard error has the share of bound calls, the reasons for the others, and the times of the phases.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a developer command")]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use quarrel_extractor::ast::{self, ExprId, ExprKind, StmtId, StmtKind};
use quarrel_extractor::model::declare::{SourceFile, declare};
use quarrel_extractor::model::{CallableId, FileId, Model, Modifiers};
use quarrel_extractor::parse::Parser;
use quarrel_extractor::resolve::{Binding, FileBindings, Reason, resolve_file, resolve_headers};
use quarrel_extractor::source;
use rayon::prelude::*;

struct View<'a> {
    model: &'a Model,
    ast: &'a ast::File,
    path: &'a str,
    bindings: &'a FileBindings,
    text: String,
}

impl View<'_> {
    fn row(&mut self, start: u32, kind: &str, member: [&str; 3], is_static: bool, receiver: &str) {
        let (line, column) = self.ast.lines.position(start);
        let [owner, name, parameters] = member;
        let is_static = u8::from(is_static);
        let path = self.path;
        let _ = writeln!(
            self.text,
            "{path},{line},{column},{kind},{owner},{name},{parameters},{is_static},{receiver}"
        );
    }

    fn callable(&mut self, start: u32, kind: &str, name: &str, callable: Option<CallableId>, receiver: &str) {
        let Some(id) = callable else {
            self.row(start, "unresolved", ["", name, ""], false, receiver);
            return;
        };
        let model = self.model;
        let callable = model.callable(id);
        let owner = model.qualified_name(callable.class);
        let parameters: Vec<String> =
            callable.param_ids().map(|param| model.erased_name(model.param(param).ty.get())).collect();
        self.row(start, kind, [&owner, name, &parameters.join(";")], callable.is_static(), receiver);
    }

    fn expr(&mut self, id: ExprId) {
        let expr = self.ast[id];
        let binding = self.bindings.bindings[id.index()];
        let callable = match binding {
            Binding::Callable(callable) => Some(callable),
            _ => None,
        };
        match expr.kind {
            ExprKind::Call { qualifier, name, .. } => {
                let receiver = qualifier
                    .map(|qualifier| self.model.erased_name(self.bindings.expr_types[qualifier.index()]));
                let receiver = receiver.unwrap_or_default();
                self.callable(expr.span.start, "call", name.as_str(), callable, &receiver);
            }
            ExprKind::New(new) => {
                let unbound_interface = callable.is_none() && self.ast[new].body.is_some();
                if !unbound_interface {
                    self.callable(expr.span.start, "new", "<init>", callable, "");
                }
            }
            ExprKind::MethodRef { name, .. } => {
                let name = if name.as_str() == "new" { "<init>" } else { name.as_str() };
                self.callable(expr.span.start, "methodref", name, callable, "");
            }
            ExprKind::Name(name) | ExprKind::Select { name, .. } => match binding {
                Binding::Field(field) => {
                    let field = self.model.field(field);
                    let owner = self.model.qualified_name(field.class);
                    let is_static = field.modifiers.has(Modifiers::STATIC);
                    self.row(expr.span.start, "field", [&owner, name.as_str(), ""], is_static, "");
                }
                Binding::Param(_) => {
                    self.row(expr.span.start, "parameter", ["", name.as_str(), ""], false, "");
                }
                Binding::Local(var) => {
                    let is_param = self.ast.vars[var as usize].kind == ast::VarKind::LambdaParam;
                    let kind = if is_param { "parameter" } else { "local" };
                    self.row(expr.span.start, kind, ["", name.as_str(), ""], false, "");
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn stmt(&mut self, id: StmtId) {
        let stmt = self.ast[id];
        let kind = match stmt.kind {
            StmtKind::SuperCall { .. } => "super",
            StmtKind::ThisCall { .. } => "this",
            _ => return,
        };
        let calls = &self.bindings.constructor_calls;
        let found = calls.binary_search_by_key(&(id.index() as u32), |(stmt, _)| *stmt);
        let callable = found.ok().map(|place| calls[place].1);
        self.callable(stmt.span.start, kind, kind, callable, "");
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let folder = arguments.get(1).ok_or("usage: bindings FOLDER [--csv]")?;
    let csv = arguments.iter().any(|argument| argument == "--csv");
    rayon::ThreadPoolBuilder::new()
        .stack_size(quarrel_common::deep::STACK)
        .build()?
        .install(|| run(Path::new(folder), csv));
    Ok(())
}

fn run(folder: &Path, csv: bool) {
    let start = Instant::now();
    let sources = source::find(folder);
    let files: Vec<ast::File> = sources
        .files
        .par_iter()
        .map_init(Parser::new, |parser, file| match source::read(&file.path) {
            Ok(text) => parser.parse(&text.text),
            Err(_) => ast::File::default(),
        })
        .collect();
    let parsed = Instant::now();
    let units: Vec<SourceFile<'_>> = sources
        .files
        .iter()
        .zip(&files)
        .map(|(source, ast)| SourceFile { path: &source.name, ast })
        .collect();
    let model = declare(&units);
    let declared = Instant::now();
    let imports = resolve_headers(&model, &units);
    let headers = Instant::now();
    let views: Vec<(FileBindings, String)> = (0..units.len())
        .into_par_iter()
        .map(|index| {
            let ast = units[index].ast;
            let bindings = resolve_file(&model, FileId(index as u32), ast, &imports[index]);
            if !csv {
                return (bindings, String::new());
            }
            let mut view = View {
                model: &model,
                ast,
                path: units[index].path,
                bindings: &bindings,
                text: String::new(),
            };
            for id in 0..ast.exprs.len() {
                view.expr(ExprId::from_index(id));
            }
            for id in 0..ast.stmts.len() {
                view.stmt(StmtId::from_index(id));
            }
            let text = view.text;
            (bindings, text)
        })
        .collect();
    let bodies = Instant::now();
    if csv {
        println!("file,line,column,kind,owner,name,parameters,static,receiver_type");
        for (_, text) in &views {
            print!("{text}");
        }
    }
    let mut reasons: BTreeMap<Reason, (usize, BTreeMap<String, usize>)> = BTreeMap::new();
    let (mut calls, mut bound, mut unknown, mut exprs) = (0usize, 0usize, 0usize, 0usize);
    for (index, (bindings, _)) in views.iter().enumerate() {
        for (id, expr) in files[index].exprs.iter().enumerate() {
            exprs += 1;
            if !bindings.expr_types[id].is_known() {
                unknown += 1;
            }
            let is_call =
                matches!(expr.kind, ExprKind::Call { .. } | ExprKind::New(_) | ExprKind::MethodRef { .. });
            calls += usize::from(is_call);
            bound += usize::from(is_call && matches!(bindings.bindings[id], Binding::Callable(_)));
        }
        for call in &bindings.unresolved {
            let entry = reasons.entry(call.reason).or_default();
            entry.0 += 1;
            *entry.1.entry(format!("{}/{}", call.name, call.argc)).or_default() += 1;
        }
    }
    eprintln!("{} files, {exprs} expressions, {unknown} of unknown type", files.len());
    eprintln!("{calls} calls, creations and references, {bound} bound");
    for (reason, (count, names)) in &reasons {
        let mut names: Vec<_> = names.iter().collect();
        names.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), name.as_str()));
        let top: Vec<String> = names.iter().take(8).map(|(name, count)| format!("{name} {count}")).collect();
        eprintln!("  {reason:?}: {count} ({})", top.join(", "));
    }
    eprintln!(
        "parse {:?}, declare {:?}, headers {:?}, bodies {:?}; {:?} declared; {} types",
        parsed - start,
        declared - parsed,
        headers - declared,
        bodies - headers,
        model.counts(),
        model.types.len()
    );
}
