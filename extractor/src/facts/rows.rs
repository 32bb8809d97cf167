//! One struct a stored table, and the numbers of kinds. Generated from `schema/java.dbscheme` and
//! `schema/java.storage` by the test `facts::codegen`: change those, then run it with `UPDATE_EXPECT=1`.

use super::batch::{Cell, Ent, Loc, Row, Text};

/// How many stored tables there are.
pub const TABLES: usize = 69;

/// Numbers of `@compilation.kind`.
pub mod compilation_kind {
    /// `@javacompilation`.
    pub const JAVACOMPILATION: i32 = 1;
    /// `@kotlincompilation`.
    pub const KOTLINCOMPILATION: i32 = 2;
}

/// Numbers of `@stmt.kind`.
pub mod stmt_kind {
    /// `@block`.
    pub const BLOCK: i32 = 0;
    /// `@ifstmt`.
    pub const IFSTMT: i32 = 1;
    /// `@forstmt`.
    pub const FORSTMT: i32 = 2;
    /// `@enhancedforstmt`.
    pub const ENHANCEDFORSTMT: i32 = 3;
    /// `@whilestmt`.
    pub const WHILESTMT: i32 = 4;
    /// `@dostmt`.
    pub const DOSTMT: i32 = 5;
    /// `@trystmt`.
    pub const TRYSTMT: i32 = 6;
    /// `@switchstmt`.
    pub const SWITCHSTMT: i32 = 7;
    /// `@synchronizedstmt`.
    pub const SYNCHRONIZEDSTMT: i32 = 8;
    /// `@returnstmt`.
    pub const RETURNSTMT: i32 = 9;
    /// `@throwstmt`.
    pub const THROWSTMT: i32 = 10;
    /// `@breakstmt`.
    pub const BREAKSTMT: i32 = 11;
    /// `@continuestmt`.
    pub const CONTINUESTMT: i32 = 12;
    /// `@emptystmt`.
    pub const EMPTYSTMT: i32 = 13;
    /// `@exprstmt`.
    pub const EXPRSTMT: i32 = 14;
    /// `@labeledstmt`.
    pub const LABELEDSTMT: i32 = 15;
    /// `@assertstmt`.
    pub const ASSERTSTMT: i32 = 16;
    /// `@localvariabledeclstmt`.
    pub const LOCALVARIABLEDECLSTMT: i32 = 17;
    /// `@localtypedeclstmt`.
    pub const LOCALTYPEDECLSTMT: i32 = 18;
    /// `@constructorinvocationstmt`.
    pub const CONSTRUCTORINVOCATIONSTMT: i32 = 19;
    /// `@superconstructorinvocationstmt`.
    pub const SUPERCONSTRUCTORINVOCATIONSTMT: i32 = 20;
    /// `@case`.
    pub const CASE: i32 = 21;
    /// `@catchclause`.
    pub const CATCHCLAUSE: i32 = 22;
    /// `@yieldstmt`.
    pub const YIELDSTMT: i32 = 23;
    /// `@errorstmt`.
    pub const ERRORSTMT: i32 = 24;
    /// `@whenbranch`.
    pub const WHENBRANCH: i32 = 25;
}

