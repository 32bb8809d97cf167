//! Compares lowered trees with expectations as text; and checks properties of any input.

use std::fmt::Write;
use std::path::Path;

use crate::ast::{
    self, CaseBody, ExprId, ExprKind, File, LambdaBody, StmtId, StmtKind, TypeNodeId, TypeNodeKind,
};
use crate::parse::Parser;

fn on_big_stack<R: Send + 'static>(run: impl FnOnce() -> R + Send + 'static) -> R {
    quarrel_common::deep::thread("test").spawn(run).unwrap().join().unwrap()
}

/// Prints trees as fully bracketed, one-line terms.
struct Show<'a>(&'a File);

impl Show<'_> {
    fn exprs(&self, list: ast::List<ExprId>) -> String {
        self.0.list(list).map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }
    fn stmts(&self, list: ast::List<StmtId>) -> String {
        self.0.list(list).map(|s| self.stmt(s)).collect::<Vec<_>>().join(" ")
    }
    fn types(&self, list: ast::List<TypeNodeId>) -> String {
        self.0.list(list).map(|t| self.ty(t)).collect::<Vec<_>>().join(", ")
    }
    fn qualifier(&self, qualifier: Option<ExprId>) -> String {
        qualifier.map(|q| self.expr(q) + ".").unwrap_or_default()
    }
    fn type_args(&self, list: ast::List<TypeNodeId>) -> String {
        if list.is_empty() { String::new() } else { format!("<{}>", self.types(list)) }
    }

    fn expr(&self, id: ExprId) -> String {
        let expr = &self.0[id];
        let text = match expr.kind {
            ExprKind::Literal { kind, text } => format!("{kind:?}:{text}"),
            ExprKind::Name(name) => name.to_string(),
            ExprKind::Select { qualifier, name } => format!("{}.{name}", self.expr(qualifier)),
            ExprKind::This { qualifier } => self.qualifier(qualifier) + "this",
            ExprKind::Super { qualifier } => self.qualifier(qualifier) + "super",
            ExprKind::Call { qualifier, type_args, name, args } => {
                format!(
                    "{}{}{name}({})",
                    self.qualifier(qualifier),
                    self.type_args(type_args),
                    self.exprs(args)
                )
            }
            ExprKind::New(new) => {
                let new = self.0[new];
                let ty = new.ty.map(|ty| self.ty(ty)).unwrap_or_default();
                let body = new.body.map(|body| format!(" {}", self.decl(body))).unwrap_or_default();
                let args = self.exprs(new.args);
                format!(
                    "{}new {}{ty}({args}){body}",
                    self.qualifier(new.qualifier),
                    self.type_args(new.type_args)
                )
            }
            ExprKind::NewArray { ty, dims, init } => {
                let init = init.map(|init| self.expr(init)).unwrap_or_default();
                format!("newarray {}({}){init}", self.ty(ty), self.exprs(dims))
            }
            ExprKind::ArrayInit { elements } => format!("{{{}}}", self.exprs(elements)),
            ExprKind::Unary { op, operand } => format!("{op:?}({})", self.expr(operand)),
            ExprKind::Binary { op, left, right } => {
                format!("[{} {} {}]", self.expr(left), op.as_str(), self.expr(right))
            }
            ExprKind::Assign { op, target, value } => {
                let op = op.map(ast::BinaryOp::as_str).unwrap_or_default();
                format!("[{} {op}= {}]", self.expr(target), self.expr(value))
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                format!("[{} ? {} : {}]", self.expr(condition), self.expr(then), self.expr(otherwise))
            }
            ExprKind::Cast { ty, operand } => format!("cast<{}>({})", self.ty(ty), self.expr(operand)),
            ExprKind::InstanceOf { operand, ty, pattern } => {
                let right = ty.map(|ty| self.ty(ty)).or(pattern.map(|p| self.expr(p))).unwrap_or_default();
                format!("[{} instanceof {right}]", self.expr(operand))
            }
            ExprKind::ClassLiteral { ty } => format!("{}.class", self.ty(ty)),
            ExprKind::ArrayAccess { array, index } => format!("{}[{}]", self.expr(array), self.expr(index)),
            ExprKind::MethodRef { qualifier, type_args, name } => {
                format!("{}::{}{name}", self.expr(qualifier), self.type_args(type_args))
            }
            ExprKind::TypeOperand(ty) => format!("type<{}>", self.ty(ty)),
            ExprKind::Lambda { params, body } => {
                let params: Vec<String> = self.0.list(params).map(|v| self.var(v)).collect();
                let body = match body {
                    LambdaBody::Expr(expr) => self.expr(expr),
                    LambdaBody::Block(block) => self.stmt(block),
                };
                format!("({}) -> {body}", params.join(", "))
            }
            ExprKind::Switch { selector, body } => {
                format!("switch {} {{{}}}", self.expr(selector), self.stmts(body))
            }
            ExprKind::VarDecl(var) => self.var(var),
            ExprKind::RecordPattern { ty, components } => {
                format!("{}({})", self.ty(ty), self.exprs(components))
            }
            ExprKind::AnyPattern => "_".to_owned(),
            ExprKind::Template { processor, args } => {
                format!("{}template({})", self.qualifier(processor), self.exprs(args))
            }
            ExprKind::Annotation(annotation) => self.annotation(annotation),
            ExprKind::Error { parts } => format!("ERROR({})", self.exprs(parts)),
        };
        (0..expr.parens).fold(text, |text, _| format!("({text})"))
    }

    fn annotation(&self, id: ast::AnnotationId) -> String {
        let annotation = self.0[id];
        let values: Vec<String> = self
            .0
            .list(annotation.values)
            .map(|v| format!("{}={}", self.0[v].name, self.expr(self.0[v].value)))
            .collect();
        format!("@{}({})", self.ty(annotation.ty), values.join(", "))
    }
    fn annotations(&self, list: ast::List<ast::AnnotationId>) -> String {
        self.0.list(list).map(|a| self.annotation(a) + " ").collect()
    }
    fn modifiers(&self, modifiers: ast::Modifiers) -> String {
        let mut text = self.annotations(modifiers.annotations);
        for (flag, name) in ast::Modifiers::ALL {
            if modifiers.has(flag) {
                let _ = write!(text, "{name} ");
            }
        }
        text
    }

    fn var(&self, id: ast::VarId) -> String {
        let var = self.0[id];
        let ty = var.ty.map(|ty| self.ty(ty) + " ").unwrap_or_default();
        let init = var.init.map(|init| format!(" = {}", self.expr(init))).unwrap_or_default();
        let varargs = if var.is_varargs { "..." } else { "" };
        format!("{}{ty}{varargs}{}{init}", self.modifiers(var.modifiers), var.name)
    }

    fn ty(&self, id: TypeNodeId) -> String {
        let node = self.0[id];
        let text = match node.kind {
            TypeNodeKind::Primitive(kind) => kind.as_str().to_owned(),
            TypeNodeKind::Named { qualifier, name, args, diamond } => {
                let qualifier = qualifier.map(|q| self.ty(q) + ".").unwrap_or_default();
                let args = if diamond { "<>".to_owned() } else { self.type_args(args) };
                return format!("{qualifier}{}{name}{args}", self.annotations(node.annotations));
            }
            TypeNodeKind::Array { component } => {
                return format!("{} {}[]", self.ty(component), self.annotations(node.annotations))
                    .replace(" []", "[]");
            }
            TypeNodeKind::Wildcard { kind, bound } => {
                format!("?{kind:?}{}", bound.map(|b| format!(" {}", self.ty(b))).unwrap_or_default())
            }
            TypeNodeKind::Intersection(types) => format!("&({})", self.types(types)),
            TypeNodeKind::Union(types) => format!("|({})", self.types(types)),
            TypeNodeKind::Var => "var".to_owned(),
            TypeNodeKind::Error => "ERROR".to_owned(),
        };
        self.annotations(node.annotations) + &text
    }

    fn stmt(&self, id: StmtId) -> String {
        let opt = |s: Option<StmtId>| s.map(|s| format!(" else {}", self.stmt(s))).unwrap_or_default();
        match self.0[id].kind {
            StmtKind::Block(stmts) => format!("{{{}}}", self.stmts(stmts)),
            StmtKind::If { condition, then, otherwise } => {
                format!("if {} {}{}", self.expr(condition), self.stmt(then), opt(otherwise))
            }
            StmtKind::For { init, condition, update, body, .. } => {
                let condition = condition.map(|c| self.expr(c)).unwrap_or_default();
                format!("for ({}; {condition}; {}) {}", self.exprs(init), self.exprs(update), self.stmt(body))
            }
            StmtKind::ForEach { var, iterable, body } => {
                format!("for ({} : {}) {}", self.expr(var), self.expr(iterable), self.stmt(body))
            }
            StmtKind::While { condition, body } => {
                format!("while {} {}", self.expr(condition), self.stmt(body))
            }
            StmtKind::Do { body, condition } => {
                format!("do {} while {};", self.stmt(body), self.expr(condition))
            }
            StmtKind::Try { resources, body, catches, finally } => {
                let finally = finally.map(|f| format!(" finally {}", self.stmt(f))).unwrap_or_default();
                let head = format!("try [{}] {}", self.stmts(resources), self.stmt(body));
                format!("{head} {}{finally}", self.stmts(catches))
            }
            StmtKind::ResourceExpr(expr) => self.expr(expr),
            StmtKind::Catch { param, body } => format!("catch {} {}", self.expr(param), self.stmt(body)),
            StmtKind::Switch { selector, body } => {
                format!("switch {} {{{}}}", self.expr(selector), self.stmts(body))
            }
            StmtKind::Case { labels, guard, body, is_default } => {
                let guard = guard.map(|g| format!(" when {}", self.expr(g))).unwrap_or_default();
                let default = if is_default { " default" } else { "" };
                let body = match body {
                    CaseBody::Colon => ":".to_owned(),
                    CaseBody::Expr(expr) => format!(" -> {}", self.expr(expr)),
                    CaseBody::Stmt(stmt) => format!(" -> {}", self.stmt(stmt)),
                };
                format!("case({}){default}{guard}{body}", self.exprs(labels))
            }
            StmtKind::Synchronized { lock, body } => {
                format!("synchronized {} {}", self.expr(lock), self.stmt(body))
            }
            StmtKind::Return(value) => format!("return {};", value.map(|v| self.expr(v)).unwrap_or_default()),
            StmtKind::Throw(value) => format!("throw {};", self.expr(value)),
            StmtKind::Break(label) => format!("break {};", label.unwrap_or_default()),
            StmtKind::Continue(label) => format!("continue {};", label.unwrap_or_default()),
            StmtKind::Yield(value) => format!("yield {};", self.expr(value)),
            StmtKind::Empty => ";".to_owned(),
            StmtKind::Expr(expr) => self.expr(expr) + ";",
            StmtKind::Labeled { label, body } => format!("{label}: {}", self.stmt(body)),
            StmtKind::Assert { condition, message } => {
                format!(
                    "assert {} : {};",
                    self.expr(condition),
                    message.map(|m| self.expr(m)).unwrap_or_default()
                )
            }
            StmtKind::LocalVar { vars, .. } => format!("var({});", self.exprs(vars)),
            StmtKind::LocalType(decl) => self.decl(decl),
            StmtKind::ThisCall { args, .. } => format!("this({});", self.exprs(args)),
            StmtKind::SuperCall { qualifier, args, .. } => {
                format!("{}super({});", self.qualifier(qualifier), self.exprs(args))
            }
            StmtKind::Error { parts } => format!("ERROR{{{}}}", self.stmts(parts)),
        }
    }

    fn decl(&self, id: ast::TypeDeclId) -> String {
        let decl = &self.0[id];
        let mut text = format!("{}{:?} {}", self.modifiers(decl.modifiers), decl.kind, decl.name);
        text += &self.type_params(decl.type_params);
        if !decl.components.is_empty() {
            let components: Vec<String> = self.0.list(decl.components).map(|v| self.var(v)).collect();
            let _ = write!(text, "({})", components.join(", "));
        }
        if let Some(superclass) = decl.superclass {
            let _ = write!(text, " extends {}", self.ty(superclass));
        }
        for (word, types) in [("implements", decl.interfaces), ("permits", decl.permits)] {
            if !types.is_empty() {
                let _ = write!(text, " {word} {}", self.types(types));
            }
        }
        let members: Vec<String> = decl.members.iter().map(|m| self.member(*m)).collect();
        text + " {" + &members.join(" ") + "}"
    }

    fn type_params(&self, params: ast::List<ast::TypeParamId>) -> String {
        if params.is_empty() {
            return String::new();
        }
        let params: Vec<String> = self
            .0
            .list(params)
            .map(|p| format!("{}:{}", self.0[p].name, self.types(self.0[p].bounds)))
            .collect();
        format!("<{}>", params.join(", "))
    }

    fn member(&self, member: ast::Member) -> String {
        match member {
            ast::Member::Field(field) => {
                self.0.list(self.0[field].vars).map(|v| self.var(v) + ";").collect::<Vec<_>>().join(" ")
            }
            ast::Member::EnumConstant(var) => self.var(var) + ",",
            ast::Member::Type(decl) => self.decl(decl),
            ast::Member::Initializer(id) => {
                let initializer = self.0[id];
                format!(
                    "{}init {}",
                    if initializer.is_static { "static " } else { "" },
                    self.stmt(initializer.body)
                )
            }
            ast::Member::Callable(id) => {
                let callable = self.0[id];
                let params: Vec<String> = self.0.list(callable.params).map(|v| self.var(v)).collect();
                let mut text = self.modifiers(callable.modifiers);
                text += &self.type_params(callable.type_params);
                if let Some(result) = callable.result {
                    text += &(self.ty(result) + " ");
                }
                let _ = write!(text, "{}({})", callable.name, params.join(", "));
                if let Some(receiver) = callable.receiver {
                    let _ = write!(text, " on {}", self.ty(receiver));
                }
                if !callable.throws.is_empty() {
                    let _ = write!(text, " throws {}", self.types(callable.throws));
                }
                if let Some(value) = callable.default_value {
                    let _ = write!(text, " default {}", self.expr(value));
                }
                match callable.body {
                    Some(body) => text + " " + &self.stmt(body),
                    None => text + ";",
                }
            }
        }
    }

    fn file(&self) -> String {
        self.0.top_types.iter().map(|decl| self.decl(*decl)).collect::<Vec<_>>().join("\n")
    }
}

