//! Renders Markdown, such as help pages, for a terminal: wrapped, with colours.

use comfy_table::{ContentArrangement, Table, presets};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// The longest line; longer ones are hard to read.
const WIDEST: usize = 100;
/// The least width of wrapped text.
const NARROWEST: usize = 20;

/// The style of a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Plain,
    Strong,
    Title,
    Code,
}

impl Look {
    /// The escape sequence that begins it.
    fn code(self) -> &'static str {
        match self {
            Look::Plain => "",
            Look::Strong => "\x1b[1m",
            Look::Title => "\x1b[1;34m",
            Look::Code => "\x1b[36m",
        }
    }
}

/// Parts of a word, without blanks between them.
type Word = Vec<(String, Look)>;

/// Renders the text for a terminal of so many columns.
pub fn render(markdown: &str, width: usize, color: bool) -> String {
    let width = width.clamp(NARROWEST, WIDEST);
    let mut page =
        Page { out: String::new(), width, color, words: Vec::new(), is_open: false, lists: Vec::new() };
    let mut look = Look::Plain;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut in_code = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                page.gap();
                look = if level == HeadingLevel::H1 { Look::Title } else { Look::Strong };
            }
            Event::End(TagEnd::Heading(_)) => {
                page.flush("", "");
                look = Look::Plain;
            }
            Event::Start(Tag::Paragraph) if page.lists.is_empty() => page.gap(),
            Event::End(TagEnd::Paragraph) => page.end_of_text(),
            Event::Start(Tag::List(first)) => {
                page.end_of_text();
                if page.lists.is_empty() {
                    page.gap();
                }
                page.lists.push((first, true));
            }
            Event::End(TagEnd::List(_)) => {
                page.lists.pop();
            }
            Event::Start(Tag::Item) => {
                if let Some((_, is_first)) = page.lists.last_mut() {
                    *is_first = true;
                }
            }
            Event::End(TagEnd::Item) => {
                page.end_of_text();
                if let Some((Some(number), _)) = page.lists.last_mut() {
                    *number += 1;
                }
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                page.end_of_text();
                page.gap();
                in_code = true;
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::Text(text) if in_code => page.verbatim(&text),
            Event::Start(Tag::Table(_)) => rows.clear(),
            Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => {
                let words = std::mem::take(&mut page.words);
                let plain = |word: &Word| word.iter().map(|(text, _)| text.as_str()).collect::<String>();
                let cell = words.iter().map(plain).collect::<Vec<_>>().join(" ");
                page.is_open = false;
                if let Some(row) = rows.last_mut() {
                    row.push(cell);
                }
            }
            Event::End(TagEnd::Table) => page.table(&rows),
            Event::Start(Tag::Strong | Tag::Emphasis) => look = Look::Strong,
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => look = Look::Plain,
            Event::Text(text) => page.say(&text, look),
            Event::Code(text) if color => page.say(&text, Look::Code),
            Event::Code(text) => page.say(&format!("`{text}`"), Look::Code),
            Event::SoftBreak | Event::HardBreak => page.is_open = false,
            Event::End(TagEnd::Link) => {}
            _ => {}
        }
    }
    page.end_of_text();
    page.out
}

struct Page {
    out: String,
    width: usize,
    color: bool,
    /// The words that are not written yet.
    words: Vec<Word>,
    /// Whether the next text belongs to the last word.
    is_open: bool,
    /// The enclosing lists: the number of the item if they are numbered, and whether its first line is still to come.
    lists: Vec<(Option<u64>, bool)>,
}

impl Page {
    /// Adds text.
    fn say(&mut self, text: &str, look: Look) {
        let mut parts = text.split(char::is_whitespace);
        let first = parts.next().unwrap_or_default();
        let add = |words: &mut Vec<Word>, part: &str, joins: bool| match words.last_mut().filter(|_| joins) {
            Some(word) if !part.is_empty() => word.push((part.to_owned(), look)),
            _ if part.is_empty() => {}
            _ => words.push(vec![(part.to_owned(), look)]),
        };
        add(&mut self.words, first, self.is_open);
        let mut last_is_open = !first.is_empty() || self.is_open;
        for part in parts {
            add(&mut self.words, part, false);
            last_is_open = !part.is_empty();
        }
        self.is_open = last_is_open;
    }

    /// Writes an empty line between blocks.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Writes the collected words, indented for the enclosing lists.
    fn end_of_text(&mut self) {
        let depth = self.lists.len();
        let outer = "  ".repeat(depth.saturating_sub(1));
        let Some((number, is_first)) = self.lists.last_mut() else { return self.flush("", "") };
        if self.words.is_empty() {
            return;
        }
        let mark = number.map_or("- ".to_owned(), |number| format!("{number}. "));
        let hanging = format!("{outer}{}", " ".repeat(mark.len()));
        let first = if *is_first { format!("{outer}{mark}") } else { hanging.clone() };
        *is_first = false;
        self.flush(&first, &hanging);
    }

    /// Writes the collected words, the first line after `first` and the others after `hanging`.
    fn flush(&mut self, first: &str, hanging: &str) {
        let words = std::mem::take(&mut self.words);
        self.is_open = false;
        if words.is_empty() {
            return;
        }
        self.out.push_str(first);
        let mut column = first.len();
        let mut begins = true;
        for word in words {
            let length: usize = word.iter().map(|(text, _)| text.chars().count()).sum();
            if !begins && column + 1 + length > self.width {
                self.out.push('\n');
                self.out.push_str(hanging);
                column = hanging.len();
            } else if !begins {
                self.out.push(' ');
                column += 1;
            }
            begins = false;
            column += length;
            for (text, look) in word {
                self.styled(&text, look);
            }
        }
        self.out.push('\n');
    }

    fn styled(&mut self, text: &str, look: Look) {
        if self.color && look != Look::Plain {
            self.out.push_str(look.code());
            self.out.push_str(text);
            self.out.push_str("\x1b[0m");
        } else {
            self.out.push_str(text);
        }
    }

    /// Writes lines of code unchanged.
    fn verbatim(&mut self, text: &str) {
        for line in text.lines() {
            if !line.is_empty() {
                self.out.push_str("    ");
                self.styled(line, Look::Code);
            }
            self.out.push('\n');
        }
    }

    fn table(&mut self, rows: &[Vec<String>]) {
        self.gap();
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(u16::try_from(self.width).unwrap_or(u16::MAX));
        let mut rows = rows.iter();
        if let Some(head) = rows.next() {
            table.set_header(head);
        }
        for row in rows {
            table.add_row(row);
        }
        for line in table.to_string().lines() {
            self.out.push_str(line.trim_end());
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn pages_are_wrapped() {
        let page = "# A race\n\nTwo threads use `map` at once, and nothing orders what they do to it.\n\n1. **one**: reads\n2. two\n\n```java\nmap.put(1, 2);\n```\n";
        let text = render(page, 40, false);
        let wanted = "A race\n\nTwo threads use `map` at once, and\nnothing orders what they do to it.\n\n1. one: reads\n2. two\n\n    map.put(1, 2);\n";
        assert_eq!(text, wanted);
        assert!(render(page, 40, true).contains("\x1b[36mmap\x1b[0m"));
        assert!(text.lines().all(|line| line.chars().count() <= 40));
    }

    #[test]
    fn tables_fit() {
        let page = "| a | b |\n|---|---|\n| `one`, two | a text that is longer than the line that it is to stand on |\n";
        let text = render(page, 40, false);
        assert!(text.contains("`one`, two") && text.lines().all(|line| line.chars().count() <= 40), "{text}");
    }
}