/// Numbers of `@expr.kind`.
pub mod expr_kind {
    /// `@arrayaccess`.
    pub const ARRAYACCESS: i32 = 1;
    /// `@arraycreationexpr`.
    pub const ARRAYCREATIONEXPR: i32 = 2;
    /// `@arrayinit`.
    pub const ARRAYINIT: i32 = 3;
    /// `@assignexpr`.
    pub const ASSIGNEXPR: i32 = 4;
    /// `@assignaddexpr`.
    pub const ASSIGNADDEXPR: i32 = 5;
    /// `@assignsubexpr`.
    pub const ASSIGNSUBEXPR: i32 = 6;
    /// `@assignmulexpr`.
    pub const ASSIGNMULEXPR: i32 = 7;
    /// `@assigndivexpr`.
    pub const ASSIGNDIVEXPR: i32 = 8;
    /// `@assignremexpr`.
    pub const ASSIGNREMEXPR: i32 = 9;
    /// `@assignandexpr`.
    pub const ASSIGNANDEXPR: i32 = 10;
    /// `@assignorexpr`.
    pub const ASSIGNOREXPR: i32 = 11;
    /// `@assignxorexpr`.
    pub const ASSIGNXOREXPR: i32 = 12;
    /// `@assignlshiftexpr`.
    pub const ASSIGNLSHIFTEXPR: i32 = 13;
    /// `@assignrshiftexpr`.
    pub const ASSIGNRSHIFTEXPR: i32 = 14;
    /// `@assignurshiftexpr`.
    pub const ASSIGNURSHIFTEXPR: i32 = 15;
    /// `@booleanliteral`.
    pub const BOOLEANLITERAL: i32 = 16;
    /// `@integerliteral`.
    pub const INTEGERLITERAL: i32 = 17;
    /// `@longliteral`.
    pub const LONGLITERAL: i32 = 18;
    /// `@floatingpointliteral`.
    pub const FLOATINGPOINTLITERAL: i32 = 19;
    /// `@doubleliteral`.
    pub const DOUBLELITERAL: i32 = 20;
    /// `@characterliteral`.
    pub const CHARACTERLITERAL: i32 = 21;
    /// `@stringliteral`.
    pub const STRINGLITERAL: i32 = 22;
    /// `@nullliteral`.
    pub const NULLLITERAL: i32 = 23;
    /// `@mulexpr`.
    pub const MULEXPR: i32 = 24;
    /// `@divexpr`.
    pub const DIVEXPR: i32 = 25;
    /// `@remexpr`.
    pub const REMEXPR: i32 = 26;
    /// `@addexpr`.
    pub const ADDEXPR: i32 = 27;
    /// `@subexpr`.
    pub const SUBEXPR: i32 = 28;
    /// `@lshiftexpr`.
    pub const LSHIFTEXPR: i32 = 29;
    /// `@rshiftexpr`.
    pub const RSHIFTEXPR: i32 = 30;
    /// `@urshiftexpr`.
    pub const URSHIFTEXPR: i32 = 31;
    /// `@andbitexpr`.
    pub const ANDBITEXPR: i32 = 32;
    /// `@orbitexpr`.
    pub const ORBITEXPR: i32 = 33;
    /// `@xorbitexpr`.
    pub const XORBITEXPR: i32 = 34;
    /// `@andlogicalexpr`.
    pub const ANDLOGICALEXPR: i32 = 35;
    /// `@orlogicalexpr`.
    pub const ORLOGICALEXPR: i32 = 36;
    /// `@ltexpr`.
    pub const LTEXPR: i32 = 37;
    /// `@gtexpr`.
    pub const GTEXPR: i32 = 38;
    /// `@leexpr`.
    pub const LEEXPR: i32 = 39;
    /// `@geexpr`.
    pub const GEEXPR: i32 = 40;
    /// `@eqexpr`.
    pub const EQEXPR: i32 = 41;
    /// `@neexpr`.
    pub const NEEXPR: i32 = 42;
    /// `@postincexpr`.
    pub const POSTINCEXPR: i32 = 43;
    /// `@postdecexpr`.
    pub const POSTDECEXPR: i32 = 44;
    /// `@preincexpr`.
    pub const PREINCEXPR: i32 = 45;
    /// `@predecexpr`.
    pub const PREDECEXPR: i32 = 46;
    /// `@minusexpr`.
    pub const MINUSEXPR: i32 = 47;
    /// `@plusexpr`.
    pub const PLUSEXPR: i32 = 48;
    /// `@bitnotexpr`.
    pub const BITNOTEXPR: i32 = 49;
    /// `@lognotexpr`.
    pub const LOGNOTEXPR: i32 = 50;
    /// `@castexpr`.
    pub const CASTEXPR: i32 = 51;
    /// `@newexpr`.
    pub const NEWEXPR: i32 = 52;
    /// `@conditionalexpr`.
    pub const CONDITIONALEXPR: i32 = 53;
    /// `@parexpr`.
    pub const PAREXPR: i32 = 54;
    /// `@instanceofexpr`.
    pub const INSTANCEOFEXPR: i32 = 55;
    /// `@localvariabledeclexpr`.
    pub const LOCALVARIABLEDECLEXPR: i32 = 56;
    /// `@typeliteral`.
    pub const TYPELITERAL: i32 = 57;
    /// `@thisaccess`.
    pub const THISACCESS: i32 = 58;
    /// `@superaccess`.
    pub const SUPERACCESS: i32 = 59;
    /// `@varaccess`.
    pub const VARACCESS: i32 = 60;
    /// `@methodaccess`.
    pub const METHODACCESS: i32 = 61;
    /// `@unannotatedtypeaccess`.
    pub const UNANNOTATEDTYPEACCESS: i32 = 62;
    /// `@arraytypeaccess`.
    pub const ARRAYTYPEACCESS: i32 = 63;
    /// `@packageaccess`.
    pub const PACKAGEACCESS: i32 = 64;
    /// `@wildcardtypeaccess`.
    pub const WILDCARDTYPEACCESS: i32 = 65;
    /// `@declannotation`.
    pub const DECLANNOTATION: i32 = 66;
    /// `@uniontypeaccess`.
    pub const UNIONTYPEACCESS: i32 = 67;
    /// `@lambdaexpr`.
    pub const LAMBDAEXPR: i32 = 68;
    /// `@memberref`.
    pub const MEMBERREF: i32 = 69;
    /// `@annotatedtypeaccess`.
    pub const ANNOTATEDTYPEACCESS: i32 = 70;
    /// `@typeannotation`.
    pub const TYPEANNOTATION: i32 = 71;
    /// `@intersectiontypeaccess`.
    pub const INTERSECTIONTYPEACCESS: i32 = 72;
    /// `@switchexpr`.
    pub const SWITCHEXPR: i32 = 73;
    /// `@errorexpr`.
    pub const ERROREXPR: i32 = 74;
    /// `@whenexpr`.
    pub const WHENEXPR: i32 = 75;
    /// `@getclassexpr`.
    pub const GETCLASSEXPR: i32 = 76;
    /// `@safecastexpr`.
    pub const SAFECASTEXPR: i32 = 77;
    /// `@implicitcastexpr`.
    pub const IMPLICITCASTEXPR: i32 = 78;
    /// `@implicitnotnullexpr`.
    pub const IMPLICITNOTNULLEXPR: i32 = 79;
    /// `@implicitcoerciontounitexpr`.
    pub const IMPLICITCOERCIONTOUNITEXPR: i32 = 80;
    /// `@notinstanceofexpr`.
    pub const NOTINSTANCEOFEXPR: i32 = 81;
    /// `@stmtexpr`.
    pub const STMTEXPR: i32 = 82;
    /// `@stringtemplateexpr`.
    pub const STRINGTEMPLATEEXPR: i32 = 83;
    /// `@notnullexpr`.
    pub const NOTNULLEXPR: i32 = 84;
    /// `@unsafecoerceexpr`.
    pub const UNSAFECOERCEEXPR: i32 = 85;
    /// `@valueeqexpr`.
    pub const VALUEEQEXPR: i32 = 86;
    /// `@valueneexpr`.
    pub const VALUENEEXPR: i32 = 87;
    /// `@propertyref`.
    pub const PROPERTYREF: i32 = 88;
    /// `@recordpatternexpr`.
    pub const RECORDPATTERNEXPR: i32 = 89;
}

