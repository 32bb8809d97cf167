//! Translates a `java.util.regex.Pattern` for Rust's engines. Java's predefined classes and case-insensitivity are
//! ASCII unless a flag says otherwise, its `.` and `$` know five line ends, and some of its syntax means something else
//! in Rust (`a*+`, `[a--b]`, `\v`): so every element is parsed and printed anew.

/// A pattern for Rust.
pub(super) struct Translated {
    pub(super) text: String,
    /// Whether it needs an engine that backtracks.
    pub(super) backtracking: bool,
    /// Named groups with their numbers.
    pub(super) names: Vec<(String, usize)>,
}

const LINE_END: &str = r"\n\r\x{85}\x{2028}\x{2029}";

#[derive(Clone, Copy, Default)]
struct Flags {
    ignore_case: bool,
    unicode_case: bool,
    multi_line: bool,
    dot_all: bool,
    comments: bool,
    unix_lines: bool,
    unicode_classes: bool,
}

struct Translator {
    java: Vec<char>,
    at: usize,
    out: String,
    flags: Flags,
    whole: bool,
    backtracking: bool,
    groups: usize,
    names: Vec<(String, usize)>,
}

type Done<T = ()> = Result<T, String>;

/// Translates a pattern; `whole` makes it match the whole text only. The error is a phrase that says what is wrong.
pub(super) fn translate(java: &str, whole: bool) -> Done<Translated> {
    let mut translator = Translator {
        java: java.chars().collect(),
        at: 0,
        out: String::new(),
        flags: Flags::default(),
        whole,
        backtracking: false,
        groups: 0,
        names: Vec::new(),
    };
    translator.alternatives(0)?;
    if translator.at < translator.java.len() {
        return Err("a `)` closes nothing".to_owned());
    }
    let Translator { out, backtracking, names, .. } = translator;
    let text = if whole { format!(r"\A(?:{out})\z") } else { out };
    Ok(Translated { text, backtracking, names })
}

impl Translator {
    fn peek(&self) -> Option<char> {
        self.java.get(self.at).copied()
    }
    fn next(&mut self) -> Option<char> {
        let char = self.peek();
        self.at += usize::from(char.is_some());
        char
    }
    fn eat(&mut self, text: &str) -> bool {
        let fits = text.chars().enumerate().all(|(at, char)| self.java.get(self.at + at) == Some(&char));
        if fits {
            self.at += text.chars().count();
        }
        fits
    }
    fn until(&mut self, end: char) -> Done<String> {
        let start = self.at;
        while let Some(char) = self.next() {
            if char == end {
                return Ok(self.java[start..self.at - 1].iter().collect());
            }
        }
        Err(format!("a `{end}` is missing"))
    }

    /// Parses up to the `)` of the group, or the end.
    fn alternatives(&mut self, depth: usize) -> Done {
        if depth > 200 {
            return Err("its groups are nested too deep".to_owned());
        }
        while let Some(char) = self.peek() {
            // Where the element begins, for a quantifier after it.
            let start = self.out.len();
            match char {
                ')' => return Ok(()),
                '|' => {
                    self.at += 1;
                    self.out.push('|');
                    continue;
                }
                '#' if self.flags.comments => {
                    while self.next().is_some_and(|char| char != '\n') {}
                    continue;
                }
                char if self.flags.comments && char.is_ascii_whitespace() => {
                    self.at += 1;
                    continue;
                }
                '(' => {
                    self.at += 1;
                    if !self.group(depth)? {
                        continue;
                    }
                }
                '[' => {
                    self.at += 1;
                    let class = self.class(0)?;
                    self.out.push_str(&class);
                }
                '\\' => {
                    self.at += 1;
                    self.escape()?;
                }
                '.' => {
                    self.at += 1;
                    let class = match (self.flags.dot_all, self.flags.unix_lines) {
                        (true, _) => r"(?s:.)".to_owned(),
                        (_, true) => r"[^\n]".to_owned(),
                        _ => format!("[^{LINE_END}]"),
                    };
                    self.out.push_str(&class);
                }
                '^' => {
                    self.at += 1;
                    if self.flags.multi_line {
                        self.backtracking = true;
                        self.out.push_str(r"(?:\A|(?<=[\n\x{85}\x{2028}\x{2029}])(?!\z)|(?<=\r)(?!\n|\z))");
                    } else {
                        self.out.push_str(r"\A");
                    }
                }
                '$' => {
                    self.at += 1;
                    self.dollar(depth);
                }
                '*' | '+' | '?' => return Err(format!("`{char}` repeats nothing")),
                '{' => return Err("`{` repeats nothing".to_owned()),
                _ => {
                    self.at += 1;
                    self.literal(char);
                }
            }
            self.quantifiers(start)?;
        }
        Ok(())
    }

