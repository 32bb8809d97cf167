//! Walks the tree of one file and emits its rows.
//!
//! In: the tree, its bindings (`resolve`) and the place of each of its nodes in the control flow. Out: [`FileFacts`].
//! The walk follows the text: types, their members in order, bodies depth first; an element gets its number when the
//! walk reaches it. It never looks at other files.

mod annotations;
mod bodies;
mod bound;
mod cfg;
mod comments;
mod decls;
mod exprs;
mod extent;
pub mod files;
mod literals;
mod modules;
mod pieces;
mod references;
mod types;

use rustc_hash::FxHashMap;

use self::cfg::{BlockPlace, ImplicitPlaces, Unwritten};
use super::batch::{Ent, FileFacts, Loc};
use super::keys::{DeclKeys, Key, kind};
use super::numbered::{BoundMembers, MissingElements};
use super::world::Symbolic;
use crate::ast::{self, Span};
use crate::intern::Sym;
use crate::limits::Stop;
use crate::model::{CallableId, ClassId, FieldId, FileId, Model, Origin, Ty};
use crate::resolve::newer::Newer;
use crate::resolve::{FileBindings, Functional};

/// The input for the rows of one file.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    /// All declarations.
    pub model: &'a Model,
    /// The file's number in the model.
    pub id: FileId,
    /// The file as an entity.
    pub entity: Ent,
    /// Its path, folder and module.
    pub place: files::FilePlace<'a>,
    /// Its tree.
    pub tree: &'a ast::File,
    /// Its text.
    pub text: &'a str,
    /// The bindings of its names.
    pub bindings: &'a FileBindings,
    /// The modifiers as entities.
    pub modifiers: &'a [Ent],
    /// Elements of undeclared annotation interfaces.
    pub missing: &'a MissingElements,
    /// The members of parameterised types, if those are entities.
    pub bound: Option<&'a BoundMembers>,
    /// Uses of API newer than the release of the sources.
    pub newer: &'a [Newer],
    /// The keys of its declarations, if ids are remembered.
    pub keys: Option<&'a DeclKeys>,
    /// Once set, the rows are not needed any more, and the rest is skipped.
    pub stop: &'a Stop,
}

/// Makes the rows of a file.
pub fn file_facts(input: Input<'_>) -> FileFacts {
    let mut emitter = Emitter::new(input);
    emitter.file();
    emitter.begin_imports();
    emitter.imports();
    emitter.begin_module();
    emitter.module();
    for &top in &input.tree.top_types {
        emitter.class(top, None);
    }
    emitter.comments();
    emitter.begin_piece(|_| Key::of(kind::DIAGNOSTICS));
    emitter.diagnostics();
    emitter.facts
}

/// The position of an element: its parent, and the body around it.
#[derive(Debug, Clone, Copy)]
struct Place {
    parent: Ent,
    idx: i32,
    /// The callable that evaluates it.
    callable: Option<Ent>,
    /// The innermost statement around it.
    stmt: Option<Ent>,
}

impl Place {
    /// A child of an element that no callable evaluates.
    fn outside(parent: Ent, idx: i32) -> Place {
        Place { parent, idx, callable: None, stmt: None }
    }

    /// A child of `parent` in the same body.
    fn child(self, parent: Ent, idx: i32) -> Place {
        Place { parent, idx, ..self }
    }
}

/// An element that a comment can belong to.
#[derive(Debug, Clone, Copy)]
struct Anchor {
    span: Span,
    /// The end of its head: the name of a declaration, the start of a statement.
    head: u32,
    entity: Ent,
    /// Whether Javadoc can document it.
    member: bool,
    /// The list of fields, or of enum constants, that it is in: their declaration or class.
    list: Option<Ent>,
}

/// `<clinit>` or `<obinit>` of a class.
#[derive(Debug, Clone, Copy)]
struct InitializerMethod {
    method: Ent,
    /// Its block.
    body: Ent,
    /// The index of the next statement in the block.
    next: i32,
}

/// The methods with the initialisers of a class, if it has any.
#[derive(Debug, Default)]
struct Initializers {
    of_class: Option<InitializerMethod>,
    of_object: Option<InitializerMethod>,
}

impl Initializers {
    /// The position of the next static, or other, initialiser.
    fn next(&mut self, is_static: bool) -> Option<Place> {
        let initializers = if is_static { &mut self.of_class } else { &mut self.of_object };
        let InitializerMethod { method, body, next } = initializers.as_mut()?;
        *next += 1;
        Some(Place { parent: *body, idx: *next - 1, callable: Some(*method), stmt: Some(*body) })
    }
}

/// What the creation of an anonymous class passes to the superclass (JLS 15.9.5.1).
#[derive(Debug, Clone, Copy)]
struct Creation {
    /// The arguments.
    args: ast::List<ast::ExprId>,
    /// The constructor of the superclass, if known.
    target: Option<CallableId>,
}

/// The implicit calls of a constructor.
#[derive(Debug, Clone)]
struct Prologue {
    /// The calls.
    unwritten: Unwritten,
    /// Their places in the control flow.
    places: ImplicitPlaces,
    /// The name of the constructor.
    loc: Loc,
}