/// Numbers of `@cfgblock.kind`.
pub mod cfgblock_kind {
    /// `@cfgbodyblock`.
    pub const CFGBODYBLOCK: i32 = 0;
    /// `@cfgentryblock`.
    pub const CFGENTRYBLOCK: i32 = 1;
    /// `@cfgexitblock`.
    pub const CFGEXITBLOCK: i32 = 2;
    /// `@cfgexceptionalexitblock`.
    pub const CFGEXCEPTIONALEXITBLOCK: i32 = 3;
}

/// A row of `t_file`: `files`, `containerparent`, `cupackage`, `cumodule`.
#[derive(Debug, Clone, Copy)]
pub struct File {
    /// `locations_default`, column 1.
    pub id: Ent,
    /// `files`, column 1.
    pub name: Text,
    /// `containerparent`, column 0.
    pub folder: Ent,
    /// `cupackage`, column 1.
    pub package: Option<Ent>,
    /// `cumodule`, column 1.
    pub module: Option<Ent>,
}

impl Row for File {
    const TABLE: usize = 0;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.folder.cell(cells);
        self.package.cell(cells);
        self.module.cell(cells);
    }
}

/// A row of `t_folder`: `folders`, `containerparent`.
#[derive(Debug, Clone, Copy)]
pub struct Folder {
    /// `folders`, column 0.
    pub id: Ent,
    /// `folders`, column 1.
    pub name: Text,
    /// `containerparent`, column 0.
    pub parent: Option<Ent>,
}

impl Row for Folder {
    const TABLE: usize = 1;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.parent.cell(cells);
    }
}

/// A row of `t_package`: `packages`.
#[derive(Debug, Clone, Copy)]
pub struct Package {
    /// `packages`, column 0.
    pub id: Ent,
    /// `packages`, column 1.
    pub name: Text,
}

impl Row for Package {
    const TABLE: usize = 2;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
    }
}

/// A row of `t_import`: `imports`.
#[derive(Debug, Clone, Copy)]
pub struct Import {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `imports`, column 1.
    pub holder: Ent,
    /// `imports`, column 2.
    pub name: Text,
    /// `imports`, column 3.
    pub kind: i32,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Import {
    const TABLE: usize = 3;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.holder.cell(cells);
        self.name.cell(cells);
        self.kind.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_sourceLocationPrefix`: `sourceLocationPrefix`.
#[derive(Debug, Clone, Copy)]
pub struct SourceLocationPrefix {
    /// `sourceLocationPrefix`, column 0.
    pub prefix: Text,
}

impl Row for SourceLocationPrefix {
    const TABLE: usize = 4;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.prefix.cell(cells);
    }
}

/// A row of `t_numlines`: `numlines`.
#[derive(Debug, Clone, Copy)]
pub struct Numlines {
    /// `numlines`, column 0.
    pub element_id: Ent,
    /// `numlines`, column 1.
    pub num_lines: i32,
    /// `numlines`, column 2.
    pub num_code: i32,
    /// `numlines`, column 3.
    pub num_comment: i32,
}

impl Row for Numlines {
    const TABLE: usize = 5;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.element_id.cell(cells);
        self.num_lines.cell(cells);
        self.num_code.cell(cells);
        self.num_comment.cell(cells);
    }
}

/// A row of `t_primitive`: `primitives`.
#[derive(Debug, Clone, Copy)]
pub struct Primitive {
    /// `primitives`, column 0.
    pub id: Ent,
    /// `primitives`, column 1.
    pub name: Text,
}

impl Row for Primitive {
    const TABLE: usize = 6;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
    }
}

/// A row of `t_error`: `error_type`.
#[derive(Debug, Clone, Copy)]
pub struct Error {
    /// `error_type`, column 0.
    pub id: Ent,
}

impl Row for Error {
    const TABLE: usize = 7;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
    }
}

/// A row of `t_class`: `classes_or_interfaces`, `isInterface`, `isRecord`, `isAnnotType`, `isEnumType`, `isAnonymClass`, `isLocalClassOrInterface`, `isImplicitClass`, `isParameterized`, `isRaw`, `enclInReftype`.
#[derive(Debug, Clone, Copy)]
pub struct Class {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `classes_or_interfaces`, column 1.
    pub name: Text,
    /// `classes_or_interfaces`, column 2.
    pub package: Ent,
    /// `classes_or_interfaces`, column 3.
    pub source: Ent,
    /// Used in conditions.
    pub flags: i32,
    /// `enclInReftype`, column 1.
    pub outer: Option<Ent>,
    /// `isAnonymClass`, column 1.
    pub owner: Option<Ent>,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Class {
    const TABLE: usize = 8;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.package.cell(cells);
        self.source.cell(cells);
        self.flags.cell(cells);
        self.outer.cell(cells);
        self.owner.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_typevar`: `typeVars`.
#[derive(Debug, Clone, Copy)]
pub struct Typevar {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `typeVars`, column 1.
    pub name: Text,
    /// `typeVars`, column 2.
    pub pos: i32,
    /// `typeVars`, column 3.
    pub parent: Ent,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Typevar {
    const TABLE: usize = 9;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.pos.cell(cells);
        self.parent.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_wildcard`: `wildcards`.
#[derive(Debug, Clone, Copy)]
pub struct Wildcard {
    /// `wildcards`, column 0.
    pub id: Ent,
    /// `wildcards`, column 1.
    pub name: Text,
    /// `wildcards`, column 2.
    pub kind: i32,
}

impl Row for Wildcard {
    const TABLE: usize = 10;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.kind.cell(cells);
    }
}

/// A row of `t_typebound`: `typeBounds`.
#[derive(Debug, Clone, Copy)]
pub struct Typebound {
    /// `typeBounds`, column 0.
    pub id: Ent,
    /// `typeBounds`, column 1.
    pub ty: Ent,
    /// `typeBounds`, column 2.
    pub pos: i32,
    /// `typeBounds`, column 3.
    pub parent: Ent,
}

impl Row for Typebound {
    const TABLE: usize = 11;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.ty.cell(cells);
        self.pos.cell(cells);
        self.parent.cell(cells);
    }
}

/// A row of `t_array`: `arrays`.
#[derive(Debug, Clone, Copy)]
pub struct Array {
    /// `arrays`, column 0.
    pub id: Ent,
    /// `arrays`, column 1.
    pub name: Text,
    /// `arrays`, column 2.
    pub element: Ent,
    /// `arrays`, column 3.
    pub dimension: i32,
    /// `arrays`, column 4.
    pub component: Ent,
}

impl Row for Array {
    const TABLE: usize = 12;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.element.cell(cells);
        self.dimension.cell(cells);
        self.component.cell(cells);
    }
}

/// A row of `t_unplaced`: .
#[derive(Debug, Clone, Copy)]
pub struct Unplaced {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Unplaced {
    const TABLE: usize = 13;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_typeArgs`: `typeArgs`.
#[derive(Debug, Clone, Copy)]
pub struct TypeArgs {
    /// `typeArgs`, column 0.
    pub argumentid: Ent,
    /// `typeArgs`, column 1.
    pub pos: i32,
    /// `typeArgs`, column 2.
    pub parentid: Ent,
}

impl Row for TypeArgs {
    const TABLE: usize = 14;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.argumentid.cell(cells);
        self.pos.cell(cells);
        self.parentid.cell(cells);
    }
}

/// A row of `t_extendsReftype`: `extendsReftype`.
#[derive(Debug, Clone, Copy)]
pub struct ExtendsReftype {
    /// `extendsReftype`, column 0.
    pub id1: Ent,
    /// `extendsReftype`, column 1.
    pub id2: Ent,
}

impl Row for ExtendsReftype {
    const TABLE: usize = 15;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id1.cell(cells);
        self.id2.cell(cells);
    }
}

/// A row of `t_implInterface`: `implInterface`.
#[derive(Debug, Clone, Copy)]
pub struct ImplInterface {
    /// `implInterface`, column 0.
    pub id1: Ent,
    /// `implInterface`, column 1.
    pub id2: Ent,
}

impl Row for ImplInterface {
    const TABLE: usize = 16;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id1.cell(cells);
        self.id2.cell(cells);
    }
}

/// A row of `t_permits`: `permits`.
#[derive(Debug, Clone, Copy)]
pub struct Permits {
    /// `permits`, column 0.
    pub id1: Ent,
    /// `permits`, column 1.
    pub id2: Ent,
}

impl Row for Permits {
    const TABLE: usize = 17;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id1.cell(cells);
        self.id2.cell(cells);
    }
}