    /// `$` and `\Z`: at the end, or before a line end that ends the text.
    fn dollar(&mut self, depth: usize) {
        if self.flags.multi_line {
            self.backtracking = true;
            self.out.push_str(r"(?:(?<!\r)(?=\n)|(?=[\r\x{85}\x{2028}\x{2029}])|\z)");
            return;
        }
        let rest = &self.java[self.at..];
        let last = rest.iter().all(|char| *char == ')') || (depth == 0 && rest.first() == Some(&'|'));
        if self.whole && last {
            self.out.push_str(r"\z");
        } else {
            self.backtracking = true;
            self.out.push_str(r"(?:(?=\r\n\z)|(?<!\r)(?=\n\z)|(?=[\r\x{85}\x{2028}\x{2029}]\z)|\z)");
        }
    }

    /// Parses after a `(`. Returns whether it printed an element that can be repeated.
    fn group(&mut self, depth: usize) -> Done<bool> {
        let outer = self.flags;
        if !self.eat("?") {
            self.groups += 1;
            self.out.push('(');
        } else if let Some(open) = ["<=", "<!", "=", "!", ">"].into_iter().find(|open| self.eat(open)) {
            self.backtracking = true;
            self.out.push_str("(?");
            self.out.push_str(open);
        } else if self.eat(":") {
            self.out.push_str("(?:");
        } else if self.eat("<") {
            let name = self.until('>')?;
            let fits = name.chars().enumerate().all(|(at, char)| {
                if at == 0 { char.is_ascii_alphabetic() } else { char.is_ascii_alphanumeric() }
            });
            if !fits || name.is_empty() || self.names.iter().any(|(have, _)| *have == name) {
                return Err(format!("`{name}` cannot name a group"));
            }
            self.groups += 1;
            self.out.push_str(&format!("(?<{name}>"));
            self.names.push((name, self.groups));
        } else {
            let mut on = true;
            loop {
                match self.next() {
                    Some('-') => on = false,
                    Some('i') => self.flags.ignore_case = on,
                    Some('u') => self.flags.unicode_case = on,
                    Some('m') => self.flags.multi_line = on,
                    Some('s') => self.flags.dot_all = on,
                    Some('x') => self.flags.comments = on,
                    Some('d') => self.flags.unix_lines = on,
                    Some('U') => (self.flags.unicode_classes, self.flags.unicode_case) = (on, on),
                    // Applies to the rest of the surrounding group.
                    Some(')') => return Ok(false),
                    Some(':') => break,
                    _ => return Err("`(?` is followed by what is no flag".to_owned()),
                }
            }
            self.out.push_str("(?:");
        }
        self.alternatives(depth + 1)?;
        if self.next() != Some(')') {
            return Err("a `)` is missing".to_owned());
        }
        self.out.push(')');
        self.flags = outer;
        Ok(true)
    }

