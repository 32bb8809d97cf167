//! Prints trees as QL, in the layout of the field's formatter: two columns of indentation, a formula on one line where
//! it fits, otherwise `and` at line ends and `or` on lines of its own. Parsing the text gives an equal tree except for
//! the places. Comments other than QLDoc are not in the tree, hence not in the text.

use crate::tree::*;

mod flat;

pub use flat::{expr, formula, module, ty};

/// The most columns of a line that can be broken.
pub const WIDTH: usize = 100;

/// The file as QL.
pub fn file(tree: &File) -> String {
    let mut printer = Printer::default();
    let first_doc = tree.members.first().and_then(|member| member.doc.as_ref());
    if let Some(doc) = &tree.doc
        && (first_doc.map(|doc| doc.span) != Some(doc.span) || !tree.annotations.is_empty())
    {
        printer.doc(Some(doc));
        printer.blank();
    }
    if !tree.annotations.is_empty() {
        printer.line(&format!("{}module;", flat::annotations(&tree.annotations)));
        printer.blank();
    }
    printer.members(&tree.members);
    printer.out
}

#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.indent));
            self.out.push_str(text);
        }
        self.out.push('\n');
    }

    fn blank(&mut self) {
        self.out.push('\n');
    }

    /// Prints lines indented by one more step.
    fn inside(&mut self, print: impl FnOnce(&mut Self)) {
        self.indent += 2;
        print(self);
        self.indent -= 2;
    }

    fn doc(&mut self, doc: Option<&QlDoc>) {
        let Some(doc) = doc else { return };
        if !doc.text.contains('\n') && doc.text.len() + self.indent + 7 <= WIDTH && !doc.text.starts_with('@')
        {
            return self.line(format!("/** {} */", doc.text).replace("  */", " */").as_str());
        }
        self.line("/**");
        for line in doc.text.split('\n') {
            self.line(if line.is_empty() { " *".to_string() } else { format!(" * {line}") }.as_str());
        }
        self.line(" */");
    }

    fn members(&mut self, members: &[Member]) {
        let mut previous: Option<&Member> = None;
        for member in members {
            let is_import = |member: &Member| matches!(member.kind, MemberKind::Import(_));
            if previous.is_some_and(|previous| !(is_import(previous) && is_import(member))) {
                self.blank();
            }
            self.doc(member.doc.as_ref());
            self.member(&flat::annotations(&member.annotations), &member.kind);
            previous = Some(member);
        }
    }

    fn member(&mut self, notes: &str, kind: &MemberKind) {
        match kind {
            MemberKind::Import(import) => self.line(&format!("{notes}{}", flat::import(import))),
            MemberKind::Module(module) => {
                let mut head = format!("{notes}module {}{}", module.name.text, flat::params(&module.params));
                if !module.implements.is_empty() {
                    head += &format!(" implements {}", flat::list(&module.implements, flat::signature));
                }
                self.braced(&head, module.members.is_empty(), |printer| printer.members(&module.members));
            }
            MemberKind::ModuleAlias(alias) => {
                let params = flat::params(&alias.params);
                let target = module(&alias.target);
                self.line(&format!("{notes}module {}{params} = {target};", alias.name.text));
            }
            MemberKind::Class(class) => {
                let types = flat::supertypes(&class.extends, &class.instanceof);
                let head = format!("{notes}class {}{types}", class.name.text);
                self.braced(&head, class.members.is_empty(), |printer| printer.class_members(&class.members));
            }
            MemberKind::ClassAlias(alias) => {
                self.line(&format!("{notes}class {} = {};", alias.name.text, ty(&alias.target)));
            }
            MemberKind::TypeUnion(union) => {
                let members: Vec<String> = union.members.iter().map(ty).collect();
                self.line(&format!("{notes}class {} = {};", union.name.text, members.join(" or ")));
            }
            MemberKind::Newtype(newtype) => self.newtype(notes, newtype),
            MemberKind::Predicate(predicate) => self.predicate(notes, predicate),
            MemberKind::PredicateAlias(alias) => {
                let target = flat::predicate_ref(&alias.target);
                self.line(&format!("{notes}predicate {} = {target};", alias.name.text));
            }
            MemberKind::Signature(signature) => self.signature(notes, signature),
            MemberKind::Select(select) => self.select(notes, select),
        }
    }

    fn braced(&mut self, head: &str, empty: bool, members: impl FnOnce(&mut Self)) {
        if empty {
            return self.line(&format!("{head} {{ }}"));
        }
        self.line(&format!("{head} {{"));
        self.inside(members);
        self.line("}");
    }

    fn class_members(&mut self, members: &[ClassMember]) {
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.blank();
            }
            self.doc(member.doc.as_ref());
            let notes = flat::annotations(&member.annotations);
            match &member.kind {
                ClassMemberKind::Characteristic { name, body } => {
                    self.body(&format!("{notes}{}()", name.text), body);
                }
                ClassMemberKind::Predicate(predicate) => self.predicate(&notes, predicate),
                ClassMemberKind::Field { ty: field, name } => {
                    self.line(&format!("{notes}{} {};", ty(field), name.text));
                }
            }
        }
    }

    fn newtype(&mut self, notes: &str, newtype: &Newtype) {
        self.line(&format!("{notes}newtype {} =", newtype.name.text));
        self.inside(|printer| {
            for (index, branch) in newtype.branches.iter().enumerate() {
                printer.doc(branch.doc.as_ref());
                let notes = flat::annotations(&branch.annotations);
                let head = format!("{notes}{}({})", branch.name.text, flat::decls(&branch.params));
                match &branch.body {
                    Some(body) => printer.body(&head, body),
                    None => printer.line(&head),
                }
                if index + 1 < newtype.branches.len() {
                    printer.append(" or");
                }
            }
        });
    }

    fn predicate(&mut self, notes: &str, predicate: &Predicate) {
        let head = format!("{notes}{}", flat::head(&predicate.head));
        match &predicate.body {
            PredicateBody::None => self.line(&format!("{head};")),
            PredicateBody::Formula(body) => self.body(&head, body),
            PredicateBody::HigherOrder { name, inputs, args, .. } => {
                let inputs = flat::list(inputs, flat::predicate_ref);
                let call = format!("{}({inputs})({})", name.text, flat::list(args, expr));
                if self.indent + head.len() + call.len() + 3 <= WIDTH {
                    self.line(&format!("{head} = {call}"));
                } else {
                    self.line(&format!("{head} ="));
                    self.inside(|printer| printer.line(&call));
                }
            }
        }
    }

    fn signature(&mut self, notes: &str, signature: &Signature) {
        match signature {
            Signature::Predicate(head) => self.line(&format!("{notes}signature {};", flat::head(head))),
            Signature::Class(class) => self.signature_class(&format!("{notes}signature "), class),
            Signature::Module { name, params, members } => {
                let head = format!("{notes}signature module {}{}", name.text, flat::params(params));
                self.braced(&head, members.is_empty(), |printer| {
                    for (index, member) in members.iter().enumerate() {
                        if index > 0 {
                            printer.blank();
                        }
                        printer.doc(member.doc.as_ref());
                        let notes = flat::annotations(&member.annotations);
                        match &member.kind {
                            SignatureMemberKind::Predicate(predicate) => printer.predicate(&notes, predicate),
                            SignatureMemberKind::Class(class) => printer.signature_class(&notes, class),
                        }
                    }
                });
            }
        }
    }

    fn signature_class(&mut self, notes: &str, class: &SignatureClass) {
        let types = flat::supertypes(&class.extends, &class.instanceof);
        let head = format!("{notes}class {}{types}", class.name.text);
        if class.members.is_empty() {
            return self.line(&format!("{head};"));
        }
        self.braced(&head, false, |printer| {
            for (annotations, head) in &class.members {
                printer.line(&format!("{}{};", flat::annotations(annotations), flat::head(head)));
            }
        });
    }

    fn select(&mut self, notes: &str, select: &Select) {
        if !notes.is_empty() {
            self.line(notes.trim_end());
        }
        if !select.vars.is_empty() {
            self.line(&format!("from {}", flat::decls(&select.vars)));
        }
        if let Some(condition) = &select.condition {
            self.line("where");
            self.inside(|printer| printer.formula(condition));
        }
        self.line(&format!("select {}", flat::list(&select.exprs, flat::as_expr)));
        if !select.order_by.is_empty() {
            let key =
                |(name, desc): &(Name, Option<bool>)| format!("{}{}", name.text, flat::direction(*desc));
            self.append(&format!(" order by {}", flat::list(&select.order_by, key)));
        }
    }

    /// Appends to the last line.
    fn append(&mut self, text: &str) {
        if self.out.ends_with('\n') {
            self.out.pop();
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// `head { formula }`, on one line if it fits.
    fn body(&mut self, head: &str, body: &Formula) {
        let text = formula(body);
        if self.indent + head.len() + text.len() + 5 <= WIDTH {
            return self.line(&format!("{head} {{ {text} }}"));
        }
        self.line(&format!("{head} {{"));
        self.inside(|printer| printer.formula(body));
        self.line("}");
    }

    /// A formula on lines of its own.
    fn formula(&mut self, tree: &Formula) {
        let text = formula(tree);
        if self.indent + text.len() <= WIDTH {
            return self.line(&text);
        }
        match &tree.kind {
            FormulaKind::And(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    self.formula(part);
                    if index + 1 < parts.len() {
                        self.append(" and");
                    }
                }
            }
            FormulaKind::Or(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    if index > 0 {
                        self.line("or");
                    }
                    self.formula(part);
                }
            }
            FormulaKind::Implies(from, to) => {
                self.formula(from);
                self.line("implies");
                self.formula(to);
            }
            FormulaKind::Paren(inside) => {
                self.line("(");
                self.inside(|printer| printer.formula(inside));
                self.line(")");
            }
            FormulaKind::Not(inside) => {
                self.line("not");
                self.inside(|printer| printer.formula(inside));
            }
            FormulaKind::IfThenElse(condition, then, otherwise) => {
                for (word, part) in [("if", condition), ("then", then), ("else", otherwise)] {
                    let text = formula(part);
                    if self.indent + word.len() + 1 + text.len() <= WIDTH {
                        self.line(&format!("{word} {text}"));
                    } else {
                        self.line(word);
                        self.inside(|printer| printer.formula(part));
                    }
                }
            }
            FormulaKind::Quantified { quantifier, vars, range: Some(range), body } => {
                self.line(&format!("{}({} |", flat::quantifier(*quantifier), flat::decls(vars)));
                self.inside(|printer| printer.formula(range));
                if let Some(body) = body {
                    self.line("|");
                    self.inside(|printer| printer.formula(body));
                }
                self.line(")");
            }
            _ => self.line(&text),
        }
    }
}
