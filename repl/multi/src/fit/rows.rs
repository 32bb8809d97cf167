//! Reads the points of evidence from `confidence.yml`, and writes the file with other points. All other text stays
//! unchanged, since people edit the file.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The key of a row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A row of `confidenceScale`: the kind and the name.
    Scale(String, String),
    /// A row of `evidencePoints`.
    Evidence(String),
}

/// The learned values of a row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Learned {
    /// The points.
    pub points: i64,
    /// The number of fixed findings with it.
    pub mended: usize,
    /// The number of labelled findings with it.
    pub of: usize,
    /// The standard error of the points.
    pub error: i64,
}

/// A line that is a row.
#[derive(Clone, Debug)]
struct Line {
    key: Key,
    points: i64,
    /// The points set by hand.
    by_hand: i64,
    /// The comment.
    comment: String,
}

/// The file.
#[derive(Clone, Debug)]
pub struct Rows {
    lines: Vec<(String, Option<Line>)>,
}

/// The beginning of the comment of a learned row.
const BY_HAND: &str = "by hand ";
/// The end of the numbers in that comment.
const END: &str = ". ";
/// The column at which comments begin, unless the row is longer.
const COLUMN: usize = 45;

impl Rows {
    /// The rows of a text.
    pub fn new(text: &str) -> Self {
        let mut section = String::new();
        let mut lines = Vec::new();
        for line in text.lines() {
            if let Some((_, name)) = line.split_once("extensible:") {
                section = name.trim_matches([' ', '}']).to_owned();
            }
            lines.push((line.to_owned(), row(&section, line)));
        }
        Self { lines }
    }

    /// The points of each row set by hand.
    pub fn by_hand(&self) -> BTreeMap<Key, i64> {
        self.rows().map(|row| (row.key.clone(), row.by_hand)).collect()
    }

    /// The points of each row.
    pub fn points(&self) -> BTreeMap<Key, i64> {
        self.rows().map(|row| (row.key.clone(), row.points)).collect()
    }

    fn rows(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter_map(|(_, row)| row.as_ref())
    }

    /// The text with learned points. New rows of queries and shares follow the others of their kind; such rows that are not
    /// learned any more are removed.
    pub fn text(&self, learned: &BTreeMap<Key, Learned>) -> String {
        let mut text = String::new();
        let behind = self.lines.iter().rposition(|(_, row)| {
            row.as_ref().is_some_and(|row| {
                is_learned(&row.key) || matches!(&row.key, Key::Scale(kind, _) if kind == "precision")
            })
        });
        for (at, (line, row)) in self.lines.iter().enumerate() {
            match row {
                Some(row) if is_learned(&row.key) => {}
                Some(row) if learned.contains_key(&row.key) => {
                    write_row(&mut text, &row.key, &learned[&row.key], row.by_hand, &row.comment);
                }
                // A row that is not learned any more gets the points set by hand.
                Some(row) if row.points != row.by_hand => {
                    let Line { key, by_hand, comment, .. } = row;
                    _ = writeln!(
                        text,
                        "{}",
                        format!("{:COLUMN$} # {comment}", of_row(key, *by_hand)).trim_end()
                    );
                }
                _ => _ = writeln!(text, "{line}"),
            }
            if Some(at) == behind {
                let mut new: Vec<_> = learned.iter().filter(|(key, _)| is_learned(key)).collect();
                // Sort shares by points and queries by id.
                new.sort_by_key(|(key, one)| match key {
                    Key::Scale(kind, _) if kind == "likely" => (1, one.points),
                    _ => (0, 0),
                });
                for (key, one) in new {
                    write_row(&mut text, key, one, 0, "");
                }
            }
        }
        text
    }

    /// The differences from the rows, as tables for `quarrel.toml`, whose rows are added to the bundled ones.
    pub fn differences(&self, learned: &BTreeMap<Key, Learned>) -> String {
        let known = self.points();
        let (mut evidence, mut queries) = (String::new(), String::new());
        for (key, one) in learned {
            let more = one.points - known.get(key).copied().unwrap_or_default();
            let Learned { mended, of, error, .. } = one;
            match key {
                _ if more == 0 => {}
                Key::Evidence(id) => {
                    _ = writeln!(evidence, "  [\"{id}\", {more}], # mended {mended} of {of}, ±{error}")
                }
                Key::Scale(kind, id) if kind == "odds" => {
                    _ = writeln!(
                        queries,
                        "  [\"odds\", \"{id}\", {more}], # mended {mended} of {of}, ±{error}"
                    );
                }
                Key::Scale(..) => {}
            }
        }
        format!("[models]\nevidencePoints = [\n{evidence}]\nconfidenceScale = [\n{queries}]\n")
    }
}