/// A row of `t_fielddecl`: `fielddecls`.
#[derive(Debug, Clone, Copy)]
pub struct Fielddecl {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `fielddecls`, column 1.
    pub parent: Ent,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Fielddecl {
    const TABLE: usize = 18;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.parent.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_field`: `fieldDeclaredIn`, `fields`, `isEnumConst`.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `fields`, column 1.
    pub name: Text,
    /// `fields`, column 2.
    pub ty: Ent,
    /// `fields`, column 3.
    pub parent: Ent,
    /// Used in conditions.
    pub flags: i32,
    /// `fieldDeclaredIn`, column 1.
    pub decl: Option<Ent>,
    /// `fieldDeclaredIn`, column 2.
    pub pos: Option<i32>,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Field {
    const TABLE: usize = 19;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.flags.cell(cells);
        self.decl.cell(cells);
        self.pos.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_constr`: `constrs`, `isDefConstr`, `isCanonicalConstr`.
#[derive(Debug, Clone, Copy)]
pub struct Constr {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `constrs`, column 1.
    pub name: Text,
    /// `constrs`, column 2.
    pub signature: Text,
    /// `constrs`, column 3.
    pub ty: Ent,
    /// `constrs`, column 4.
    pub parent: Ent,
    /// `constrs`, column 5.
    pub source: Ent,
    /// Used in conditions.
    pub flags: i32,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Constr {
    const TABLE: usize = 20;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.signature.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.source.cell(cells);
        self.flags.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_method`: `methods`, `isAnnotElem`.
#[derive(Debug, Clone, Copy)]
pub struct Method {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `methods`, column 1.
    pub name: Text,
    /// `methods`, column 2.
    pub signature: Text,
    /// `methods`, column 3.
    pub ty: Ent,
    /// `methods`, column 4.
    pub parent: Ent,
    /// `methods`, column 5.
    pub source: Ent,
    /// Used in conditions.
    pub flags: i32,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Method {
    const TABLE: usize = 21;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.signature.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.source.cell(cells);
        self.flags.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_param`: `params`, `paramName`, `isVarargsParam`.
#[derive(Debug, Clone, Copy)]
pub struct Param {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `params`, column 1.
    pub ty: Ent,
    /// `params`, column 2.
    pub pos: i32,
    /// `params`, column 3.
    pub parent: Ent,
    /// `params`, column 4.
    pub source: Ent,
    /// Used in conditions.
    pub varargs: i32,
    /// `paramName`, column 1.
    pub name: Option<Text>,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Param {
    const TABLE: usize = 22;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.ty.cell(cells);
        self.pos.cell(cells);
        self.parent.cell(cells);
        self.source.cell(cells);
        self.varargs.cell(cells);
        self.name.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_exception`: `exceptions`.
#[derive(Debug, Clone, Copy)]
pub struct Exception {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `exceptions`, column 1.
    pub ty: Ent,
    /// `exceptions`, column 2.
    pub parent: Ent,
    /// Where it is written.
    pub loc: Option<Loc>,
}

impl Row for Exception {
    const TABLE: usize = 23;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_modifier`: `modifiers`.
#[derive(Debug, Clone, Copy)]
pub struct Modifier {
    /// `modifiers`, column 0.
    pub id: Ent,
    /// `modifiers`, column 1.
    pub name: Text,
}

impl Row for Modifier {
    const TABLE: usize = 24;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
    }
}

/// A row of `t_hasModifier`: `hasModifier`.
#[derive(Debug, Clone, Copy)]
pub struct HasModifier {
    /// `hasModifier`, column 0.
    pub id1: Ent,
    /// `hasModifier`, column 1.
    pub id2: Ent,
}

impl Row for HasModifier {
    const TABLE: usize = 25;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id1.cell(cells);
        self.id2.cell(cells);
    }
}

/// A row of `t_annotValue`: `annotValue`.
#[derive(Debug, Clone, Copy)]
pub struct AnnotValue {
    /// `annotValue`, column 0.
    pub parentid: Ent,
    /// `annotValue`, column 1.
    pub id2: Ent,
    /// `annotValue`, column 2.
    pub value: Ent,
}

impl Row for AnnotValue {
    const TABLE: usize = 26;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.parentid.cell(cells);
        self.id2.cell(cells);
        self.value.cell(cells);
    }
}

/// A row of `t_compiler_generated`: `compiler_generated`.
#[derive(Debug, Clone, Copy)]
pub struct CompilerGenerated {
    /// `compiler_generated`, column 0.
    pub id: Ent,
    /// `compiler_generated`, column 1.
    pub kind: i32,
}

impl Row for CompilerGenerated {
    const TABLE: usize = 27;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.kind.cell(cells);
    }
}

/// A row of `t_stmt`: `stmts`, `callableBinding`, `called_declaration`, `cfg_position`.
#[derive(Debug, Clone, Copy)]
pub struct Stmt {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `stmts`, column 1.
    pub kind: i32,
    /// `stmts`, column 2.
    pub parent: Ent,
    /// `stmts`, column 3.
    pub idx: i32,
    /// `stmts`, column 4.
    pub callable: Ent,
    /// `callableBinding`, column 1.
    pub target: Option<Ent>,
    /// `cfg_position`, column 1.
    pub block: Option<Ent>,
    /// `cfg_position`, column 2.
    pub place: Option<i32>,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Stmt {
    const TABLE: usize = 28;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.kind.cell(cells);
        self.parent.cell(cells);
        self.idx.cell(cells);
        self.callable.cell(cells);
        self.target.cell(cells);
        self.block.cell(cells);
        self.place.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_expr`: `exprs`, `callableEnclosingExpr`, `statementEnclosingExpr`, `isParenthesized`, `callableBinding`, `called_declaration`, `memberRefBinding`, `variableBinding`, `cfg_position`.
#[derive(Debug, Clone, Copy)]
pub struct Expr {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `exprs`, column 1.
    pub kind: i32,
    /// `exprs`, column 2.
    pub ty: Ent,
    /// `exprs`, column 3.
    pub parent: Ent,
    /// `exprs`, column 4.
    pub idx: i32,
    /// `callableEnclosingExpr`, column 1.
    pub callable: Option<Ent>,
    /// `statementEnclosingExpr`, column 1.
    pub stmt: Option<Ent>,
    /// `isParenthesized`, column 1.
    pub parens: Option<i32>,
    /// `callableBinding`, column 1.
    pub target: Option<Ent>,
    /// `cfg_position`, column 1.
    pub block: Option<Ent>,
    /// `cfg_position`, column 2.
    pub place: Option<i32>,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Expr {
    const TABLE: usize = 29;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.kind.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.idx.cell(cells);
        self.callable.cell(cells);
        self.stmt.cell(cells);
        self.parens.cell(cells);
        self.target.cell(cells);
        self.block.cell(cells);
        self.place.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_bound_call`: `callableBinding`, `called_declaration`, `memberRefBinding`.
#[derive(Debug, Clone, Copy)]
pub struct BoundCall {
    /// `callableBinding`, column 0.
    pub id: Ent,
    /// `callableBinding`, column 1.
    pub member: Ent,
    /// `called_declaration`, column 1.
    pub declaration: Ent,
    /// Used in conditions.
    pub reference: i32,
}

impl Row for BoundCall {
    const TABLE: usize = 30;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.member.cell(cells);
        self.declaration.cell(cells);
        self.reference.cell(cells);
    }
}

/// A row of `t_function_object`: `callableBinding`.
#[derive(Debug, Clone, Copy)]
pub struct FunctionObject {
    /// `callableBinding`, column 0.
    pub id: Ent,
    /// `callableBinding`, column 1.
    pub constructor: Ent,
}

impl Row for FunctionObject {
    const TABLE: usize = 31;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.constructor.cell(cells);
    }
}

/// A row of `t_localvar`: `localvars`.
#[derive(Debug, Clone, Copy)]
pub struct Localvar {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `localvars`, column 1.
    pub name: Text,
    /// `localvars`, column 2.
    pub ty: Ent,
    /// `localvars`, column 3.
    pub parent: Ent,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Localvar {
    const TABLE: usize = 32;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.ty.cell(cells);
        self.parent.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_lambdaKind`: `lambdaKind`.
#[derive(Debug, Clone, Copy)]
pub struct LambdaKind {
    /// `lambdaKind`, column 0.
    pub expr_id: Ent,
    /// `lambdaKind`, column 1.
    pub body_kind: i32,
}

impl Row for LambdaKind {
    const TABLE: usize = 33;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.expr_id.cell(cells);
        self.body_kind.cell(cells);
    }
}

/// A row of `t_namestrings`: `namestrings`.
#[derive(Debug, Clone, Copy)]
pub struct Namestrings {
    /// `namestrings`, column 0.
    pub name: Text,
    /// `namestrings`, column 1.
    pub value: Text,
    /// `namestrings`, column 2.
    pub parent: Ent,
}

impl Row for Namestrings {
    const TABLE: usize = 34;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.name.cell(cells);
        self.value.cell(cells);
        self.parent.cell(cells);
    }
}

/// A row of `t_isNullDefaultCase`: `isNullDefaultCase`.
#[derive(Debug, Clone, Copy)]
pub struct IsNullDefaultCase {
    /// `isNullDefaultCase`, column 0.
    pub id: Ent,
}

impl Row for IsNullDefaultCase {
    const TABLE: usize = 35;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
    }
}

/// A row of `t_module`: `modules`, `isOpen`.
#[derive(Debug, Clone, Copy)]
pub struct Module {
    /// `modules`, column 0.
    pub id: Ent,
    /// `modules`, column 1.
    pub name: Text,
    /// Used in conditions.
    pub open: i32,
}

impl Row for Module {
    const TABLE: usize = 36;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.open.cell(cells);
    }
}

/// A row of `t_requires`: `directives`, `requires`, `isTransitive`, `isStatic`.
#[derive(Debug, Clone, Copy)]
pub struct Requires {
    /// `directives`, column 1.
    pub id: Ent,
    /// `directives`, column 0.
    pub module: Ent,
    /// `requires`, column 1.
    pub target: Ent,
    /// Used in conditions.
    pub flags: i32,
}

impl Row for Requires {
    const TABLE: usize = 37;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.module.cell(cells);
        self.target.cell(cells);
        self.flags.cell(cells);
    }
}

/// A row of `t_exports`: `directives`, `exports`.
#[derive(Debug, Clone, Copy)]
pub struct Exports {
    /// `directives`, column 1.
    pub id: Ent,
    /// `directives`, column 0.
    pub module: Ent,
    /// `exports`, column 1.
    pub target: Ent,
}

impl Row for Exports {
    const TABLE: usize = 38;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.module.cell(cells);
        self.target.cell(cells);
    }
}

/// A row of `t_opens`: `directives`, `opens`.
#[derive(Debug, Clone, Copy)]
pub struct Opens {
    /// `directives`, column 1.
    pub id: Ent,
    /// `directives`, column 0.
    pub module: Ent,
    /// `opens`, column 1.
    pub target: Ent,
}

impl Row for Opens {
    const TABLE: usize = 39;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.module.cell(cells);
        self.target.cell(cells);
    }
}

/// A row of `t_uses`: `directives`, `uses`.
#[derive(Debug, Clone, Copy)]
pub struct Uses {
    /// `directives`, column 1.
    pub id: Ent,
    /// `directives`, column 0.
    pub module: Ent,
    /// `uses`, column 1.
    pub service: Text,
}

impl Row for Uses {
    const TABLE: usize = 40;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.module.cell(cells);
        self.service.cell(cells);
    }
}

/// A row of `t_provides`: `directives`, `provides`.
#[derive(Debug, Clone, Copy)]
pub struct Provides {
    /// `directives`, column 1.
    pub id: Ent,
    /// `directives`, column 0.
    pub module: Ent,
    /// `provides`, column 1.
    pub service: Text,
}

impl Row for Provides {
    const TABLE: usize = 41;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.module.cell(cells);
        self.service.cell(cells);
    }
}

/// A row of `t_exportsTo`: `exportsTo`.
#[derive(Debug, Clone, Copy)]
pub struct ExportsTo {
    /// `exportsTo`, column 0.
    pub id: Ent,
    /// `exportsTo`, column 1.
    pub target: Ent,
}

impl Row for ExportsTo {
    const TABLE: usize = 42;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.target.cell(cells);
    }
}

/// A row of `t_opensTo`: `opensTo`.
#[derive(Debug, Clone, Copy)]
pub struct OpensTo {
    /// `opensTo`, column 0.
    pub id: Ent,
    /// `opensTo`, column 1.
    pub target: Ent,
}

impl Row for OpensTo {
    const TABLE: usize = 43;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.target.cell(cells);
    }
}

/// A row of `t_providesWith`: `providesWith`.
#[derive(Debug, Clone, Copy)]
pub struct ProvidesWith {
    /// `providesWith`, column 0.
    pub id: Ent,
    /// `providesWith`, column 1.
    pub service_impl: Text,
}

impl Row for ProvidesWith {
    const TABLE: usize = 44;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.service_impl.cell(cells);
    }
}

/// A row of `t_comment`: `javadoc`, `isNormalComment`, `isEolComment`.
#[derive(Debug, Clone, Copy)]
pub struct Comment {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// Used in conditions.
    pub kind: i32,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Comment {
    const TABLE: usize = 45;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.kind.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_javadocTag`: `javadocTag`.
#[derive(Debug, Clone, Copy)]
pub struct JavadocTag {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `javadocTag`, column 1.
    pub name: Text,
    /// `javadocTag`, column 2.
    pub parent: Ent,
    /// `javadocTag`, column 3.
    pub idx: i32,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for JavadocTag {
    const TABLE: usize = 46;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.parent.cell(cells);
        self.idx.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_javadocText`: `javadocText`.
#[derive(Debug, Clone, Copy)]
pub struct JavadocText {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// `javadocText`, column 1.
    pub text: Text,
    /// `javadocText`, column 2.
    pub parent: Ent,
    /// `javadocText`, column 3.
    pub idx: i32,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for JavadocText {
    const TABLE: usize = 47;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.text.cell(cells);
        self.parent.cell(cells);
        self.idx.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_hasJavadoc`: `hasJavadoc`.
#[derive(Debug, Clone, Copy)]
pub struct HasJavadoc {
    /// `hasJavadoc`, column 0.
    pub documentableid: Ent,
    /// `hasJavadoc`, column 1.
    pub javadocid: Ent,
}

impl Row for HasJavadoc {
    const TABLE: usize = 48;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.documentableid.cell(cells);
        self.javadocid.cell(cells);
    }
}

/// A row of `t_comment_anchor`: `comment_anchor`.
#[derive(Debug, Clone, Copy)]
pub struct CommentAnchor {
    /// `comment_anchor`, column 0.
    pub comment: Ent,
    /// `comment_anchor`, column 1.
    pub element: Ent,
}

impl Row for CommentAnchor {
    const TABLE: usize = 49;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.comment.cell(cells);
        self.element.cell(cells);
    }
}

/// A row of `t_whole_ends`: `whole_ends`.
#[derive(Debug, Clone, Copy)]
pub struct WholeEnds {
    /// `whole_ends`, column 0.
    pub element: Ent,
    /// `whole_ends`, column 1.
    pub end_line: i32,
    /// `whole_ends`, column 2.
    pub end_column: i32,
}

impl Row for WholeEnds {
    const TABLE: usize = 50;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.element.cell(cells);
        self.end_line.cell(cells);
        self.end_column.cell(cells);
    }
}

/// A row of `t_c_style_arrays`: `c_style_arrays`.
#[derive(Debug, Clone, Copy)]
pub struct CStyleArrays {
    /// `c_style_arrays`, column 0.
    pub element: Ent,
    /// `c_style_arrays`, column 1.
    pub dimensions: i32,
}

impl Row for CStyleArrays {
    const TABLE: usize = 51;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.element.cell(cells);
        self.dimensions.cell(cells);
    }
}

/// A row of `t_cfg_blocks`: `cfg_blocks`.
#[derive(Debug, Clone, Copy)]
pub struct CfgBlocks {
    /// `cfg_blocks`, column 0.
    pub id: Ent,
    /// `cfg_blocks`, column 1.
    pub callable: Ent,
    /// `cfg_blocks`, column 2.
    pub kind: i32,
}

impl Row for CfgBlocks {
    const TABLE: usize = 52;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.callable.cell(cells);
        self.kind.cell(cells);
    }
}

/// A row of `t_cfg_edges`: `cfg_edges`.
#[derive(Debug, Clone, Copy)]
pub struct CfgEdges {
    /// `cfg_edges`, column 0.
    pub predecessor: Ent,
    /// `cfg_edges`, column 1.
    pub successor: Ent,
    /// `cfg_edges`, column 2.
    pub label: i32,
}

impl Row for CfgEdges {
    const TABLE: usize = 53;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.predecessor.cell(cells);
        self.successor.cell(cells);
        self.label.cell(cells);
    }
}