    fn quantifiers(&mut self, start: usize) -> Done {
        if self.flags.comments {
            while self.peek().is_some_and(|char| char.is_ascii_whitespace()) {
                self.at += 1;
            }
        }
        let mut quantifier = match self.peek() {
            Some(char @ ('*' | '+' | '?')) => {
                self.at += 1;
                char.to_string()
            }
            Some('{') => {
                self.at += 1;
                let inside = self.until('}')?;
                let (low, high) = inside.split_once(',').unwrap_or((&inside, "0"));
                let number = |text: &str| text.parse::<u32>().is_ok() && !text.starts_with('+');
                if !number(low) || !(high.is_empty() || number(high)) {
                    return Err(format!("`{{{inside}}}` is no repetition"));
                }
                format!("{{{inside}}}")
            }
            _ => return Ok(()),
        };
        if self.eat("?") {
            quantifier.push('?');
        } else if self.eat("+") {
            self.backtracking = true;
            self.out.insert_str(start, "(?>(?:");
            quantifier = format!("){quantifier})");
            self.out.push_str(&quantifier);
            return Ok(());
        }
        // Group assertions and texts of several characters before repeating them.
        self.out.insert_str(start, "(?:");
        self.out.push(')');
        self.out.push_str(&quantifier);
        Ok(())
    }

    fn literal(&mut self, char: char) {
        let text = self.one(char);
        self.out.push_str(&text);
    }
    /// A literal character, or a class of both of its cases.
    fn one(&self, char: char) -> String {
        if self.flags.ignore_case && self.flags.unicode_case {
            return format!("(?i:{})", quoted(char));
        }
        if self.flags.ignore_case && char.is_ascii_alphabetic() {
            return format!("[{}{}]", char.to_ascii_lowercase(), char.to_ascii_uppercase());
        }
        quoted(char)
    }

    /// Parses after a `\` outside of a class.
    fn escape(&mut self) -> Done {
        let Some(char) = self.next() else { return Err("it ends in a `\\`".to_owned()) };
        match char {
            'b' | 'B' if self.peek() != Some('{') => {
                // Rust's ASCII `\B` may split a character; the Unicode one is the nearest that may not.
                self.out.push_str(match (char, self.flags.unicode_classes) {
                    ('b', false) => r"(?-u:\b)",
                    ('b', true) => r"\b",
                    _ => r"\B",
                });
            }
            'A' => self.out.push_str(r"\A"),
            'z' => self.out.push_str(r"\z"),
            'Z' => {
                let flags = self.flags;
                self.flags.multi_line = false;
                self.dollar(1);
                self.flags = flags;
            }
            'R' => self.out.push_str(r"(?:\r\n|[\n\x0B\x0C\r\x{85}\x{2028}\x{2029}])"),
            'Q' => {
                while let Some(char) = self.peek() {
                    if self.eat("\\E") {
                        break;
                    }
                    self.at += 1;
                    // A quantifier after the quote repeats its last character only.
                    let start = self.out.len();
                    self.literal(char);
                    if self.eat("\\E") {
                        return self.quantifiers(start);
                    }
                }
            }
            '1'..='9' => {
                let mut group = char.to_digit(10).unwrap_or(0) as usize;
                while let Some(digit) = self.peek().and_then(|char| char.to_digit(10)) {
                    let longer = group * 10 + digit as usize;
                    if longer > self.groups {
                        break;
                    }
                    group = longer;
                    self.at += 1;
                }
                if group > self.groups {
                    return Err(format!("`\\{group}` refers to a group that does not stand before it"));
                }
                self.reference(&group.to_string());
            }
            'k' => {
                if !self.eat("<") {
                    return Err("`\\k` needs a name in angle brackets".to_owned());
                }
                let name = self.until('>')?;
                let Some((_, group)) = self.names.iter().find(|(have, _)| *have == name) else {
                    return Err(format!("there is no group `{name}` before `\\k<{name}>`"));
                };
                self.reference(&group.to_string());
            }
            _ => {
                self.at -= 1;
                let text = match self.class_escape()? {
                    Item::Char(char) => self.one(char),
                    Item::Set(set) => format!("[{set}]"),
                };
                self.out.push_str(&text);
            }
        }
        Ok(())
    }
    fn reference(&mut self, group: &str) {
        self.backtracking = true;
        let case = if self.flags.ignore_case { "i" } else { "-i" };
        // In a group of its own, so that a digit after it stays separate.
        self.out.push_str(&format!("(?{case}:\\{group})"));
    }