/// Whether rows of this kind are always learned and never set by hand.
fn is_learned(key: &Key) -> bool {
    matches!(key, Key::Scale(kind, _) if kind == "odds" || kind == "likely")
}

/// A row without its comment.
fn of_row(key: &Key, points: i64) -> String {
    match key {
        Key::Scale(kind, name) => format!("      - [\"{kind}\", \"{name}\", {points}]"),
        Key::Evidence(id) => format!("      - [\"{id}\", {points}]"),
    }
}

fn write_row(text: &mut String, key: &Key, learned: &Learned, by_hand: i64, comment: &str) {
    let Learned { points, mended, of, error } = learned;
    let row = of_row(key, *points);
    let by_hand = if is_learned(key) { String::new() } else { format!("{BY_HAND}{by_hand}; ") };
    let comment = if comment.is_empty() { String::new() } else { format!("{END}{comment}") };
    _ = writeln!(text, "{row:COLUMN$} # {by_hand}mended {mended} of {of}, ±{error}{comment}");
}

/// The row of a line; `None` for other lines.
fn row(section: &str, line: &str) -> Option<Line> {
    let (cells, rest) = line.trim_start().strip_prefix("- [")?.split_once(']')?;
    let cells: Vec<&str> = cells.split(',').map(str::trim).collect();
    let text = |cell: &str| Some(cell.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    let (key, points) = match (section, cells.as_slice()) {
        ("confidenceScale", [kind, name, points]) => (Key::Scale(text(kind)?, text(name)?), points),
        ("evidencePoints", [id, points]) => (Key::Evidence(text(id)?), points),
        _ => return None,
    };
    let points = points.parse().ok()?;
    let comment = rest.trim().trim_start_matches('#').trim();
    let (by_hand, comment) = match comment.strip_prefix(BY_HAND) {
        Some(remark) => {
            let (numbers, comment) = remark.split_once(END).unwrap_or((remark, ""));
            let by_hand = numbers.split(';').next()?.trim().parse().ok()?;
            (by_hand, comment)
        }
        None => (points, comment),
    };
    Some(Line { key, points, by_hand, comment: comment.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::{Key, Learned, Rows};
    use std::collections::BTreeMap;

    const TEXT: &str = "# Head.\nextensions:\n  - addsTo: { pack: p, extensible: confidenceScale }\n    data:\n      \
        - [\"precision\", \"high\", 95]\n      - [\"full\", \"\", 150]   # all\n  \
        - addsTo: { pack: p, extensible: evidencePoints }\n    data:\n      # A part.\n      \
        - [\"threads\", 20]   # threads of the program. Both.\n      - [\"rare\", 5]\n  \
        - addsTo: { pack: p, extensible: evidenceText }\n    data:\n      - [\"threads\", \"threads\"]\n";

    #[test]
    fn rows_are_read_and_written_and_all_else_stays() {
        let rows = Rows::new(TEXT);
        let threads = Key::Evidence("threads".to_owned());
        assert_eq!(rows.by_hand()[&threads], 20);
        assert_eq!(rows.text(&BTreeMap::new()), TEXT);
        let rule = Key::Scale("odds".to_owned(), "java/race".to_owned());
        let learned = BTreeMap::from([
            (threads.clone(), Learned { points: 12, mended: 3, of: 40, error: 9 }),
            (rule.clone(), Learned { points: -7, mended: 9, of: 100, error: 4 }),
        ]);
        let text = rows.text(&learned);
        let remark = "# by hand 20; mended 3 of 40, ±9. threads of the program. Both.";
        let line = format!("{:45} {remark}\n", "      - [\"threads\", 12]");
        assert!(text.contains(&line), "{text}");
        assert!(text.contains("\"high\", 95]\n      - [\"odds\", \"java/race\", -7]"), "{text}");
        // A second fit starts from the hand-set points and writes the same bytes.
        let again = Rows::new(&text);
        assert_eq!((again.by_hand()[&threads], again.points()[&threads]), (20, 12));
        assert_eq!(again.points()[&rule], -7);
        assert_eq!(again.text(&learned), text);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&again.text(&BTreeMap::new())), words(TEXT), "without labels the text is unchanged");
        let own = rows.differences(&learned);
        assert!(
            own.contains("[\"threads\", -8], # mended 3 of 40, ±9") && own.contains("\"java/race\", -7]"),
            "{own}"
        );
    }
}