/// Each case is a line of Java, a line of `=> tree`, and a blank line.
fn check(cases: &str, wrap: impl Fn(&str) -> (String, String)) {
    let mut parser = Parser::new();
    let mut wrong = String::new();
    for case in cases.split("\n\n") {
        let Some((java, expected)) = case.trim().split_once("\n=> ") else { continue };
        let (source, frame) = wrap(java);
        let file = parser.parse(&source);
        let actual = Show(&file).file();
        let (before, after) = frame.split_once('$').unwrap();
        let actual = actual.strip_prefix(before).and_then(|a| a.strip_suffix(after)).unwrap_or(&actual);
        if actual != expected || !file.diagnostics.is_empty() {
            let _ = writeln!(wrong, "{java}\n=> {actual}\n{:?}\n", file.diagnostics);
        }
    }
    assert!(wrong.is_empty(), "trees differ; they are now\n{wrong}");
}

#[test]
fn expressions() {
    check(include_str!("tests/expressions.txt"), |java| {
        (format!("class C {{ Object f = {java}; }}"), "Class C {Object f = $;}".to_owned())
    });
}

#[test]
fn statements() {
    check(include_str!("tests/statements.txt"), |java| {
        (format!("class C {{ void m() {{ {java} }} }}"), "Class C {void m() {$}}".to_owned())
    });
}