    /// Parses after a `[`: the class up to its `]`, in Rust's syntax.
    fn class(&mut self, depth: usize) -> Done<String> {
        if depth > 100 {
            return Err("its classes are nested too deep".to_owned());
        }
        let mut out = String::from(if self.eat("^") { "[^" } else { "[" });
        let mut first = true;
        loop {
            let Some(char) = self.next() else { return Err("a `]` is missing".to_owned()) };
            let item = match char {
                ']' if !first => {
                    out.push(']');
                    return Ok(out);
                }
                '[' => Item::Set(self.class(depth + 1)?),
                '&' if self.eat("&") => {
                    out.push_str("&&");
                    first = false;
                    continue;
                }
                '\\' if self.eat("Q") => {
                    while !self.eat("\\E") {
                        let Some(char) = self.next() else { break };
                        out.push_str(&self.range(char, char));
                    }
                    first = false;
                    continue;
                }
                '\\' => self.class_escape()?,
                char if self.flags.comments && char.is_ascii_whitespace() => continue,
                char => Item::Char(char),
            };
            first = false;
            let Item::Char(low) = item else {
                if let Item::Set(set) = item {
                    out.push_str(&set);
                }
                continue;
            };
            let ends = matches!(self.java.get(self.at + 1), None | Some(']' | '['));
            let high = if self.peek() == Some('-') && !ends {
                self.at += 1;
                let end = match self.next() {
                    Some('\\') => self.class_escape()?,
                    Some(char) => Item::Char(char),
                    None => return Err("a `]` is missing".to_owned()),
                };
                match end {
                    Item::Char(high) if high >= low => high,
                    _ => return Err(format!("the range from `{low}` has no end above it")),
                }
            } else {
                low
            };
            out.push_str(&self.range(low, high));
        }
    }
    /// A range inside a class, with the other cases if case is ignored.
    fn range(&self, low: char, high: char) -> String {
        let plain = |low, high| {
            if low == high { quoted(low) } else { format!("{}-{}", quoted(low), quoted(high)) }
        };
        let mut out = plain(low, high);
        if self.flags.ignore_case && self.flags.unicode_case {
            // Rust folds a whole group, so the range becomes a class of its own.
            let others =
                (low..=high).take(0x3000).flat_map(|char| char.to_lowercase().chain(char.to_uppercase()));
            others.filter(|char| !(low..=high).contains(char)).for_each(|char| out.push_str(&quoted(char)));
        } else if self.flags.ignore_case {
            for (from, to, shift) in [('a', 'z', false), ('A', 'Z', true)] {
                let (from, to) = (low.max(from), high.min(to));
                if from <= to {
                    let swap = |char: char| {
                        if shift { char.to_ascii_lowercase() } else { char.to_ascii_uppercase() }
                    };
                    out.push_str(&plain(swap(from), swap(to)));
                }
            }
        }
        out
    }