/// A row of `t_unresolved_calls`: `unresolved_calls`.
#[derive(Debug, Clone, Copy)]
pub struct UnresolvedCalls {
    /// `unresolved_calls`, column 0.
    pub id: Ent,
    /// `unresolved_calls`, column 1.
    pub name: Text,
    /// `unresolved_calls`, column 2.
    pub argc: i32,
}

impl Row for UnresolvedCalls {
    const TABLE: usize = 54;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.argc.cell(cells);
    }
}

/// A row of `t_extraction_diagnostics`: `extraction_diagnostics`.
#[derive(Debug, Clone, Copy)]
pub struct ExtractionDiagnostics {
    /// `extraction_diagnostics`, column 0.
    pub id: Ent,
    /// `extraction_diagnostics`, column 1.
    pub file: Ent,
    /// `extraction_diagnostics`, column 2.
    pub severity: i32,
    /// `extraction_diagnostics`, column 3.
    pub message: Text,
    /// `extraction_diagnostics`, column 4.
    pub line: i32,
    /// `extraction_diagnostics`, column 5.
    pub column: i32,
}

impl Row for ExtractionDiagnostics {
    const TABLE: usize = 55;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.file.cell(cells);
        self.severity.cell(cells);
        self.message.cell(cells);
        self.line.cell(cells);
        self.column.cell(cells);
    }
}

