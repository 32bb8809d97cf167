//! Parses and lowers every Java file below a folder and prints counts and times: `lower DIR [THREADS] [--parse-only]`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use quarrel_extractor::{ast, parse, source};
use rayon::prelude::*;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let Some(root) = args.get(1) else { return println!("lower DIR [THREADS] [--parse-only]") };
    let threads = args.get(2).and_then(|n| n.parse().ok()).unwrap_or(2);
    let bare = args.iter().any(|arg| arg == "--parse-only");
    let set = source::find(root.as_ref());
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(quarrel_common::deep::STACK)
        .build()
        .expect("a pool");
    let start = Instant::now();
    if bare {
        let nodes: usize = pool.install(|| {
            set.files
                .par_iter()
                .map_init(
                    || {
                        let mut parser = tree_sitter::Parser::new();
                        parser.set_language(&quarrel_java_grammar::LANGUAGE.into()).expect("the grammar");
                        parser
                    },
                    |parser, file| {
                        let text = source::read(&file.path).map(|text| text.text).unwrap_or_default();
                        parser.parse(&text, None).map_or(0, |tree| tree.root_node().descendant_count())
                    },
                )
                .sum()
        });
        return println!("{} files, {nodes} nodes, {:.3} s", set.files.len(), start.elapsed().as_secs_f64());
    }
    let trees: Vec<ast::File> = pool.install(|| {
        set.files
            .par_iter()
            .map_init(parse::Parser::new, |parser, file| match source::read(&file.path) {
                Ok(text) => parser.parse(&text.text),
                Err(_) => ast::File::default(),
            })
            .collect()
    });
    let seconds = start.elapsed().as_secs_f64();
    let sum = |count: fn(&ast::File) -> usize| trees.iter().map(count).sum::<usize>();
    println!(
        "{} files, {} exprs, {} stmts, {} types, {} vars, {} callables, {} classes, {} comments, {} lines: {seconds:.3} s",
        trees.len(),
        sum(|f| f.exprs.len()),
        sum(|f| f.stmts.len()),
        sum(|f| f.types.len()),
        sum(|f| f.vars.len()),
        sum(|f| f.callables.len()),
        sum(|f| f.type_decls.len()),
        sum(|f| f.comments.len()),
        sum(|f| f.lines.len()),
    );
    let errors = |f: &ast::File| {
        f.exprs.iter().filter(|e| matches!(e.kind, ast::ExprKind::Error { .. })).count()
            + f.stmts.iter().filter(|s| matches!(s.kind, ast::StmtKind::Error { .. })).count()
            + f.types.iter().filter(|t| matches!(t.kind, ast::TypeNodeKind::Error)).count()
    };
    for (tree, file) in trees.iter().zip(&set.files) {
        let errors = errors(tree);
        if errors > 0 {
            println!("{}: {errors} error nodes", file.name);
        }
        for diagnostic in &tree.diagnostics {
            let (line, column) = tree.lines.position(diagnostic.span.start);
            println!("{}:{line}:{column}: {}", file.name, diagnostic.message);
        }
    }
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or(""));
}
