//! Checks JSON against a JSON schema, for the part of draft 7 that SARIF's schema uses. A schema with another keyword
//! is refused.

use regex::Regex;
use serde_json::{Map, Value};

/// The violations in a value, each with the JSON pointer of the place; empty if the value is valid.
pub fn mistakes(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    check(schema, schema, value, "", &mut found);
    found
}

fn check(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(link) = schema.get("$ref").and_then(Value::as_str) {
        // Keywords beside a reference are ignored.
        let target = link.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return check(root, target.unwrap_or_else(|| panic!("no {link}")), value, at, found);
    }
    let mut wrong = |what: String| found.push(format!("{at}: {what}"));
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, wanted) in keywords {
        let number = || wanted.as_f64().expect("a number");
        match keyword.as_str() {
            "$schema" | "$id" | "title" | "description" | "default" | "definitions" => {}
            "type" => {
                let fits = match wanted.as_str().expect("one type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "number" => value.is_number(),
                    "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
                    other => panic!("unknown type `{other}`"),
                };
                if !fits {
                    wrong(format!("{value} is no {wanted}"));
                }
            }
            "enum" => {
                if !wanted.as_array().expect("values").contains(value) {
                    wrong(format!("{value} is none of {wanted}"));
                }
            }
            "minimum" if value.as_f64().is_some_and(|value| value < number()) => {
                wrong(format!("{value} is less than {wanted}"));
            }
            "maximum" if value.as_f64().is_some_and(|value| value > number()) => {
                wrong(format!("{value} is more than {wanted}"));
            }
            "pattern" | "format" => {
                let pattern = match wanted.as_str().expect("a text") {
                    "uri" => r"^[A-Za-z][A-Za-z0-9+.-]*:([!$&-;=?-Z_a-z~#\[\]]|%[0-9A-Fa-f]{2})*$",
                    "uri-reference" => r"^([!$&-;=?-Z_a-z~#\[\]]|%[0-9A-Fa-f]{2})*$",
                    "date-time" => r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$",
                    other if keyword == "format" => panic!("unknown format `{other}`"),
                    pattern => pattern,
                };
                let pattern = Regex::new(pattern).expect("a pattern");
                if value.as_str().is_some_and(|text| !pattern.is_match(text)) {
                    wrong(format!("{value} is not as {wanted} says"));
                }
            }
            "required" => {
                let names = wanted.as_array().expect("names").iter().filter_map(Value::as_str);
                for name in names.filter(|name| value.is_object() && value.get(name).is_none()) {
                    wrong(format!("`{name}` is missing"));
                }
            }
            "minItems" if value.as_array().is_some_and(|items| (items.len() as f64) < number()) => {
                wrong(format!("fewer than {wanted} items"));
            }
            "uniqueItems" if wanted == true => {
                let items = value.as_array().into_iter().flatten().enumerate();
                for (number, item) in items {
                    if value.as_array().is_some_and(|items| items[..number].contains(item)) {
                        wrong(format!("{item} is there twice"));
                    }
                }
            }
            "minimum" | "maximum" | "minItems" | "uniqueItems" => {}
            // Checked below, where `found` can be borrowed again.
            "properties" | "additionalProperties" | "items" | "anyOf" | "oneOf" => {}
            other => panic!("unknown keyword `{other}`"),
        }
    }
    let nothing = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&nothing);
    for (name, inner) in value.as_object().unwrap_or(&nothing) {
        let place = format!("{at}/{name}");
        match (properties.get(name), schema.get("additionalProperties")) {
            (Some(own), _) => check(root, own, inner, &place, found),
            (None, None | Some(Value::Bool(true))) => {}
            (None, Some(Value::Bool(false))) => found.push(format!("{place}: no such property")),
            (None, Some(others)) => check(root, others, inner, &place, found),
        }
    }
    if let Some(items) = schema.get("items") {
        for (number, item) in value.as_array().into_iter().flatten().enumerate() {
            check(root, items, item, &format!("{at}/{number}"), found);
        }
    }
    for (keyword, most) in [("anyOf", usize::MAX), ("oneOf", 1)] {
        let Some(ways) = schema.get(keyword).and_then(Value::as_array) else { continue };
        let fitting = ways.iter().filter(|way| {
            let mut inner = Vec::new();
            check(root, way, value, at, &mut inner);
            inner.is_empty()
        });
        let fitting = fitting.count();
        if fitting == 0 || fitting > most {
            found.push(format!("{at}: fits {fitting} of {keyword}"));
        }
    }
}

#[test]
fn schemas_are_checked() {
    let schema = serde_json::json!({
        "definitions": { "small": { "type": "integer", "minimum": 0, "maximum": 3 } },
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": {
            "a": { "type": "array", "items": { "$ref": "#/definitions/small" }, "uniqueItems": true, "minItems": 1 },
            "b": { "type": "string", "pattern": "^x", "format": "uri" },
            "c": { "oneOf": [{ "enum": [1, 2] }, { "type": "integer" }] },
            "d": { "type": "object", "additionalProperties": { "type": "boolean" } },
        },
    });
    let wrong = |value: Value| mistakes(&schema, &value).join("; ");
    assert_eq!(wrong(serde_json::json!({ "a": [0, 3], "b": "x:y", "c": 3, "d": { "e": true } })), "");
    assert_eq!(wrong(serde_json::json!({})), ": `a` is missing");
    assert_eq!(wrong(serde_json::json!({ "a": [] })), "/a: fewer than 1 items");
    assert_eq!(wrong(serde_json::json!({ "a": [1, 1, 4] })), "/a: 1 is there twice; /a/2: 4 is more than 3");
    assert_eq!(wrong(serde_json::json!({ "a": [1], "z": 1 })), "/z: no such property");
    assert_eq!(wrong(serde_json::json!({ "a": [1], "c": 1 })), "/c: fits 2 of oneOf");
    assert_eq!(wrong(serde_json::json!({ "a": [1], "d": { "e": 1 } })), "/d/e: 1 is no \"boolean\"");
    assert_eq!(
        wrong(serde_json::json!({ "a": [-1.5], "b": "y z" })),
        "/a/0: -1.5 is no \"integer\"; /a/0: -1.5 is less than 0; /b: \"y z\" is not as \"^x\" says; /b: \"y z\" is not as \"uri\" says"
    );
}