/// A row of `t_xmlEncoding`: `xmlEncoding`, `xmllocations`.
#[derive(Debug, Clone, Copy)]
pub struct XmlEncoding {
    /// `xmlEncoding`, column 0.
    pub id: Ent,
    /// `xmlEncoding`, column 1.
    pub encoding: Text,
}

impl Row for XmlEncoding {
    const TABLE: usize = 56;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.encoding.cell(cells);
    }
}

/// A row of `t_xmlDTDs`: `xmlDTDs`.
#[derive(Debug, Clone, Copy)]
pub struct XmlDTDs {
    /// `xmlDTDs`, column 0.
    pub id: Ent,
    /// `xmlDTDs`, column 1.
    pub root: Text,
    /// `xmlDTDs`, column 2.
    pub public_id: Text,
    /// `xmlDTDs`, column 3.
    pub system_id: Text,
    /// `xmlDTDs`, column 4.
    pub fileid: Ent,
}

impl Row for XmlDTDs {
    const TABLE: usize = 57;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.root.cell(cells);
        self.public_id.cell(cells);
        self.system_id.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlElements`: `xmlElements`.
#[derive(Debug, Clone, Copy)]
pub struct XmlElements {
    /// `xmlElements`, column 0.
    pub id: Ent,
    /// `xmlElements`, column 1.
    pub name: Text,
    /// `xmlElements`, column 2.
    pub parentid: Ent,
    /// `xmlElements`, column 3.
    pub idx: i32,
    /// `xmlElements`, column 4.
    pub fileid: Ent,
}

impl Row for XmlElements {
    const TABLE: usize = 58;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.name.cell(cells);
        self.parentid.cell(cells);
        self.idx.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlAttrs`: `xmlAttrs`.
#[derive(Debug, Clone, Copy)]
pub struct XmlAttrs {
    /// `xmlAttrs`, column 0.
    pub id: Ent,
    /// `xmlAttrs`, column 1.
    pub elementid: Ent,
    /// `xmlAttrs`, column 2.
    pub name: Text,
    /// `xmlAttrs`, column 3.
    pub value: Text,
    /// `xmlAttrs`, column 4.
    pub idx: i32,
    /// `xmlAttrs`, column 5.
    pub fileid: Ent,
}

impl Row for XmlAttrs {
    const TABLE: usize = 59;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.elementid.cell(cells);
        self.name.cell(cells);
        self.value.cell(cells);
        self.idx.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlNs`: `xmlNs`.
#[derive(Debug, Clone, Copy)]
pub struct XmlNs {
    /// `xmlNs`, column 0.
    pub id: Ent,
    /// `xmlNs`, column 1.
    pub prefix_name: Text,
    /// `xmlNs`, column 2.
    pub uri: Text,
    /// `xmlNs`, column 3.
    pub fileid: Ent,
}

impl Row for XmlNs {
    const TABLE: usize = 60;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.prefix_name.cell(cells);
        self.uri.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlHasNs`: `xmlHasNs`.
#[derive(Debug, Clone, Copy)]
pub struct XmlHasNs {
    /// `xmlHasNs`, column 0.
    pub element_id: Ent,
    /// `xmlHasNs`, column 1.
    pub ns_id: Ent,
    /// `xmlHasNs`, column 2.
    pub fileid: Ent,
}

impl Row for XmlHasNs {
    const TABLE: usize = 61;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.element_id.cell(cells);
        self.ns_id.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlComments`: `xmlComments`.
#[derive(Debug, Clone, Copy)]
pub struct XmlComments {
    /// `xmlComments`, column 0.
    pub id: Ent,
    /// `xmlComments`, column 1.
    pub text: Text,
    /// `xmlComments`, column 2.
    pub parentid: Ent,
    /// `xmlComments`, column 3.
    pub fileid: Ent,
}

impl Row for XmlComments {
    const TABLE: usize = 62;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.text.cell(cells);
        self.parentid.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_xmlChars`: `xmlChars`.
#[derive(Debug, Clone, Copy)]
pub struct XmlChars {
    /// `xmlChars`, column 0.
    pub id: Ent,
    /// `xmlChars`, column 1.
    pub text: Text,
    /// `xmlChars`, column 2.
    pub parentid: Ent,
    /// `xmlChars`, column 3.
    pub idx: i32,
    /// `xmlChars`, column 4.
    pub is_cdata: i32,
    /// `xmlChars`, column 5.
    pub fileid: Ent,
}

impl Row for XmlChars {
    const TABLE: usize = 63;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.text.cell(cells);
        self.parentid.cell(cells);
        self.idx.cell(cells);
        self.is_cdata.cell(cells);
        self.fileid.cell(cells);
    }
}

/// A row of `t_configs`: `configs`.
#[derive(Debug, Clone, Copy)]
pub struct Configs {
    /// `configs`, column 0.
    pub id: Ent,
}

impl Row for Configs {
    const TABLE: usize = 64;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
    }
}

/// A row of `t_configNames`: `configNames`.
#[derive(Debug, Clone, Copy)]
pub struct ConfigNames {
    /// `configNames`, column 0.
    pub id: Ent,
    /// `configNames`, column 1.
    pub config: Ent,
    /// `configNames`, column 2.
    pub name: Text,
}

impl Row for ConfigNames {
    const TABLE: usize = 65;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.config.cell(cells);
        self.name.cell(cells);
    }
}

/// A row of `t_configValues`: `configValues`.
#[derive(Debug, Clone, Copy)]
pub struct ConfigValues {
    /// `configValues`, column 0.
    pub id: Ent,
    /// `configValues`, column 1.
    pub config: Ent,
    /// `configValues`, column 2.
    pub value: Text,
}

impl Row for ConfigValues {
    const TABLE: usize = 66;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.config.cell(cells);
        self.value.cell(cells);
    }
}

/// A row of `t_xmlplace`: `xmllocations`.
#[derive(Debug, Clone, Copy)]
pub struct Xmlplace {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Xmlplace {
    const TABLE: usize = 67;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.loc.cell(cells);
    }
}

/// A row of `t_configplace`: `configLocations`.
#[derive(Debug, Clone, Copy)]
pub struct Configplace {
    /// `hasLocation`, column 0.
    pub id: Ent,
    /// Where it is written.
    pub loc: Loc,
}

impl Row for Configplace {
    const TABLE: usize = 68;
    #[inline]
    fn put(self, cells: &mut Vec<u32>) {
        self.id.cell(cells);
        self.loc.cell(cells);
    }
}