#[test]
fn declarations() {
    check(include_str!("tests/declarations.txt"), |java| (java.to_owned(), "$".to_owned()));
}

/// A text with a Unicode escape is parsed with its comments and white space, one without is not.
#[test]
fn trees_are_the_same_without_comments_and_white_space() {
    fn texts_below(folder: &Path, out: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                texts_below(&path, out);
            } else if path.extension().is_some_and(|it| it == "java") {
                out.extend(std::fs::read_to_string(path));
            }
        }
    }
    let mut texts = vec![
        "/* a */ // b\n/* c */ void main() { /**/ } // d".to_owned(),
        "/*a*/package/*b*/a/*c*/./*d*/b;//e\nimport/**/static a . /* f */ b.\n// g\n*;class/*h*/A{}"
            .to_owned(),
        "class A { int a = 1 /* b */ + /* c */ - /**/ 2; String s = \"/* no */\"; /* open".to_owned(),
    ];
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    texts_below(&crate_folder.join("tests"), &mut texts);
    texts_below(&crate_folder.join("../tests/java"), &mut texts);
    assert!(texts.len() > 20, "{}", texts.len());
    on_big_stack(move || {
        let mut parser = Parser::new();
        for text in texts.iter().filter(|text| !text.contains("\\u")) {
            let squeezed = parser.parse(&format!("{text}\n// .u0041"));
            let whole = parser.parse(&format!("{text}\n// \\u0041"));
            assert!(format!("{squeezed:?}") == format!("{whole:?}"), "{text}");
        }
    });
}

