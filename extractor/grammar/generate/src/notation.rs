//! A short notation for the rules of a `grammar.json`.
//!
//! `a b` is a sequence, `a | b` a choice; `a?`, `a*`, `a+`, and parentheses are as usual. `'x'` is a text, `/x/` a
//! pattern, `f:a` the field `f`, `token(a)` one token, `prec(3 a)` a precedence and `prec_left(3 a)` one that
//! goes from left to right.

use serde_json::{Value, json};

/// The rule that is written so.
pub fn parse(text: &str) -> Result<Value, String> {
    let mut parser = Parser { rest: text.trim() };
    let rule = parser.choice()?;
    if parser.rest.is_empty() { Ok(rule) } else { Err(format!("`{}` is left over", parser.rest)) }
}

/// The rule without sequences in sequences and choices in choices.
pub fn flat(rule: &Value) -> Value {
    let mut rule = rule.clone();
    if let Some(content) = rule.get("content") {
        rule["content"] = flat(content);
    }
    let kind = rule["type"].clone();
    if let Some(members) = rule.get_mut("members").and_then(Value::as_array_mut) {
        let flattened = members.iter().map(flat).flat_map(|member| match member["type"] == kind {
            true => member["members"].as_array().cloned().unwrap_or_default(),
            false => vec![member],
        });
        *members = flattened.collect();
    }
    rule
}

struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn take(&mut self, text: &str) -> bool {
        let Some(rest) = self.rest.strip_prefix(text) else { return false };
        self.rest = rest.trim_start();
        true
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.take(text) { Ok(()) } else { Err(format!("`{text}` is missing before `{}`", self.rest)) }
    }

    fn choice(&mut self) -> Result<Value, String> {
        let mut members = vec![self.sequence()?];
        while self.take("|") {
            members.push(self.sequence()?);
        }
        Ok(one_or("CHOICE", members))
    }

    fn sequence(&mut self) -> Result<Value, String> {
        let mut members = Vec::new();
        while !self.rest.is_empty() && !self.rest.starts_with(['|', ')']) {
            members.push(self.repeated()?);
        }
        if members.is_empty() {
            Err(format!("nothing stands before `{}`", self.rest))
        } else {
            Ok(one_or("SEQ", members))
        }
    }

    fn repeated(&mut self) -> Result<Value, String> {
        let mut rule = self.single()?;
        loop {
            rule = if self.take("?") {
                json!({ "type": "CHOICE", "members": [rule, { "type": "BLANK" }] })
            } else if self.take("*") {
                json!({ "type": "REPEAT", "content": rule })
            } else if self.take("+") {
                json!({ "type": "REPEAT1", "content": rule })
            } else {
                return Ok(rule);
            };
        }
    }

    fn single(&mut self) -> Result<Value, String> {
        if self.take("(") {
            let rule = self.choice()?;
            self.expect(")")?;
            return Ok(rule);
        }
        for (quote, kind) in [('\'', "STRING"), ('/', "PATTERN")] {
            if let Some(rest) = self.rest.strip_prefix(quote) {
                let (value, rest) = rest.split_once(quote).ok_or("a quote is missing")?;
                self.rest = rest.trim_start();
                return Ok(json!({ "type": kind, "value": value }));
            }
        }
        let word = self.word()?;
        if self.rest.starts_with(':') {
            self.expect(":")?;
            return Ok(json!({ "type": "FIELD", "name": word, "content": self.single()? }));
        }
        if !matches!(word, "token" | "prec" | "prec_left" | "prec_right" | "prec_dynamic") {
            return Ok(json!({ "type": "SYMBOL", "name": word }));
        }
        self.expect("(")?;
        let rule = match word {
            "token" => json!({ "type": "TOKEN", "content": self.choice()? }),
            _ => {
                let value: i32 = self.word()?.parse().map_err(|_| "a precedence is missing")?;
                json!({ "type": word.to_uppercase(), "value": value, "content": self.choice()? })
            }
        };
        self.expect(")")?;
        Ok(rule)
    }

    fn word(&mut self) -> Result<&'static str, String> {
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return Err(format!("a name is missing before `{rest}`"));
        }
        self.rest = rest.trim_start();
        Ok(word.to_owned().leak())
    }
}

fn one_or(kind: &str, mut members: Vec<Value>) -> Value {
    if members.len() == 1 { members.remove(0) } else { json!({ "type": kind, "members": members }) }
}
