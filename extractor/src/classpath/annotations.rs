//! Annotations of class files (JVMS 4.7.16, 4.7.22), as lines of signatures.
//!
//! ```text
//! annotation: Lp/A; ( name = value name = value ... )      without blanks
//! value:      B C D F I J S Z s, then a text and ;         a constant; a text has \ before \ and ;
//!             e Lp/E; NAME ;                               an enum constant
//!             c descriptor                                 a class
//!             @ annotation
//!             [ value value ... ]
//! ```

use cafebabe::attributes::{Annotation, AnnotationElementValue, AttributeData, AttributeInfo};

/// The lines after that of a class or member: `A` for an annotation, `P` for one of a parameter, `D` for the default of
/// an element of an annotation interface.
pub(super) fn lines(attributes: &[AttributeInfo<'_>]) -> Vec<String> {
    let mut lines = Vec::new();
    for attribute in attributes {
        match &attribute.data {
            AttributeData::RuntimeVisibleAnnotations(found)
            | AttributeData::RuntimeInvisibleAnnotations(found) => {
                lines.extend(found.iter().map(|annotation| format!("A\t{}", text(annotation))));
            }
            AttributeData::RuntimeVisibleParameterAnnotations(params)
            | AttributeData::RuntimeInvisibleParameterAnnotations(params) => {
                for (at, param) in params.iter().enumerate() {
                    lines.extend(param.annotations.iter().map(|found| format!("P\t{at}\t{}", text(found))));
                }
            }
            AttributeData::AnnotationDefault(found) => {
                let mut line = "D\t".to_owned();
                value(found, &mut line);
                lines.push(line);
            }
            _ => {}
        }
    }
    lines
}

fn text(found: &Annotation<'_>) -> String {
    let mut out = String::new();
    annotation(found, &mut out);
    out
}

fn annotation(found: &Annotation<'_>, out: &mut String) {
    *out += &found.type_descriptor.to_string();
    out.push('(');
    for element in &found.elements {
        *out += &element.name;
        out.push('=');
        value(&element.value, out);
    }
    out.push(')');
}

fn value(found: &AnnotationElementValue<'_>, out: &mut String) {
    use AnnotationElementValue as V;
    match found {
        V::ByteConstant(number) => constant('B', &number.to_string(), out),
        V::CharConstant(number) => {
            let unit = u32::from_ne_bytes(number.to_ne_bytes());
            constant('C', &char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER).to_string(), out);
        }
        V::DoubleConstant(number) => constant('D', &format!("{number:?}"), out),
        V::FloatConstant(number) => constant('F', &format!("{number:?}"), out),
        V::IntConstant(number) => constant('I', &number.to_string(), out),
        V::LongConstant(number) => constant('J', &number.to_string(), out),
        V::ShortConstant(number) => constant('S', &number.to_string(), out),
        V::BooleanConstant(number) => constant('Z', if *number == 0 { "false" } else { "true" }, out),
        V::StringConstant(text) => constant('s', text, out),
        V::EnumConstant { type_name, const_name } => {
            *out += &format!("e{type_name}{const_name};");
        }
        V::ClassLiteral { class_name } => {
            out.push('c');
            *out += class_name;
        }
        V::AnnotationValue(found) => {
            out.push('@');
            annotation(found, out);
        }
        V::ArrayValue(values) => {
            out.push('[');
            values.iter().for_each(|found| value(found, out));
            out.push(']');
        }
    }
}

/// Newlines and tabs have a meaning of their own, and are written as letters.
fn constant(tag: char, text: &str, out: &mut String) {
    out.push(tag);
    for ch in text.chars() {
        match ch {
            '\\' => *out += "\\\\",
            ';' => *out += "\\;",
            '\n' => *out += "\\n",
            '\r' => *out += "\\r",
            '\t' => *out += "\\t",
            ch => out.push(ch),
        }
    }
    out.push(';');
}
