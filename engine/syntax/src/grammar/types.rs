//! Types, module expressions, signatures, predicate references and the arguments of instantiations.

use super::{Ex, Extra, In, Rule, arity, named, one_of_kinds, simple_id, span_of, token};
use crate::fault::{Fault, What};
use crate::token::Kind;
use crate::tree::*;
use chumsky::prelude::*;
use quarrel_base::source::Span;

/// The rules of this file.
#[derive(Clone)]
pub struct Types<'a> {
    /// A type.
    pub ty: Rule<'a, TypeExpr>,
    /// `type {, type}`.
    pub types: Rule<'a, Vec<TypeExpr>>,
    /// `<args>` where nothing but arguments can follow a name.
    pub args: Rule<'a, Vec<Arg>>,
    /// A module expression.
    pub module: Rule<'a, ModuleExpr>,
    /// A signature.
    pub signature: Rule<'a, SigExpr>,
    /// `M::p/2`.
    pub predicate_ref: Rule<'a, PredicateRef>,
    /// The steps of `A<X>::b` before a call, a variable or `.super`: `<` only where it must begin arguments.
    pub path: Rule<'a, Vec<ModuleStep>>,
    /// `type name {, type name}`.
    pub decls: Rule<'a, Vec<VarDecl>>,
    /// `<params>`, or nothing.
    pub params: Rule<'a, Vec<ModuleParam>>,
}

/// A step of a path.
fn step<'a>(args: impl Parser<'a, In<'a>, Vec<Arg>, Ex<'a>> + Clone + 'a) -> Rule<'a, ModuleStep> {
    choice((named(Kind::LowerId), named(Kind::UpperId)))
        .then(args.or_not())
        .map(|(name, args)| ModuleStep { name, args })
        .boxed()
}

fn steps<'a>(step: Rule<'a, ModuleStep>) -> Rule<'a, Vec<ModuleStep>> {
    step.separated_by(token(Kind::ColonColon)).at_least(1).collect().boxed()
}

/// All steps except the last, as a qualifier.
pub fn qualifier(steps: Vec<ModuleStep>) -> Option<ModuleExpr> {
    let span = steps.first()?.name.span.to(end_of(steps.last()?));
    Some(ModuleExpr { steps, span })
}

/// The place of the last name in a step; the `>` after arguments is not in the tree, so this ends a little before it.
fn end_of(step: &ModuleStep) -> Span {
    let argument = step.args.as_ref().and_then(|args| args.last()).map(|arg| match arg {
        Arg::Predicate(reference) => reference.span,
        Arg::TypeOrModule(ty) => ty.span,
        Arg::Module(module) => module.span,
    });
    argument.unwrap_or(step.name.span)
}

/// The steps as a type, if they spell one: the last step is in upper case and without arguments.
pub fn steps_as_type(mut steps: Vec<ModuleStep>, span: Span) -> Result<TypeExpr, Vec<ModuleStep>> {
    match steps.last() {
        Some(ModuleStep { name, args: None }) if name.text.starts_with(|c: char| c.is_ascii_uppercase()) => {}
        _ => return Err(steps),
    }
    let Some(ModuleStep { name, .. }) = steps.pop() else { return Err(steps) };
    Ok(TypeExpr { kind: TypeExprKind::Named { module: qualifier(steps), name }, span })
}

/// `int`, `@expr` and the like.
fn simple_type<'a>() -> Rule<'a, TypeExpr> {
    let primitive = one_of_kinds([
        (Kind::Boolean, Primitive::Boolean),
        (Kind::Date, Primitive::Date),
        (Kind::FloatType, Primitive::Float),
        (Kind::IntType, Primitive::Int),
        (Kind::StringType, Primitive::String),
    ]);
    choice((primitive.map(TypeExprKind::Primitive), named(Kind::AtId).map(TypeExprKind::Db)))
        .map_with(|kind, e: &mut Extra<'a, '_>| TypeExpr { kind, span: span_of(e) })
        .boxed()
}

