//! Programs that are large in one dimension. Each must get a result or a diagnostic in about linear time.

use quarrel_base::{Code, catalog::Catalog, diag};
use quarrel_driver::in_pool;
use quarrel_engine::{CompileError, CompileOptions, Evaluator, Options, Place, Roots, Session, run};
use quarrel_eval::MemDb;
use std::fmt::Write;

/// A family of programs, one for each size.
pub struct Shape {
    /// The dimension that is large.
    pub name: &'static str,
    /// The size that must work.
    pub size: usize,
    /// The files of the program of a size, the query first.
    pub make: fn(usize) -> Vec<(String, String)>,
    /// The expected outcome.
    pub expect: Expect,
}

/// An expected outcome.
#[derive(Clone, Copy, Debug)]
pub enum Expect {
    /// That many rows.
    Rows(fn(usize) -> usize),
    /// One row, this value.
    Value(fn(usize) -> String),
    /// An error with this code.
    Error(Code),
}

use Expect::{Error, Rows, Value};

fn query(text: String) -> Vec<(String, String)> {
    vec![("Test.ql".to_owned(), text)]
}

fn nested(open: &str, inside: &str, close: &str, n: usize) -> String {
    format!("{}{inside}{}", open.repeat(n), close.repeat(n))
}

fn joined(n: usize, between: &str, item: impl Fn(usize) -> String) -> String {
    (0..n).map(item).collect::<Vec<_>>().join(between)
}

