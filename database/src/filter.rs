//! Conditions on the rows of a table.

/// A conjunction of tests on columns. A database may come from anywhere, so its text is parsed and printed anew rather
/// than passed on as SQL.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter(Vec<(String, Test)>);

/// A test of one column.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Test {
    /// Not 0 and not null.
    Truth,
    /// Null, or not null.
    Null(bool),
    /// At least one of these bits is set.
    Bits(i64),
    /// Compares with a number.
    Compare(&'static Sign, i64),
    /// One of these numbers.
    OneOf(Vec<i64>),
}

/// An SQL comparison sign, and whether it holds for less, equal, greater.
type Sign = (&'static str, [bool; 3]);

const SIGNS: [Sign; 6] = [
    ("=", [false, true, false]),
    ("<>", [true, false, true]),
    ("<", [true, false, false]),
    ("<=", [true, true, false]),
    (">", [false, false, true]),
    (">=", [false, true, true]),
];

impl Filter {
    /// Parses `TEST and TEST...`, each `COLUMN`, `COLUMN is [not] null`, `COLUMN & INT`, `COLUMN < INT` (or another
    /// comparison) or `COLUMN in (INT, ...)`; the empty text accepts all rows. `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = tokens(text)?.into_iter().peekable();
        let mut tests = Vec::new();
        if words.peek().is_none() {
            return Some(Self::default());
        }
        loop {
            let column = words.next().filter(|word| is_name(word))?;
            let test = match words.peek().map(String::as_str) {
                None | Some("and") => Test::Truth,
                Some("is") => {
                    words.next();
                    let not = words.next_if_eq("not").is_some();
                    words.next_if_eq("null")?;
                    Test::Null(!not)
                }
                Some("&") => {
                    words.next();
                    Test::Bits(words.next()?.parse().ok()?)
                }
                Some("in") => {
                    words.next();
                    words.next_if_eq("(")?;
                    let mut numbers = vec![words.next()?.parse().ok()?];
                    while words.next_if_eq(",").is_some() {
                        numbers.push(words.next()?.parse().ok()?);
                    }
                    words.next_if_eq(")")?;
                    Test::OneOf(numbers)
                }
                Some(sign) => {
                    let sign = SIGNS.iter().find(|(known, _)| *known == sign)?;
                    words.next();
                    Test::Compare(sign, words.next()?.parse().ok()?)
                }
            };
            tests.push((column, test));
            match words.next().as_deref() {
                None => return Some(Self(tests)),
                Some("and") => {}
                Some(_) => return None,
            }
        }
    }
    /// The column of each test, in order.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(column, _)| column.as_str())
    }
    /// Whether a row passes; `value` returns the cell of the test at an index, `None` for null.
    pub fn holds(&self, value: impl Fn(usize) -> Option<i64>) -> bool {
        self.0.iter().enumerate().all(|(at, (_, test))| {
            let value = value(at);
            match test {
                Test::Null(is_null) => value.is_none() == *is_null,
                _ => value.is_some_and(|value| match test {
                    Test::Truth => value != 0,
                    Test::Bits(bits) => value & bits != 0,
                    Test::OneOf(numbers) => numbers.contains(&value),
                    Test::Compare((_, holds), number) => holds[(value.cmp(number) as i8 + 1) as usize],
                    Test::Null(_) => false,
                }),
            }
        })
    }
    /// The filter as an SQL condition; `None` if it accepts all rows.
    pub fn sql(&self) -> Option<String> {
        let one = |(column, test): &(String, Test)| {
            let column = quoted(column);
            match test {
                Test::Truth => column,
                Test::Null(true) => format!("{column} IS NULL"),
                Test::Null(false) => format!("{column} IS NOT NULL"),
                Test::Bits(bits) => format!("{column} & {bits}"),
                Test::Compare((sign, _), number) => format!("{column} {sign} {number}"),
                Test::OneOf(numbers) => {
                    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
                    format!("{column} IN ({})", numbers.join(", "))
                }
            }
        };
        let all: Vec<String> = self.0.iter().map(one).collect();
        (!all.is_empty()).then(|| format!("({})", all.join(" AND ")))
    }
}

fn is_name(word: &str) -> bool {
    const OURS: [&str; 5] = ["and", "is", "not", "null", "in"];
    word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') && !OURS.contains(&word)
}

/// Splits into words, numbers and signs; `None` at anything else. Words that are not names are in lower case.
fn tokens(text: &str) -> Option<Vec<String>> {
    let mut out: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let len = match first {
            _ if word(first) => rest.find(|c: char| !word(c)).unwrap_or(rest.len()),
            '-' => 1 + rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1),
            '<' if rest.starts_with("<=") || rest.starts_with("<>") => 2,
            '>' if rest.starts_with(">=") => 2,
            '<' | '>' | '=' | '&' | '(' | ')' | ',' => 1,
            _ => return None,
        };
        let (token, behind) = rest.split_at(len);
        let lower = token.to_ascii_lowercase();
        let ours = ["and", "is", "not", "null", "in"].contains(&lower.as_str());
        out.push(if ours { lower } else { token.to_owned() });
        rest = behind.trim_start();
    }
    Some(out)
}

/// The name quoted as in SQL.
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::Filter;

    #[test]
    fn filters_are_conditions_on_columns_and_nothing_else() {
        let sql = |text: &str| Filter::parse(text).map(|filter| filter.sql().unwrap_or_default());
        for (text, expected) in [
            ("", ""),
            ("varargs", "(\"varargs\")"),
            ("flags & 128", "(\"flags\" & 128)"),
            ("legs IS NOT NULL", "(\"legs\" IS NOT NULL)"),
            ("id < 0 and a >= -7", "(\"id\" < 0 AND \"a\" >= -7)"),
            ("t is null and kind in (52, 61)", "(\"t\" IS NULL AND \"kind\" IN (52, 61))"),
        ] {
            assert_eq!(sql(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "1 = 1",
            "id in (select id from quarrel_strings)",
            "load_extension(1)",
            "id = 1; drop table x",
            "id = 'x'",
            "id -- all",
            "id and",
            "and id",
            "id or 1",
            "randomblob(1000000000)",
            "id = 1 union",
            "id & - 1",
            "id in ()",
        ] {
            assert_eq!(sql(text), None, "{text}");
        }
    }
}