/// Makes the rules.
pub fn types<'a>() -> Types<'a> {
    let mut args: Recursive<chumsky::recursive::Indirect<'a, 'a, In<'a>, Vec<Arg>, Ex<'a>>> =
        Recursive::declare();
    let open = choice((token(Kind::LtArgs), token(Kind::Lt)));
    // With a `<` that may be a comparison elsewhere, but must begin arguments here.
    let loose = steps(step(args.clone()));
    let strict_args = just(Kind::LtArgs).rewind().ignore_then(args.clone());
    let path = steps(step(strict_args));

    let ty = choice((
        simple_type(),
        path.clone().try_map_with(|steps, e: &mut Extra<'a, '_>| {
            let span = span_of(e);
            steps_as_type(steps, span).map_err(|_| Fault::at(e.span().start))
        }),
    ))
    .labelled(What::Type)
    .boxed();

    let special = choice((named(Kind::Any), named(Kind::None)));
    let slash = token(Kind::Slash).ignore_then(arity());
    let predicate_name = choice((
        choice((named(Kind::AtId), special.clone())).map(|name| vec![ModuleStep { name, args: None }]),
        loose.clone(),
    ));
    let predicate_ref = predicate_name
        .then(slash.clone())
        .try_map_with(|(steps, arity), e: &mut Extra<'a, '_>| {
            let span = span_of(e);
            reference(steps, arity, span).ok_or(Fault::at(e.span().start))
        })
        .labelled(What::Name)
        .boxed();

    let arg = choice((
        loose.clone().then(slash.clone().or_not()).try_map_with(|(steps, arity), e: &mut Extra<'a, '_>| {
            let span = span_of(e);
            match arity {
                Some(arity) => {
                    reference(steps, arity, span).map(Arg::Predicate).ok_or(Fault::at(e.span().start))
                }
                None => Ok(match steps_as_type(steps, span) {
                    Ok(ty) => Arg::TypeOrModule(ty),
                    Err(steps) => Arg::Module(ModuleExpr { steps, span }),
                }),
            }
        }),
        choice((named(Kind::AtId), special)).then(slash).map_with(|(name, arity), e: &mut Extra<'a, '_>| {
            Arg::Predicate(PredicateRef { module: None, name, arity, span: span_of(e) })
        }),
        simple_type().map(Arg::TypeOrModule),
    ))
    .labelled(What::Argument)
    .boxed();
    args.define(
        arg.separated_by(token(Kind::Comma))
            .at_least(1)
            .collect()
            .delimited_by(open.clone(), token(Kind::Gt))
            .boxed(),
    );

    let module = loose
        .clone()
        .map_with(|steps, e: &mut Extra<'a, '_>| ModuleExpr { steps, span: span_of(e) })
        .labelled(What::Name)
        .boxed();
    let signature = loose
        .then(token(Kind::Slash).ignore_then(arity()).or_not())
        .try_map_with(|(mut steps, arity), e: &mut Extra<'a, '_>| {
            let span = span_of(e);
            match steps.pop() {
                Some(ModuleStep { name, args }) if args.is_none() || arity.is_none() => {
                    Ok(SigExpr { module: qualifier(steps), name, arity, args, span })
                }
                _ => Err(Fault::at(e.span().start)),
            }
        })
        .labelled(What::Signature)
        .boxed();
    let decl = ty.clone().then(named(Kind::LowerId)).map(|(ty, name)| VarDecl { ty, name });
    let param = signature.clone().then(simple_id()).map(|(signature, name)| ModuleParam { signature, name });
    let params = param
        .separated_by(token(Kind::Comma))
        .at_least(1)
        .collect()
        .delimited_by(open, token(Kind::Gt))
        .or_not()
        .map(Option::unwrap_or_default)
        .boxed();
    Types {
        types: ty.clone().separated_by(token(Kind::Comma)).at_least(1).collect().boxed(),
        decls: decl.separated_by(token(Kind::Comma)).at_least(1).collect().boxed(),
        ty,
        args: args.boxed(),
        module,
        signature,
        predicate_ref,
        path,
        params,
    }
}

fn reference(mut steps: Vec<ModuleStep>, arity: u32, span: Span) -> Option<PredicateRef> {
    match steps.pop()? {
        ModuleStep { name, args: None } => Some(PredicateRef { module: qualifier(steps), name, arity, span }),
        ModuleStep { .. } => None,
    }
}
