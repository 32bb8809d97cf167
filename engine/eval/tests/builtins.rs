//! Checks the built-in operations against `builtins/*.txt`. A line is a call and its solutions: `StringCharAt "ab" ? ?
//! => 0 "a", 1 "b"`. `?` is enumerated; `_` inside a solution is not possible. `=> none` means no solution, `=> holds`
//! an empty one. Each expected row is also checked in every other mode.

use quarrel_base::IndexVec;
use quarrel_base::catalog::Catalog;
use quarrel_datalog::{BuiltinOp, Kind};
use quarrel_eval::builtins::{apply, choose_mode, float_to_string};
use quarrel_eval::{MemDb, Values};

/// Splits at blanks and commas outside of quotes; a comma is a token.
fn tokens(line: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            ' ' => {}
            ',' => tokens.push(",".to_owned()),
            '"' => {
                let mut text = String::from("\"");
                while let Some(char) = chars.next() {
                    match char {
                        '"' => break,
                        '\\' => match chars.next() {
                            Some('n') => text.push('\n'),
                            Some('r') => text.push('\r'),
                            Some('t') => text.push('\t'),
                            Some('u') => {
                                let code: String =
                                    chars.by_ref().skip(1).take_while(|char| *char != '}').collect();
                                let code = u32::from_str_radix(&code, 16).expect("a hexadecimal number");
                                text.push(char::from_u32(code).expect("a character"));
                            }
                            Some(other) => text.push(other),
                            None => panic!("unfinished escape in {line}"),
                        },
                        other => text.push(other),
                    }
                }
                tokens.push(text);
            }
            other => {
                let mut text = String::from(other);
                while let Some(char) = chars.next_if(|char| !matches!(char, ' ' | ',')) {
                    text.push(char);
                }
                tokens.push(text);
            }
        }
    }
    tokens
}

fn parse(kind: Kind, text: &str, values: &Values<'_>) -> u32 {
    match kind {
        Kind::Int => text.parse::<i32>().expect("an int").cast_unsigned(),
        Kind::Float => values.float(text.parse().expect("a float")),
        Kind::String => values.string(text.strip_prefix('"').expect("a string")),
        Kind::Boolean => u32::from(text.parse::<bool>().expect("a boolean")),
        Kind::Date => values.date(text.parse().expect("milliseconds")),
        Kind::BigInt => values.bigint(text.parse().expect("an integer")),
        Kind::Entity => panic!("no operation takes entities"),
    }
}

fn show(kind: Kind, value: u32, values: &Values<'_>) -> String {
    match kind {
        Kind::Int => value.cast_signed().to_string(),
        Kind::Float => float_to_string(values.float_of(value)),
        Kind::String => format!("{:?}", values.text(value)),
        Kind::Boolean => (value == 1).to_string(),
        Kind::Date => values.date_of(value).to_string(),
        Kind::BigInt => values.bigint_of(value).expect("a BigInt").to_string(),
        Kind::Entity => value.to_string(),
    }
}

/// All solutions of a call with some arguments given, as whole rows.
fn solve(op: BuiltinOp, given: &[Option<u32>], values: &Values<'_>) -> Option<Vec<Vec<u32>>> {
    let mode = choose_mode(op, |at| given[at].is_some())?;
    let letters = op.modes()[mode].as_bytes();
    let inputs: Vec<u32> = given
        .iter()
        .zip(letters)
        .filter(|(_, letter)| **letter == b'i')
        .filter_map(|(value, _)| *value)
        .collect();
    let mut rows = Vec::new();
    apply(op, mode, &inputs, values, &mut |outputs| {
        let (mut inputs, mut outputs) = (inputs.iter(), outputs.iter());
        let row: Vec<u32> = letters
            .iter()
            .map(|letter| {
                *if *letter == b'i' { inputs.next() } else { outputs.next() }.expect("as many as letters")
            })
            .collect();
        if given.iter().zip(&row).all(|(given, value)| given.is_none_or(|given| given == *value)) {
            rows.push(row);
        }
        Ok(())
    })
    .expect("no limit");
    Some(rows)
}