#[test]
fn headers_and_modules() {
    let mut parser = Parser::new();
    let file = parser.parse("@A package a. b /**/ .c; import java.util.*; import static x.Y.z; import q.R;");
    assert_eq!(file.package_name().as_str(), "a.b.c");
    let imports: Vec<String> =
        file.imports.iter().map(|i| format!("{} {} {}", i.name, i.is_static, i.on_demand)).collect();
    assert_eq!(imports, ["java.util false true", "x.Y.z true false", "q.R false false"]);
    let file = parser.parse(
        "open module m.n { requires transitive java.sql; exports p to a, b.c; uses S; provides S with p.I, p.J; }",
    );
    let module = file.module.unwrap();
    let directives: Vec<String> =
        module.directives.iter().map(|d| format!("{:?} {} {:?}", d.kind, d.name, d.targets)).collect();
    assert!(module.is_open && module.name.as_str() == "m.n");
    assert_eq!(
        directives,
        [
            "Requires { is_transitive: true, is_static: false } `java.sql` []".replace('`', ""),
            "Exports p [`a`, `b.c`]".to_owned(),
            "Uses S []".to_owned(),
            "Provides S [`p.I`, `p.J`]".to_owned(),
        ]
    );
}

#[test]
fn damage_stays_local() {
    let mut parser = Parser::new();
    let file =
        parser.parse("class A { int x;\n void m() { f(); int = ; g(); }\n void n() { h(); } }\nclass B {}");
    let text = Show(&file).file();
    for part in ["int x;", "f();", "void n() {h();}", "Class B {}"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert_eq!(file.lines.position(file.diagnostics[0].span.start).0, 2);
}

/// The members of each class that is not local or anonymous, one line per class.
fn members(file: &File) -> String {
    fn class(file: &File, id: ast::TypeDeclId, out: &mut String) {
        let decl = &file[id];
        let mut inner = Vec::new();
        let names = decl.members.iter().map(|member| match *member {
            ast::Member::Callable(callable) => format!("{}()", file[callable].name),
            ast::Member::Field(field) => {
                let vars: Vec<String> =
                    file.list(file[field].vars).map(|v| file[v].name.to_string()).collect();
                vars.join("+")
            }
            ast::Member::EnumConstant(var) => file[var].name.to_string(),
            ast::Member::Type(id) => {
                inner.push(id);
                file[id].name.to_string()
            }
            ast::Member::Initializer(_) => "{}".to_owned(),
        });
        let names: Vec<String> = names.collect();
        let _ = writeln!(out, "{}: {}", decl.name, names.join(" "));
        inner.into_iter().for_each(|id| class(file, id, out));
    }
    let mut out = String::new();
    file.top_types.iter().for_each(|&id| class(file, id, &mut out));
    out
}

#[test]
fn members_stay_in_their_class() {
    let mut parser = Parser::new();
    for (body, expected) in [
        // Syntax that the grammar does not know, in nested statements.
        ("if (x) { switch (o) { case ~~ String s -> { f(); } default -> { if (y) { g(); } } } }", "f g"),
        ("for (;;) { try { while (a) { int = ; @@ } f(); } finally { g(); } } h();", "f g h"),
        (
            "new Thread() { int p; void run() { if (x) { %% f(); } } void q() { g(); } }.start(); h();",
            "f g start h",
        ),
        ("f(() -> { if (a) { case } g(); }); h();", "f g h"),
        ("class L { void m() { if ( { f(); } } void n() { g(); } } h();", "f g h"),
    ] {
        let text = format!(
            "package p; class A {{ int a; void before() {{ }} void m() {{ {body} }} void after() {{ last(); }}\n\
             static class B {{ int b; void inB() {{ {body} }} int c; }} int z; }}\nclass Next {{ int n; }}\n"
        );
        let file = parser.parse(&text);
        assert_eq!(
            members(&file),
            "A: a before() m() after() B z\nB: b inB() c\nNext: n\n",
            "{body}\n{}",
            Show(&file).file()
        );
        assert!(!file.diagnostics.is_empty());
        let whole = Show(&file).file();
        for call in expected.split(' ').chain(["last"]) {
            assert!(whole.contains(&format!("{call}(")), "{call} is lost: {whole}");
        }
        let of = |span: ast::Span| &text[span.start as usize..span.end as usize];
        for expr in &file.exprs {
            if let ExprKind::Call { name, .. } = expr.kind {
                assert!(of(expr.span).contains(name.as_str()), "{name} is at {:?}", of(expr.span));
            }
        }
    }
}

#[test]
fn braces_too_many_do_not_empty_a_class() {
    let file = Parser::new().parse(
        "class A { void m() { if (x) { } } } }\n private int f; void n() { g(); }\n class L { int x; } }\nclass B { int b; }",
    );
    let shown = members(&file);
    for part in ["m()", "f", "n()", "B: b\n"] {
        assert!(shown.contains(part), "{part} is not in {shown}");
    }
    assert!(!shown.starts_with(':') && !shown.contains("\n:"), "a class without a name: {shown}");
    // Without an error, they belong to a compact source file, and so does the class.
    let file = Parser::new().parse("class A { } void main() { }");
    assert_eq!(members(&file), ": A main()\nA: \n");
}

#[test]
fn escapes_may_be_delimiters() {
    let source = "class C \\u007b String s = \\u0022a\\u0022, t = \"b\\u0041\"; \\u002f* } \\u002a/ char c = '\\u005cn'; }\u{1A}";
    let file = Parser::new().parse(source);
    assert_eq!(file.diagnostics, []);
    assert_eq!(
        Show(&file).file(),
        "Class C {String s = String:\"a\"; String t = String:\"b\\u0041\"; char c = Char:'\\n';}"
    );
    let text = |span: ast::Span| &source[span.start as usize..span.end as usize];
    assert_eq!(text(file.comments[0].span), "\\u002f* } \\u002a/");
    let file = Parser::new().parse("class C {\r// c }\rint x;\r}\r");
    assert_eq!((file.diagnostics.len(), file.lines.position(file.vars[0].name_span.start)), (0, (3, 5)));
}

#[test]
fn java_25_is_understood() {
    let text = "import module java.base; import java.util.*;\n\
        class C extends B { final int n; C(int n) { f(n); this.n = n; super(n); }\n\
        C(O o) { if (o == null) throw e; this(1); } C(I i) { f(); i.super(); }\n\
        int f(O o) { if (o instanceof A.B(int x, C.D(var \\u0061y)) && x > 0) g(x, ay);\n\
        return switch (o) { case A _, B.C _ -> 1; case A.B(var p), A(var q) when h() -> p; default -> 0; }; }\n\
        int after; }";
    let file = Parser::new().parse(text);
    assert_eq!(file.diagnostics, []);
    assert!(file.imports[0].is_module && !file.imports[1].is_module);
    assert_eq!(file.imports[0].name.as_str(), "java.base");
    assert_eq!(
        Show(&file).file(),
        "Class C extends B {final int n; C(int n) {f(n); [this.n = n]; super(n);} \
         C(O o) {if [o == Null:null] throw e; this(Int:1);} C(I i) {f(); i.super();} \
         int f(O o) {if [[o instanceof A.B(int x, C.D(var ay))] && [x > Int:0]] g(x, ay); \
         return switch o {case(A _, B.C _) -> Int:1 case(A.B(var p), A(var q)) when h() -> p \
         case() default -> Int:0};} int after;}"
    );
    let of = |span: ast::Span| &text[span.start as usize..span.end as usize];
    let names: Vec<&str> =
        file.vars.iter().map(|v| of(v.name_span)).filter(|n| n.starts_with(['_', '\\'])).collect();
    assert_eq!(names, ["\\u0061y", "_", "_"]);
    let types: Vec<&str> = file.types.iter().map(|t| of(t.span)).filter(|t| t.contains('.')).collect();
    assert_eq!(types, ["A.B", "C.D", "B.C", "A.B"]);
    let calls = file
        .stmts
        .iter()
        .filter(|s| matches!(s.kind, StmtKind::SuperCall { .. } | StmtKind::ThisCall { .. }));
    assert_eq!(calls.map(|s| of(s.span)).collect::<Vec<_>>(), ["super(n);", "this(1);", "i.super();"]);
}

#[test]
fn spans_lead_back_through_escapes() {
    let source = "class C { int \\u0061b = 1; String s = \"\\u0041\"; } // x";
    let file = Parser::new().parse(source);
    assert!(file.diagnostics.is_empty());
    assert_eq!(Show(&file).file(), "Class C {int ab = Int:1; String s = String:\"\\u0041\";}");
    let text = |span: ast::Span| &source[span.start as usize..span.end as usize];
    assert_eq!(text(file.vars[0].name_span), "\\u0061b");
    assert_eq!(text(file.vars[1].span), "s = \"\\u0041\"");
    assert_eq!(text(file.comments[0].span), "// x");
}

#[test]
fn depth_takes_no_stack_or_is_reported() {
    on_big_stack(|| {
        let mut parser = Parser::new();
        let mut parse = |expr: String| parser.parse(&format!("class C {{ int f = {expr}; }}"));
        let file = parse(format!("{}1{}", "(".repeat(5_000), ")".repeat(5_000)));
        assert_eq!((file.exprs.len(), file.exprs[0].parens, file.diagnostics.len()), (1, 255, 0));
        let file = parse(vec!["a"; 10_000].join("+"));
        assert_eq!((file.exprs.len(), file.diagnostics.len()), (19_999, 0));
        let file = parse(format!("a{}", ".b()".repeat(10_000)));
        assert_eq!((file.exprs.len(), file.diagnostics.len()), (10_001, 0));
        let file = parse(format!("{}1", "-(".repeat(30_000)) + &")".repeat(30_000));
        assert!(file.diagnostics.iter().any(|d| d.message.contains("too deeply")));
        let file = parse(format!("({}int{}) 1", "A<".repeat(5_000), ">".repeat(5_000)));
        assert!(
            file.diagnostics.iter().any(|d| d.message.contains("too deeply")) && file.types.len() < 1_000
        );
        let file = parse(format!("(int{}) x", "[]".repeat(5_000)));
        assert!(
            file.diagnostics.iter().any(|d| d.message.contains("dimensions")) && file.types.len() < 1_000
        );
    });
}

/// Cuts, doubles and swaps pieces of a source by a small generator; every result lowers, and its tree has these
/// properties.
#[test]
fn anything_lowers() {
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below.max(1)
    };
    let sources = [
        include_str!("tests/declarations.txt"),
        include_str!("tests/statements.txt"),
        include_str!("../intern.rs"),
    ];
    let mut parser = Parser::new();
    for round in 0..300 {
        let mut chars: Vec<char> = sources[round % sources.len()].chars().take(1_500).collect();
        for _ in 0..=random(6) {
            let (a, b) = (random(chars.len()), random(chars.len()));
            let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 60));
            match random(4) {
                0 => drop(chars.drain(from..to)),
                1 => {
                    let copy: Vec<char> = chars[from..to].to_vec();
                    chars.splice(b..b, copy);
                }
                2 => chars.swap(a, b),
                _ => chars.insert(a, ['"', '{', '}', '(', '\\', '<', '\'', '/', '*', '€', '@'][random(11)]),
            }
        }
        let text: String = chars.into_iter().collect();
        let file = parser.parse(&text);
        let _ = Show(&file).file();
        let len = text.len() as u32;
        assert!(
            file.exprs
                .iter()
                .map(|e| e.span)
                .chain(file.stmts.iter().map(|s| s.span))
                .all(|s| s.start <= s.end && s.end <= len)
        );
    }
}