    /// Parses after a `\`: escapes that are valid inside a class too.
    fn class_escape(&mut self) -> Done<Item> {
        let Some(char) = self.next() else { return Err("it ends in a `\\`".to_owned()) };
        let unicode = self.flags.unicode_classes;
        let set = |ascii: &str, wide: &str| Ok(Item::Set(if unicode { wide } else { ascii }.to_owned()));
        match char {
            't' => Ok(Item::Char('\t')),
            'n' => Ok(Item::Char('\n')),
            'r' => Ok(Item::Char('\r')),
            'f' => Ok(Item::Char('\u{c}')),
            'a' => Ok(Item::Char('\u{7}')),
            'e' => Ok(Item::Char('\u{1b}')),
            'd' => set("0-9", r"\d"),
            'D' => set("[^0-9]", r"\D"),
            'w' => set("a-zA-Z0-9_", r"\w"),
            'W' => set("[^a-zA-Z0-9_]", r"\W"),
            's' => set(r"\x20\t\n\x0B\x0C\r", r"\s"),
            'S' => set(r"[^\x20\t\n\x0B\x0C\r]", r"\S"),
            'h' => set(HORIZONTAL, HORIZONTAL),
            'H' => Ok(Item::Set(format!("[^{HORIZONTAL}]"))),
            'v' => set(VERTICAL, VERTICAL),
            'V' => Ok(Item::Set(format!("[^{VERTICAL}]"))),
            'p' | 'P' => {
                let name = if self.eat("{") {
                    self.until('}')?
                } else {
                    self.next().ok_or("`\\p` needs a name")?.to_string()
                };
                let set =
                    property(&name, unicode).ok_or_else(|| format!("the class `{name}` is not known"))?;
                Ok(Item::Set(if char == 'P' { format!("[^{set}]") } else { format!("[{set}]") }))
            }
            '0' => {
                let mut code = self.digit(8)?;
                for _ in 0..2 {
                    if let Some(digit) = self.peek().and_then(|char| char.to_digit(8))
                        && code * 8 + digit <= 0o377
                    {
                        code = code * 8 + digit;
                        self.at += 1;
                    }
                }
                character(code)
            }
            'x' if self.eat("{") => {
                let code = self.until('}')?;
                character(
                    u32::from_str_radix(&code, 16).map_err(|_| format!("`\\x{{{code}}}` is no character"))?,
                )
            }
            'x' => {
                let code = self.digit(16)? * 16 + self.digit(16)?;
                character(code)
            }
            'u' => {
                let high = self.unit()?;
                if (0xd800..0xdc00).contains(&high) && self.eat("\\u") {
                    let low = self.unit()?;
                    if !(0xdc00..0xe000).contains(&low) {
                        return Err("half of a surrogate pair is no character".to_owned());
                    }
                    return character(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00));
                }
                character(high)
            }
            'c' => {
                let control = self.next().ok_or("`\\c` needs a character")?;
                character(u32::from(control) ^ 64)
            }
            char if char.is_ascii_alphabetic() => Err(format!("`\\{char}` is not supported")),
            char => Ok(Item::Char(char)),
        }
    }
    fn digit(&mut self, radix: u32) -> Done<u32> {
        self.next().and_then(|char| char.to_digit(radix)).ok_or_else(|| "a number is cut short".to_owned())
    }
    fn unit(&mut self) -> Done<u32> {
        (0..4).try_fold(0, |code, _| Ok(code * 16 + self.digit(16)?))
    }
}

enum Item {
    Char(char),
    /// The text between brackets.
    Set(String),
}

const HORIZONTAL: &str = r"\x20\t\x{a0}\x{1680}\x{180e}\x{2000}-\x{200a}\x{202f}\x{205f}\x{3000}";
const VERTICAL: &str = r"\n\x0B\x0C\r\x{85}\x{2028}\x{2029}";

fn character(code: u32) -> Done<Item> {
    char::from_u32(code).map(Item::Char).ok_or_else(|| format!("U+{code:04X} is no character"))
}

/// A literal character, in a class or outside.
fn quoted(char: char) -> String {
    if char.is_alphanumeric() || char == '_' {
        char.to_string()
    } else if char.is_ascii_graphic() && !matches!(char, '<' | '>') {
        format!("\\{char}")
    } else {
        // `\<` and `\>` would mean the start and the end of a word.
        format!("\\x{{{:x}}}", u32::from(char))
    }
}