/// All shapes.
pub const SHAPES: &[Shape] = &[
    Shape {
        name: "alternatives",
        size: 10_000,
        make: |n| {
            query(format!("from int i where {} select i", joined(n, "\n  or ", |at| format!("i = {at}"))))
        },
        expect: Rows(|n| n),
    },
    Shape {
        name: "alternatives of calls",
        size: 10_000,
        make: |n| {
            let calls = joined(n, "\n  or ", |at| format!("(i = p({at}) and i > {at})"));
            query(format!(
                "bindingset[i] int p(int i) {{ result = i + 1 or result = i - 1 }}\nfrom int i where {calls} select i"
            ))
        },
        expect: Rows(|n| n),
    },
    Shape {
        name: "conditions",
        size: 10_000,
        make: |n| {
            query(format!(
                "from int i where i = 1 and\n{} select i",
                joined(n, " and\n", |at| format!("i != -{at}"))
            ))
        },
        expect: Rows(|_| 1),
    },
    Shape {
        name: "conditions that bind each other",
        size: 2_000,
        make: |n| {
            let vars = joined(n + 1, ", ", |at| format!("int x{at}"));
            let links = joined(n, " and\n", |at| format!("x{} = x{at} + 1", at + 1));
            query(format!("select any(int r | exists({vars} | {links} and x0 = 0 and r = x{n}))"))
        },
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "conditions that bind each other, backwards",
        size: 1_000,
        make: |n| {
            let vars = joined(n + 1, ", ", |at| format!("int x{at}"));
            let links = joined(n, " and\n", |at| format!("x{} = x{} + 1", n - at, n - at - 1));
            query(format!("select any(int r | exists({vars} | {links} and x0 = 0 and r = x{n}))"))
        },
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "equations",
        size: 2_000,
        make: |n| {
            let vars = joined(n + 1, ", ", |at| format!("int x{at}"));
            let links = joined(n, " and\n", |at| format!("x{} = x{at}", at + 1));
            query(format!("select any(int r | exists({vars} | {links} and x0 = 7 and r = x{n}))"))
        },
        expect: Value(|_| "7".to_owned()),
    },
    Shape {
        name: "terms of a sum",
        size: 5_000,
        make: |n| query(format!("select {}", joined(n, " + ", |_| "1".to_owned()))),
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "elements of a set",
        size: 50_000,
        make: |n| query(format!("select count([{}])", joined(n, ", ", |at| at.to_string()))),
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "parentheses",
        size: 400,
        make: |n| query(format!("select {}", nested("(", "1", ")", n))),
        expect: Value(|_| "1".to_owned()),
    },
    Shape {
        name: "negations",
        size: 200,
        make: |n| {
            query(format!(
                "from int i where i = 1 and {} select i",
                nested("not (", "i = 2", ")", n + n % 2 + 1)
            ))
        },
        expect: Rows(|_| 1),
    },
    Shape {
        name: "quantifiers in each other",
        size: 200,
        make: |n| {
            let open = (0..n).fold(String::new(), |mut text, at| {
                let _ = write!(text, "exists(int x{at} | x{at} = i + {at} and ");
                text
            });
            query(format!("from int i where i = 1 and {open} i = 1 {} select i", ")".repeat(n)))
        },
        expect: Rows(|_| 1),
    },
    Shape {
        name: "universal quantifiers in each other",
        size: 100,
        make: |n| {
            let open = (0..n).fold(String::new(), |mut text, at| {
                let _ = write!(text, "forall(int x{at} | x{at} = i | ");
                text
            });
            query(format!("from int i where i = 1 and {open} i = 1 {} select i", ")".repeat(n)))
        },
        expect: Rows(|_| 1),
    },
    Shape {
        name: "choices after each other",
        size: 300,
        make: |n| {
            let choices = joined(n, " ", |at| format!("if i = {} then i = {} else", at + 2, at + 2));
            query(format!("from int i where i = 1 and {choices} i = 1 select i"))
        },
        expect: Rows(|_| 1),
    },
    Shape {
        name: "sets in each other",
        size: 400,
        make: |n| query(format!("select {}", nested("[", "1", "]", n))),
        expect: Value(|_| "1".to_owned()),
    },
    Shape {
        name: "aggregates in each other",
        size: 100,
        make: |n| query(format!("select {}", nested("max(int x | x = ", "1", ")", n))),
        expect: Error(Code::ShadowedVariable),
    },
    Shape {
        name: "calls in each other",
        size: 400,
        make: |n| {
            query(format!(
                "bindingset[i] int p(int i) {{ result = i + 1 }}\nselect {}",
                nested("p(", "0", ")", n)
            ))
        },
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "member calls after each other",
        size: 400,
        make: |n| query(format!("select \"a\"{}", ".trim()".repeat(n))),
        expect: Value(|_| "a".to_owned()),
    },
    Shape {
        name: "too many parentheses",
        size: 100_000,
        make: |n| query(format!("select {}", nested("(", "1", ")", n))),
        expect: Error(Code::NestingTooDeep),
    },
    Shape {
        name: "too many negations",
        size: 100_000,
        make: |n| query(format!("from int i where i = 1 and {} i = 2 select i", "not ".repeat(n))),
        expect: Error(Code::NestingTooDeep),
    },
    Shape {
        name: "modules in each other",
        size: 200,
        make: |n| {
            let open = (0..n).fold(String::new(), |mut text, at| {
                let _ = write!(text, "module M{at} {{ ");
                text
            });
            let path = joined(n, "::", |at| format!("M{at}"));
            query(format!("{open} int p() {{ result = 1 }} {}\nselect {path}::p()", "}".repeat(n)))
        },
        expect: Value(|_| "1".to_owned()),
    },
    Shape {
        name: "too many modules in each other",
        size: 20_000,
        make: |n| query(format!("{} {}\nselect 1", "module M { ".repeat(n), "}".repeat(n))),
        expect: Error(Code::NestingTooDeep),
    },
    Shape {
        name: "predicates one after the other",
        size: 20_000,
        make: |n| {
            let rest = joined(n - 1, "\n", |at| format!("int p{}() {{ result = p{at}() + 1 }}", at + 1));
            query(format!("int p0() {{ result = 0 }}\n{rest}\nselect p{}()", n - 1))
        },
        expect: Value(|n| (n - 1).to_string()),
    },
    Shape {
        name: "mutually recursive predicates",
        size: 2_000,
        make: |n| {
            let rest = joined(n, "\n", |at| {
                let before = (at + n - 1) % n;
                format!("predicate p{at}(int i) {{ i = {} or p{before}(i) and i < {n} }}", at % 3)
            });
            query(format!("{rest}\nfrom int i where p0(i) select i"))
        },
        expect: Rows(|_| 3),
    },
    Shape {
        name: "parameters",
        size: 200,
        make: |n| {
            let params = joined(n, ", ", |at| format!("int x{at}"));
            let body = joined(n, " and ", |at| format!("x{at} = {at}"));
            let args = joined(n - 1, ", ", |_| "_".to_owned());
            query(format!("predicate p({params}) {{ {body} }}\nfrom int i where p({args}, i) select i"))
        },
        expect: Value(|n| (n - 1).to_string()),
    },
    Shape {
        name: "classes one below the other",
        size: 5_000,
        make: |n| {
            let rest = joined(n - 1, "\n", |at| {
                format!("class C{} extends C{at} {{ C{0}() {{ this > 0 }} }}", at + 1)
            });
            query(format!(
                "class C0 extends int {{ C0() {{ this = [1 .. 2] }} int get() {{ result = this }} }}\n{rest}\n\
                 from C{} c select c.get()",
                n - 1
            ))
        },
        expect: Rows(|_| 2),
    },
    Shape {
        name: "overrides one below the other",
        size: 500,
        make: |n| {
            let rest = joined(n - 1, "\n", |at| {
                let own = at + 1;
                format!(
                    "class C{own} extends C{at} {{ C{own}() {{ this >= {own} }} override int get() {{ result = {own} }} }}"
                )
            });
            query(format!(
                "class C0 extends int {{ C0() {{ this = [0 .. {n}] }} int get() {{ result = 0 }} }}\n{rest}\n\
                 from C0 c where c = {n} select c.get()",
            ))
        },
        expect: Value(|n| (n - 1).to_string()),
    },
    Shape {
        name: "classes below one",
        size: 5_000,
        make: |n| {
            let rest = joined(n, "\n", |at| {
                format!(
                    "class D{at} extends Base {{ D{at}() {{ this = {at} }} override int get() {{ result = {at} }} }}"
                )
            });
            query(format!(
                "class Base extends int {{ Base() {{ this = [0 .. {n}] }} int get() {{ result = -1 }} }}\n{rest}\n\
                 from Base b where b.get() > {} select b.get()",
                n / 2
            ))
        },
        expect: Rows(|n| n - 1 - n / 2),
    },
    Shape {
        name: "bases of one class",
        size: 1_000,
        make: |n| {
            let rest =
                joined(n, "\n", |at| format!("class D{at} extends Base {{ D{at}() {{ this > -{at} }} }}"));
            let bases = joined(n, ", ", |at| format!("D{at}"));
            query(format!(
                "class Base extends int {{ Base() {{ this = [1 .. 9] }} int get() {{ result = this }} }}\n{rest}\n\
                 class All extends {bases} {{ }}\nfrom All all select all.get()"
            ))
        },
        expect: Rows(|_| 9),
    },
    Shape {
        name: "branches of a type",
        size: 2_000,
        make: |n| {
            let branches = joined(n, " or ", |at| format!("B{at}(int i) {{ i = {at} }}"));
            query(format!(
                "newtype T = {branches}\nclass C extends T {{ int get() {{ {} }} string toString() {{ result = \"c\" }} }}\n\
                 from C c select c.get()",
                joined(n, " or ", |at| format!("this = B{at}(result)"))
            ))
        },
        expect: Rows(|n| n),
    },
    Shape {
        name: "files that import each other in a ring",
        size: 500,
        make: |n| {
            let mut files = query(format!("import F0\nselect p{}()", n - 1));
            for at in 0..n {
                let text = format!("import F{}\nimport F{at}\nint p{at}() {{ result = {at} }}", (at + 1) % n);
                files.push((format!("F{at}.qll"), text));
            }
            files
        },
        expect: Value(|n| (n - 1).to_string()),
    },
    Shape {
        name: "files that all import each other",
        size: 60,
        make: |n| {
            let mut files = query(format!("import F0\nselect p{}()", n - 1));
            for at in 0..n {
                let imports = joined(n, "\n", |other| format!("import F{other}"));
                files.push((format!("F{at}.qll"), format!("{imports}\nint p{at}() {{ result = {at} }}")));
            }
            files
        },
        expect: Value(|n| (n - 1).to_string()),
    },
    Shape {
        name: "instances of one module",
        size: 1_000,
        make: |n| {
            let instances = joined(n, "\n", |at| {
                format!(
                    "module I{at} implements S {{ int get() {{ result = {at} }} }} module A{at} = M<I{at}>;"
                )
            });
            let sum = joined(n, " or ", |at| format!("i = A{at}::twice()"));
            query(format!(
                "signature module S {{ int get(); }}\nmodule M<S X> {{ int twice() {{ result = X::get() * 2 }} }}\n\
                 {instances}\nfrom int i where {sum} select i"
            ))
        },
        expect: Rows(|n| n),
    },
    Shape {
        name: "instances on top of each other",
        size: 24,
        make: |n| {
            let stages = joined(n, "\n", |at| format!("module A{} = M<A{at}>;", at + 1));
            query(format!(
                "signature module S {{ int get(); }}\nmodule M<S X> implements S {{ int get() {{ result = X::get() + 1 }} }}\n\
                 module A0 implements S {{ int get() {{ result = 0 }} }}\n{stages}\nselect A{n}::get()"
            ))
        },
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "instances that expand forever",
        size: 1,
        make: |_| {
            query(
                "signature module S { int get(); }\nmodule M<S X> implements S { int get() { result = M<M<X>>::get() } }\n\
                 module A implements S { int get() { result = 0 } }\nselect M<A>::get()"
                    .to_owned(),
            )
        },
        expect: Error(Code::EndlessInstantiation),
    },
    Shape {
        name: "types that expand forever",
        size: 1,
        make: |_| {
            query(
                "signature class T;\nmodule M<T X> { class Y extends X { Y() { any() } } module Next = M<Y>; \
                 predicate p(X x) { Next::p(x) } }\nclass A extends int { A() { this = 1 } }\n\
                 from A a where M<A>::p(a) select a"
                    .to_owned(),
            )
        },
        expect: Error(Code::EndlessInstantiation),
    },
    Shape {
        name: "instances that need each other",
        size: 1,
        make: |_| {
            query(
                "signature module S { int get(); }\n\
                 module M<S X> { predicate p(int i) { i = X::get() or N<X>::q(i - 1) and i < 5 } }\n\
                 module N<S X> { predicate q(int i) { M<X>::p(i) and i < 5 } }\n\
                 module A implements S { int get() { result = 0 } }\nfrom int i where M<A>::p(i) select i"
                    .to_owned(),
            )
        },
        expect: Rows(|_| 5),
    },
    Shape {
        name: "characters of a string",
        size: 1_000_000,
        make: |n| query(format!("select \"{}\".length()", "x".repeat(n))),
        expect: Value(|n| n.to_string()),
    },
    Shape {
        name: "characters of a name",
        size: 100_000,
        make: |n| query(format!("int {0}() {{ result = 1 }}\nselect {0}()", "x".repeat(n))),
        expect: Value(|_| "1".to_owned()),
    },
    Shape {
        name: "mistakes",
        size: 2_000,
        make: |n| {
            query(format!(
                "{}\nselect 1",
                joined(n, "\n", |at| format!("query int p{at}() {{ result = nothing{at}() }}"))
            ))
        },
        expect: Error(Code::UnresolvedPredicate),
    },
];

