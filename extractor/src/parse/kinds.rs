//! Node kinds and fields of the grammar as enums, looked up once.

use std::sync::OnceLock;

use tree_sitter::Language;

macro_rules! names {
    ($(#[$doc:meta])* $enum:ident: $($special:ident)+ { $($variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum $enum { $($special,)+ $($variant,)* }
        impl $enum {
            fn of(name: &str) -> $enum {
                match name { $($name => $enum::$variant,)* _ => $enum::Other }
            }
            #[cfg(test)]
            const NAMES: &[&str] = &[$($name,)*];
        }
    };
}

names! {
    /// The kinds of nodes that lowering tells apart.
    K: Other Error {
        Annotation = "annotation", AnnotatedType = "annotated_type", MarkerAnnotation = "marker_annotation",
        AnnotationArgs = "annotation_argument_list", AnnotationBody = "annotation_type_body",
        AnnotationDecl = "annotation_type_declaration", AnnotationElement = "annotation_type_element_declaration",
        ArgumentList = "argument_list", ArrayAccess = "array_access", NewArray = "array_creation_expression",
        ArrayInit = "array_initializer", ArrayType = "array_type", Assert = "assert_statement",
        Assignment = "assignment_expression", Asterisk = "asterisk", Binary = "binary_expression",
        BinaryInt = "binary_integer_literal", Block = "block", BlockComment = "block_comment",
        BooleanType = "boolean_type", BreakStmt = "break_statement", Cast = "cast_expression",
        CatchClause = "catch_clause", CatchParam = "catch_formal_parameter", CatchType = "catch_type",
        Char = "character_literal", ClassBody = "class_body", ClassDecl = "class_declaration",
        ClassLiteral = "class_literal", CompactConstructor = "compact_constructor_declaration",
        ConstantDecl = "constant_declaration", ConstructorBody = "constructor_body",
        ConstructorDecl = "constructor_declaration", ContinueStmt = "continue_statement",
        DecimalFloat = "decimal_floating_point_literal", DecimalInt = "decimal_integer_literal",
        Dimensions = "dimensions", DimensionsExpr = "dimensions_expr", DoStmt = "do_statement",
        ValueArray = "element_value_array_initializer", ValuePair = "element_value_pair", ForEach = "enhanced_for_statement",
        EnumBody = "enum_body", EnumBodyDecls = "enum_body_declarations", EnumConstant = "enum_constant",
        EnumDecl = "enum_declaration", ConstructorCall = "explicit_constructor_invocation",
        Exports = "exports_module_directive", ExprStmt = "expression_statement",
        ExtendsInterfaces = "extends_interfaces", FieldAccess = "field_access", FieldDecl = "field_declaration",
        FinallyClause = "finally_clause", FloatType = "floating_point_type", ForStmt = "for_statement",
        FormalParam = "formal_parameter", FormalParams = "formal_parameters", GenericType = "generic_type",
        Guard = "guard", HexFloat = "hex_floating_point_literal", HexInt = "hex_integer_literal",
        Identifier = "identifier", IfStmt = "if_statement", ImportDecl = "import_declaration",
        InferredParams = "inferred_parameters", InstanceOf = "instanceof_expression", IntegralType = "integral_type",
        InterfaceBody = "interface_body", InterfaceDecl = "interface_declaration", Labeled = "labeled_statement",
        Lambda = "lambda_expression", LineComment = "line_comment", LocalVar = "local_variable_declaration",
        MethodDecl = "method_declaration", Call = "method_invocation", MethodRef = "method_reference",
        Modifiers = "modifiers", ModuleBody = "module_body", ModuleDecl = "module_declaration", Null = "null_literal",
        New = "object_creation_expression", OctalInt = "octal_integer_literal", Opens = "opens_module_directive",
        PackageDecl = "package_declaration", Parens = "parenthesized_expression", Pattern = "pattern",
        Permits = "permits", Program = "program", Provides = "provides_module_directive",
        ReceiverParam = "receiver_parameter", RecordDecl = "record_declaration", RecordPattern = "record_pattern",
        RecordPatternBody = "record_pattern_body", RecordComponentPattern = "record_pattern_component",
        Requires = "requires_module_directive", RequiresModifier = "requires_modifier", Resource = "resource",
        Resources = "resource_specification", Return = "return_statement", ScopedName = "scoped_identifier",
        ScopedType = "scoped_type_identifier", SpreadParam = "spread_parameter", StaticInit = "static_initializer",
        Interpolation = "string_interpolation", Str = "string_literal", Super = "super",
        SuperInterfaces = "super_interfaces", Superclass = "superclass", SwitchBlock = "switch_block",
        SwitchGroup = "switch_block_statement_group", Switch = "switch_expression", SwitchLabel = "switch_label",
        SwitchRule = "switch_rule", Synchronized = "synchronized_statement", Template = "template_expression",
        Ternary = "ternary_expression", This = "this", ThrowStmt = "throw_statement", Throws = "throws",
        TryStmt = "try_statement", TryResources = "try_with_resources_statement", TypeArgs = "type_arguments",
        TypeBound = "type_bound", TypeIdentifier = "type_identifier", TypeList = "type_list",
        TypeParam = "type_parameter", TypeParams = "type_parameters", TypePattern = "type_pattern",
        Unary = "unary_expression", Underscore = "underscore_pattern", Update = "update_expression",
        Uses = "uses_module_directive", Declarator = "variable_declarator", VoidType = "void_type",
        WhileStmt = "while_statement", Wildcard = "wildcard", Yield = "yield_statement",
        True = "true", False = "false",
        Semicolon = ";", PlusPlus = "++", MinusMinus = "--", StaticToken = "static", NewToken = "new",
        DefaultToken = "default", ClassToken = "class", InterfaceToken = "interface", EnumToken = "enum",
        ExtendsToken = "extends", OpenToken = "open", ModuleToken = "module", DoubleColon = "::", LBracket = "[", RBracket = "]",
    }
}

names! {
    /// The fields that lowering tells apart; `Other` for children without a field.
    F: Other {
        Alternative = "alternative", Arguments = "arguments", Array = "array", Body = "body", Condition = "condition",
        Consequence = "consequence", Constructor = "constructor", Declarator = "declarator", Dimensions = "dimensions",
        Element = "element", Field = "field", Index = "index", Init = "init", Interfaces = "interfaces", Key = "key",
        Left = "left", Module = "module", Modules = "modules", Name = "name", Object = "object", Operand = "operand",
        Operator = "operator", Package = "package", Parameters = "parameters", Pattern = "pattern",
        Permits = "permits", Provided = "provided", Provider = "provider", Resources = "resources", Right = "right",
        Superclass = "superclass", TemplateArgument = "template_argument", TemplateProcessor = "template_processor",
        Type = "type", TypeArguments = "type_arguments", TypeParameters = "type_parameters", Update = "update",
        Value = "value",
    }
}

impl K {
    pub(crate) fn is_comment(self) -> bool {
        matches!(self, K::LineComment | K::BlockComment)
    }
    pub(crate) fn is_annotation(self) -> bool {
        matches!(self, K::Annotation | K::MarkerAnnotation)
    }
    pub(crate) fn is_type(self) -> bool {
        matches!(
            self,
            K::TypeIdentifier
                | K::ScopedType
                | K::GenericType
                | K::ArrayType
                | K::AnnotatedType
                | K::VoidType
                | K::IntegralType
                | K::FloatType
                | K::BooleanType
        )
    }
    pub(crate) fn is_type_decl(self) -> bool {
        matches!(self, K::ClassDecl | K::InterfaceDecl | K::EnumDecl | K::RecordDecl | K::AnnotationDecl)
    }
    pub(crate) fn is_member(self) -> bool {
        self.is_type_decl()
            || matches!(
                self,
                K::FieldDecl
                    | K::ConstantDecl
                    | K::MethodDecl
                    | K::ConstructorDecl
                    | K::CompactConstructor
                    | K::AnnotationElement
                    | K::StaticInit
            )
    }
    pub(crate) fn is_expr(self) -> bool {
        matches!(
            self,
            K::Identifier
                | K::ArrayAccess
                | K::NewArray
                | K::Assignment
                | K::Binary
                | K::BinaryInt
                | K::Cast
                | K::Char
                | K::ClassLiteral
                | K::DecimalFloat
                | K::DecimalInt
                | K::FieldAccess
                | K::HexFloat
                | K::HexInt
                | K::InstanceOf
                | K::Lambda
                | K::Call
                | K::MethodRef
                | K::Null
                | K::New
                | K::OctalInt
                | K::Parens
                | K::Str
                | K::Super
                | K::Switch
                | K::Template
                | K::Ternary
                | K::This
                | K::Unary
                | K::Update
                | K::True
                | K::False
        )
    }
    pub(crate) fn is_stmt(self) -> bool {
        self.is_type_decl()
            || matches!(
                self,
                K::Assert
                    | K::Block
                    | K::BreakStmt
                    | K::ContinueStmt
                    | K::DoStmt
                    | K::ForEach
                    | K::ConstructorCall
                    | K::ExprStmt
                    | K::ForStmt
                    | K::IfStmt
                    | K::Labeled
                    | K::LocalVar
                    | K::Return
                    | K::Switch
                    | K::Synchronized
                    | K::ThrowStmt
                    | K::TryStmt
                    | K::TryResources
                    | K::WhileStmt
                    | K::Yield
                    | K::Semicolon
            )
    }
}

/// Kinds and fields by the grammar's numbers.
pub(crate) struct Tables {
    kinds: Vec<K>,
    fields: Vec<F>,
}

impl Tables {
    pub(crate) fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(|| {
            let language: Language = quarrel_java_grammar::LANGUAGE.into();
            let kind = |id| language.node_kind_for_id(id).map_or(K::Other, K::of);
            let field = |id| language.field_name_for_id(id).map_or(F::Other, F::of);
            Tables {
                kinds: (0..language.node_kind_count() as u16).map(kind).collect(),
                fields: (0..=language.field_count() as u16).map(field).collect(),
            }
        })
    }

    pub(crate) fn kind(&self, id: u16) -> K {
        // The error node has the largest number there is.
        self.kinds.get(usize::from(id)).copied().unwrap_or(K::Error)
    }

    pub(crate) fn field(&self, id: Option<std::num::NonZeroU16>) -> F {
        id.and_then(|id| self.fields.get(usize::from(id.get()))).copied().unwrap_or(F::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grammar_has_every_name() {
        let language: Language = quarrel_java_grammar::LANGUAGE.into();
        let kinds: Vec<_> =
            (0..language.node_kind_count() as u16).filter_map(|id| language.node_kind_for_id(id)).collect();
        for name in K::NAMES {
            assert!(kinds.contains(name), "no node kind {name}");
        }
        for name in F::NAMES {
            assert!(language.field_id_for_name(name).is_some(), "no field {name}");
        }
    }
}