struct Emitter<'a> {
    input: Input<'a>,
    model: &'a Model,
    tree: &'a ast::File,
    facts: FileFacts,
    mention: Symbolic<'a>,
    /// By declaration in the tree.
    classes: FxHashMap<ast::TypeDeclId, ClassId>,
    callables: FxHashMap<ast::CallableId, CallableId>,
    fields: FxHashMap<ast::VarId, FieldId>,
    /// Local variables and lambda parameters.
    vars: Vec<Option<Ent>>,
    functionals: FxHashMap<u32, &'a Functional>,
    constructor_calls: FxHashMap<u32, CallableId>,
    /// Calls without a binding, by expression and by statement, with name and number of arguments.
    unresolved_exprs: FxHashMap<u32, (Sym, u32)>,
    unresolved_stmts: FxHashMap<u32, (Sym, u32)>,
    /// Local variables and lambda parameters whose row is emitted.
    declared: Vec<bool>,
    /// The block and index of expressions and statements, if known.
    expr_places: Vec<Option<BlockPlace>>,
    stmt_places: Vec<Option<BlockPlace>>,
    /// The places of the assignments that initialise fields, by field and part.
    assignment_places: FxHashMap<ast::VarId, [Option<BlockPlace>; 3]>,
    anchors: Vec<Anchor>,
    /// The key of each member outside of bodies, in the order of the text, if ids are remembered.
    members: Vec<(Span, Key)>,
    /// The array creation whose initialiser comes next.
    initialised: Option<Span>,
    /// The object creation whose anonymous class comes next.
    creation: Option<Creation>,
    /// The enum constant whose creation comes next: the place of its name, and its type.
    constant: Option<(Span, Ty)>,
    /// The innermost class around the current node.
    enclosing: Option<Ent>,
    /// The innermost declared class around it, no function.
    class: Option<ClassId>,
    /// `<clinit>` and `<obinit>` of that class.
    initializers: Initializers,
    /// The implicit calls of the constructor whose body comes next.
    prologue: Option<Prologue>,
    /// The implicitly called constructors, by class.
    super_constructors: FxHashMap<ClassId, CallableId>,
}

impl<'a> Emitter<'a> {
    fn new(input: Input<'a>) -> Emitter<'a> {
        let Input { model, tree, bindings, .. } = input;
        let mut classes = FxHashMap::default();
        let mut callables = FxHashMap::default();
        let mut fields = FxHashMap::default();
        for id in model.classes_of_file(input.id) {
            let class = model.class(id);
            if let Origin::Source { decl, .. } = class.origin {
                classes.insert(ast::TypeDeclId::from_index(decl as usize), id);
            }
            for callable in class.callable_ids() {
                if let Some(decl) = model.callable(callable).decl {
                    callables.insert(ast::CallableId::from_index(decl as usize), callable);
                }
            }
            for field in class.field_ids() {
                if let Some(decl) = model.field(field).decl {
                    fields.insert(ast::VarId::from_index(decl as usize), field);
                }
            }
        }
        let unresolved = |stmts: bool| {
            let calls = bindings.unresolved.iter().filter(|u| u.is_stmt == stmts);
            calls.map(|u| (u.node, (u.name, u.argc))).collect()
        };
        Emitter {
            input,
            model,
            tree,
            facts: FileFacts::new(),
            mention: Symbolic { modifiers: input.modifiers, bound: input.bound },
            classes,
            callables,
            fields,
            vars: vec![None; tree.vars.len()],
            functionals: bindings.functionals.iter().map(|f| (f.expr, f)).collect(),
            constructor_calls: bindings.constructor_calls.iter().copied().collect(),
            unresolved_exprs: unresolved(false),
            unresolved_stmts: unresolved(true),
            declared: vec![false; tree.vars.len()],
            expr_places: vec![None; tree.exprs.len()],
            stmt_places: vec![None; tree.stmts.len()],
            assignment_places: FxHashMap::default(),
            anchors: Vec::new(),
            members: Vec::new(),
            initialised: None,
            creation: None,
            constant: None,
            enclosing: None,
            class: None,
            initializers: Initializers::default(),
            prologue: None,
            super_constructors: bindings.super_constructors.iter().copied().collect(),
        }
    }

    fn loc(&self, span: Span) -> Loc {
        let at = self.tree.lines.location(span);
        Loc {
            file: self.input.entity,
            begin_line: at.begin_line,
            begin_column: at.begin_column,
            end_line: at.end_line,
            end_column: at.end_column,
        }
    }

    /// The text at a span; empty if the span is not in this text.
    fn slice(&self, span: Span) -> &'a str {
        self.input.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    fn expr_type(&self, id: ast::ExprId) -> Ty {
        self.input.bindings.expr_types.get(id.index()).copied().unwrap_or(Ty::UNKNOWN)
    }

    fn node_type(&self, id: ast::TypeNodeId) -> Ty {
        self.input.bindings.type_nodes.get(id.index()).copied().unwrap_or(Ty::UNKNOWN)
    }

    /// The entity of a local variable or lambda parameter, created on first use.
    fn var_ent(&mut self, index: u32) -> Option<Ent> {
        let slot = self.vars.get_mut(index as usize)?;
        if slot.is_none() {
            *slot = Some(self.facts.fresh());
        }
        *slot
    }
}
