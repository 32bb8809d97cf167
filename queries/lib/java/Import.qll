/** Import declarations. */

import java.Element
import java.Type

/** An import declaration. */
class Import extends Element, @import {
  /** Holds if this imports one type. */
  predicate isSingleType() { imports(this, _, _, 1) }

  /** Holds if this imports on demand. */
  predicate isOnDemand() { imports(this, _, _, [2, 3, 4]) }

  /** Holds if this imports static members. */
  predicate isStatic() { imports(this, _, _, [4, 5]) }

  /** Gets the type that is imported, or whose members are. */
  ClassOrInterface getImportedType() { imports(this, result, _, _) }

  /** Gets the package whose types are imported. */
  Package getImportedPackage() { imports(this, result, _, _) }

  override string getName() { imports(this, _, result, _) }

  override string toString() { result = "import " + this.getName() }

  override string getAPrimaryQlClass() { result = "Import" }
}

/** An import of one type, `import java.util.Set;`. */
class ImportType extends Import {
  ImportType() { imports(this, _, _, 1) }

  override string toString() { result = "import " + this.getImportedType().getName() }

  override string getAPrimaryQlClass() { result = "ImportType" }
}

/** An import of the member types of a type, `import java.util.Map.*;`. */
class ImportOnDemandFromType extends Import {
  ImportOnDemandFromType() { imports(this, _, _, 2) }

  /** Gets the type whose member types are imported. */
  ClassOrInterface getTypeHoldingImport() { imports(this, result, _, _) }

  /** Gets a member type that is imported. */
  NestedType getAnImport() { result.getEnclosingType() = this.getTypeHoldingImport() }

  override string toString() { result = "import " + this.getTypeHoldingImport().getName() + ".*" }

  override string getAPrimaryQlClass() { result = "ImportOnDemandFromType" }
}

/** An import of the types of a package, `import java.util.*;`. */
class ImportOnDemandFromPackage extends Import {
  ImportOnDemandFromPackage() { imports(this, _, _, 3) }

  /** Gets the package. */
  Package getPackageHoldingImport() { imports(this, result, _, _) }

  /** Gets a type that is imported. */
  RefType getAnImport() { result.getPackage() = this.getPackageHoldingImport() }

  override string toString() {
    result = "import " + this.getPackageHoldingImport().getName() + ".*"
  }

  override string getAPrimaryQlClass() { result = "ImportOnDemandFromPackage" }
}

/** An import of the static members of a type, `import static java.lang.System.*;`. */
class ImportStaticOnDemand extends Import {
  ImportStaticOnDemand() { imports(this, _, _, 4) }

  /** Gets the type whose static members are imported. */
  ClassOrInterface getTypeHoldingImport() { imports(this, result, _, _) }

  /** Gets a static member type that is imported. */
  NestedType getATypeImport() {
    result.getEnclosingType() = this.getTypeHoldingImport() and
    result.isStatic()
  }

  /** Gets a static method that is imported. */
  Method getAMethodImport() {
    result.getDeclaringType() = this.getTypeHoldingImport() and
    result.isStatic()
  }

  /** Gets a static field that is imported. */
  Field getAFieldImport() {
    result.getDeclaringType() = this.getTypeHoldingImport() and
    result.isStatic()
  }

  override string toString() {
    result = "import static " + this.getTypeHoldingImport().getName() + ".*"
  }

  override string getAPrimaryQlClass() { result = "ImportStaticOnDemand" }
}

/** An import of the static members of one name, `import static java.lang.System.out;`. */
class ImportStaticTypeMember extends Import {
  ImportStaticTypeMember() { imports(this, _, _, 5) }

  /** Gets the type whose static members are imported. */
  ClassOrInterface getTypeHoldingImport() { imports(this, result, _, _) }

  override string getName() { imports(this, _, result, 5) }

  /** Gets a static member that is imported. */
  Member getAMemberImport() {
    this.getTypeHoldingImport().getAMember() = result and
    result.getName() = this.getName() and
    result.isStatic()
  }

  /** Gets a static member type that is imported. */
  NestedType getATypeImport() { result = this.getAMemberImport() }

  /** Gets a static method that is imported. */
  Method getAMethodImport() { result = this.getAMemberImport() }

  /** Gets a static field that is imported. */
  Field getAFieldImport() { result = this.getAMemberImport() }

  override string toString() {
    result = "import static " + this.getTypeHoldingImport().getName() + "." + this.getName()
  }

  override string getAPrimaryQlClass() { result = "ImportStaticTypeMember" }
}