impl Shape {
    /// Compiles and runs the program of that size and compares the outcome.
    ///
    /// # Errors
    /// The other outcome.
    pub fn check(&self, size: usize) -> Result<(), String> {
        let files = (self.make)(size).into_iter().map(|(name, text)| {
            // Leaked: the process ends with the tests.
            (format!("test/{name}"), &*Box::leak(text.into_boxed_str()))
        });
        let mut session =
            Session::new(Catalog::default(), Roots::new(files, Vec::new())).map_err(|e| e.to_string())?;
        let entry = session.load(&Place::Bundled("test/Test.ql".to_owned())).map_err(|e| e.to_string())?;
        let compiled = match session.compile(&[entry], &CompileOptions::default()) {
            Ok(compiled) => compiled,
            Err(CompileError::Mistakes(diagnostics)) => {
                let text =
                    || diag::render(&diagnostics[..diagnostics.len().min(5)], session.sources(), false);
                return match self.expect {
                    Error(code) if diagnostics.iter().any(|it| it.is_error() && it.code == code) => Ok(()),
                    _ => Err(text().chars().take(3_000).collect()),
                };
            }
            Err(CompileError::Pack(error)) => return Err(error.to_string()),
            Err(CompileError::Internal(error)) => return Err(format!("bug: {error}")),
            Err(CompileError::Stopped(stop)) => return Err(stop.to_string()),
        };
        let db = MemDb::new(Catalog::default());
        // The stack size of commands: pipelines are as deep as rules are long.
        let sets = in_pool(None, || Ok(run(&compiled, &db, &Options::default(), Evaluator::Fast)))
            .map_err(|failure| failure.to_string())?
            .map_err(|error| error.to_string())?;
        let rows: Vec<String> =
            sets.first().into_iter().flat_map(|set| &set.rows).map(|row| row[0].text()).collect();
        match self.expect {
            Rows(count) if rows.len() == count(size) => Ok(()),
            Value(value) if rows == [value(size)] => Ok(()),
            _ => Err(format!("{} rows: {:?}", rows.len(), &rows[..rows.len().min(5)])),
        }
    }
}