fn check(name: &str, text: &str) {
    let db = MemDb::new(Catalog::default());
    let mut failures = String::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let values = Values::new(&db, &IndexVec::new());
        let (call, expected) =
            line.rsplit_once(" => ").unwrap_or_else(|| panic!("{name}:{}: no =>", number + 1));
        let call = tokens(call);
        let op = *BuiltinOp::ALL
            .iter()
            .find(|op| op.name() == call[0])
            .unwrap_or_else(|| panic!("no {}", call[0]));
        assert_eq!(op.kinds().len(), call.len() - 1, "{name}:{}: arguments of {}", number + 1, call[0]);
        let given: Vec<Option<u32>> = op
            .kinds()
            .iter()
            .zip(&call[1..])
            .map(|(kind, text)| (text != "?").then(|| parse(*kind, text, &values)))
            .collect();
        let rows =
            solve(op, &given, &values).unwrap_or_else(|| panic!("{name}:{}: no such mode", number + 1));
        let open: Vec<usize> = (0..given.len()).filter(|at| given[*at].is_none()).collect();
        let shown: Vec<String> = rows
            .iter()
            .map(|row| {
                open.iter().map(|at| show(op.kinds()[*at], row[*at], &values)).collect::<Vec<_>>().join(" ")
            })
            .collect();
        let shown = match shown.as_slice() {
            [] => "none".to_owned(),
            [one] if one.is_empty() => "holds".to_owned(),
            several => several.join(", "),
        };
        let expected = expected.trim();
        let normal = tokens(expected);
        let again = tokens(&shown);
        if normal != again {
            failures.push_str(&format!("{name}:{}: {line}\n    found {shown}\n", number + 1));
        }
        for row in rows {
            for mode in op.modes() {
                let given: Vec<_> = row
                    .iter()
                    .zip(mode.bytes())
                    .map(|(value, letter)| (letter == b'i').then_some(*value))
                    .collect();
                if !solve(op, &given, &values).is_some_and(|rows| rows.contains(&row)) {
                    failures
                        .push_str(&format!("{name}:{}: {line}\n    not found in mode {mode}\n", number + 1));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn numbers() {
    check("numbers.txt", include_str!("builtins/numbers.txt"));
}
#[test]
fn strings() {
    check("strings.txt", include_str!("builtins/strings.txt"));
}
#[test]
fn patterns() {
    check("patterns.txt", include_str!("builtins/patterns.txt"));
}

#[test]
fn every_operation_has_a_solution() {
    let all = [
        include_str!("builtins/numbers.txt"),
        include_str!("builtins/strings.txt"),
        include_str!("builtins/patterns.txt"),
    ]
    .concat();
    let missing: Vec<_> = BuiltinOp::ALL
        .iter()
        .filter(|op| {
            let is_solved =
                |line: &str| line.split(' ').next() == Some(op.name()) && !line.ends_with("=> none");
            !all.lines().any(is_solved)
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn bad_patterns_warn_once_and_have_no_solution() {
    let db = MemDb::new(Catalog::default());
    let values = Values::new(&db, &IndexVec::new());
    for pattern in ["(", "a)", "[b", "*", r"\q", "a{", r"\1(x)", "(?<1>x)", r"\p{Nonsense}", "[z-a]", "\\"] {
        for op in [BuiltinOp::StringRegexpMatch, BuiltinOp::StringRegexpFind, BuiltinOp::StringRegexpMatch] {
            apply(op, 0, &[values.string("text"), values.string(pattern)], &values, &mut |_| {
                panic!("{pattern}")
            })
            .expect("no limit");
        }
        let warnings = values.warnings();
        let about = format!("`{pattern}` is not a pattern that can be used");
        assert_eq!(
            warnings.iter().filter(|text| text.starts_with(&about)).count(),
            1,
            "{pattern}: {warnings:?}"
        );
    }
    let bomb = [values.string(&format!("{}!", "a".repeat(40))), values.string(r"(?:(a|aa)+\1)[^!]")];
    apply(BuiltinOp::StringRegexpMatch, 0, &bomb, &values, &mut |_| panic!("no match")).expect("no limit");
    assert!(values.warnings().iter().any(|text| text.contains("too much backtracking")));
}
