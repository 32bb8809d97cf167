/** Annotations of the JDK. */

import java.Annotation
import java.Expr

/** `@Override`. */
class OverrideAnnotation extends Annotation {
  OverrideAnnotation() { this.getType().hasQualifiedName("java.lang", "Override") }
}

/** `@Deprecated`. */
class DeprecatedAnnotation extends Annotation {
  DeprecatedAnnotation() { this.getType().hasQualifiedName("java.lang", "Deprecated") }
}

/** `@SuppressWarnings`. */
class SuppressWarningsAnnotation extends Annotation {
  SuppressWarningsAnnotation() { this.getType().hasQualifiedName("java.lang", "SuppressWarnings") }

  /** Gets a category of warnings that are suppressed. */
  string getASuppressedWarning() { result = this.getAStringArrayValue("value") }
}

/** `@Target`. */
class TargetAnnotation extends Annotation {
  TargetAnnotation() { this.getType().hasQualifiedName("java.lang.annotation", "Target") }

  /** Gets the name of a sort of element that can be annotated, such as `METHOD`. */
  string getATargetedElementType() { result = this.getAnEnumConstantArrayValue("value").getName() }
}

/** `@Retention`. */
class RetentionAnnotation extends Annotation {
  RetentionAnnotation() { this.getType().hasQualifiedName("java.lang.annotation", "Retention") }

  /** Gets the name of the retention policy, such as `RUNTIME`. */
  string getRetentionPolicy() { result = this.getEnumConstantValue("value").getName() }
}