/// The inside of a class for a `\p` name.
fn property(name: &str, unicode: bool) -> Option<String> {
    let posix = match name {
        "Lower" => ("a-z", r"\p{Lowercase}"),
        "Upper" => ("A-Z", r"\p{Uppercase}"),
        "ASCII" => (r"\x00-\x7F", r"\x00-\x7F"),
        "Alpha" => ("a-zA-Z", r"\p{Alphabetic}"),
        "Digit" => ("0-9", r"\p{Nd}"),
        "Alnum" => ("a-zA-Z0-9", r"\p{Alphabetic}\p{Nd}"),
        "Punct" => (r"!-/:-@\[-`{-~", r"\p{P}"),
        "Graph" => ("!-~", r"[^\p{White_Space}\p{Cc}\p{Cs}\p{Cn}]"),
        "Print" => (r"\x20-~", r"[^\p{Cc}\p{Cs}\p{Cn}&&[^\p{Zs}]]"),
        "Blank" => (r"\x20\t", HORIZONTAL),
        "Cntrl" => (r"\x00-\x1F\x7F", r"\p{Cc}"),
        "XDigit" => ("0-9a-fA-F", r"\p{Nd}\p{Hex_Digit}"),
        "Space" => (r"\x20\t\n\x0B\x0C\r", r"\p{White_Space}"),
        _ => ("", ""),
    };
    if !posix.0.is_empty() {
        return Some(if unicode { posix.1 } else { posix.0 }.to_owned());
    }
    let known = match name {
        "javaLowerCase" => r"\p{Lowercase}",
        "javaUpperCase" => r"\p{Uppercase}",
        "javaTitleCase" => r"\p{Lt}",
        "javaAlphabetic" => r"\p{Alphabetic}",
        "javaIdeographic" => r"\p{Ideographic}",
        "javaDigit" => r"\p{Nd}",
        "javaDefined" => r"\P{Cn}",
        "javaLetter" => r"\p{L}",
        "javaLetterOrDigit" => r"\p{L}\p{Nd}",
        "javaSpaceChar" => r"\p{Z}",
        "javaWhitespace" => r"\t-\r\x1c-\x1f[\p{Z}&&[^\x{a0}\x{2007}\x{202f}]]",
        "javaISOControl" => r"\x00-\x1F\x7F-\x9F",
        "javaJavaIdentifierStart" => r"\p{L}\p{Nl}\p{Sc}\p{Pc}",
        "javaJavaIdentifierPart" => {
            r"\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mc}\p{Mn}\x00-\x08\x0e-\x1b\x7f-\x9f\p{Cf}"
        }
        "L1" => r"\x00-\xFF",
        "LD" | "IsLD" => r"\p{L}\p{Nd}",
        "LC" | "IsLC" => r"\p{Lu}\p{Ll}\p{Lt}",
        "all" => r"\x00-\x{10FFFF}",
        _ => "",
    };
    if !known.is_empty() {
        return Some(known.to_owned());
    }
    if let Some(block) =
        name.strip_prefix("In").or_else(|| name.strip_prefix("block=")).or_else(|| name.strip_prefix("blk="))
    {
        return block_range(block).map(str::to_owned);
    }
    let bare = ["general_category=", "gc=", "script=", "sc=", "Is"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix))
        .unwrap_or(name);
    // The rest are Unicode's own names; those that Rust does not know either make the pattern fail.
    let fits = !bare.is_empty() && bare.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    fits.then(|| format!(r"\p{{{bare}}}"))
}

/// The most frequent blocks.
fn block_range(name: &str) -> Option<&'static str> {
    let key: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|char| char.to_ascii_lowercase()).collect();
    Some(match key.as_str() {
        "basiclatin" => r"\x00-\x7F",
        "latin1supplement" => r"\x{80}-\x{ff}",
        "latinextendeda" => r"\x{100}-\x{17f}",
        "latinextendedb" => r"\x{180}-\x{24f}",
        "ipaextensions" => r"\x{250}-\x{2af}",
        "combiningdiacriticalmarks" => r"\x{300}-\x{36f}",
        "greek" | "greekandcoptic" => r"\x{370}-\x{3ff}",
        "cyrillic" => r"\x{400}-\x{4ff}",
        "armenian" => r"\x{530}-\x{58f}",
        "hebrew" => r"\x{590}-\x{5ff}",
        "arabic" => r"\x{600}-\x{6ff}",
        "devanagari" => r"\x{900}-\x{97f}",
        "thai" => r"\x{e00}-\x{e7f}",
        "generalpunctuation" => r"\x{2000}-\x{206f}",
        "currencysymbols" => r"\x{20a0}-\x{20cf}",
        "letterlikesymbols" => r"\x{2100}-\x{214f}",
        "arrows" => r"\x{2190}-\x{21ff}",
        "mathematicaloperators" => r"\x{2200}-\x{22ff}",
        "boxdrawing" => r"\x{2500}-\x{257f}",
        "hiragana" => r"\x{3040}-\x{309f}",
        "katakana" => r"\x{30a0}-\x{30ff}",
        "cjkunifiedideographs" => r"\x{4e00}-\x{9fff}",
        "hangulsyllables" => r"\x{ac00}-\x{d7af}",
        _ => return None,
    })
}
