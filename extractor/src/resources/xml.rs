//! XML files, as far as they are well-formed.
//!
//! As in CodeQL's databases, locations end after the last character, and attributes are located at the start tag of
//! their element. Namespace declarations are no attributes, and text of blanks alone is left out.

use std::borrow::Cow;

use quick_xml::NsReader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesStart, Event};
use quick_xml::name::{QName, ResolveResult};
use rustc_hash::FxHashMap;

use super::File;
use crate::facts::batch::{Ent, Loc};
use crate::facts::rows;

/// An open element, or the file.
struct Open {
    entity: Ent,
    /// Where it starts.
    start: usize,
    /// The index of its next child.
    next: i32,
}

struct Reader<'f, 'a> {
    file: &'f mut File<'a>,
    open: Vec<Open>,
    /// By prefix and name.
    namespaces: FxHashMap<(String, String), Ent>,
    /// The current text, and where it starts.
    text: String,
    text_start: usize,
}

/// The rows of the file.
pub(super) fn read(file: &mut File<'_>) {
    let root = Open { entity: file.entity, start: 0, next: 0 };
    let mut reader = Reader {
        open: vec![root],
        file,
        namespaces: FxHashMap::default(),
        text: String::new(),
        text_start: 0,
    };
    reader.run();
}

fn utf8(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl Reader<'_, '_> {
    fn run(&mut self) {
        let text = self.file.text;
        // The byte order mark is not part of the document, but has a width.
        let skipped = text.len() - text.trim_start_matches('\u{feff}').len();
        let mut source = NsReader::from_str(&text[skipped..]);
        let mut encoding = "UTF-8".to_owned();
        loop {
            let start = skipped + source.buffer_position() as usize;
            let event = match source.read_event() {
                Ok(event) => event,
                Err(error) => {
                    let at = (skipped + source.error_position() as usize).min(text.len());
                    self.file.diagnostic(at, &format!("the XML cannot be read: {error}"));
                    break;
                }
            };
            let end = skipped + source.buffer_position() as usize;
            match &event {
                Event::Text(_) | Event::GeneralRef(_) => {}
                _ => self.end_text(start),
            }
            match event {
                Event::Start(tag) => self.start(&source, &tag, start, end),
                Event::Empty(tag) => {
                    self.start(&source, &tag, start, end);
                    self.end(end);
                }
                Event::End(_) => self.end(end),
                Event::Text(part) => self.go_on(&utf8(&part), start),
                Event::GeneralRef(reference) => {
                    let named = match reference.resolve_char_ref() {
                        Ok(Some(ch)) => Some(Cow::Owned(ch.to_string())),
                        _ => resolve_predefined_entity(&utf8(&reference)).map(Cow::Borrowed),
                    };
                    // Other entities are declared elsewhere, and stay as written.
                    self.go_on(&named.unwrap_or(utf8(&text.as_bytes()[start..end])), start);
                }
                Event::CData(part) => self.characters(&utf8(&part), true, start, end),
                Event::Comment(part) => {
                    let text = self.file.facts.text(&utf8(&part));
                    let (id, parentid, fileid) = (self.placed(start, end), self.parent(), self.file.entity);
                    self.file.facts.row(rows::XmlComments { id, text, parentid, fileid });
                }
                Event::Decl(decl) => {
                    if let Some(Ok(written)) = decl.encoding() {
                        encoding = utf8(&written).into_owned();
                    }
                }
                Event::DocType(part) => self.doctype(&utf8(&part), start, end),
                Event::PI(_) => {}
                Event::Eof => {
                    if self.open.len() > 1 {
                        self.file.diagnostic(text.len(), "the XML ends within an element");
                    }
                    break;
                }
            }
        }
        while self.open.len() > 1 {
            self.end(text.len());
        }
        let encoding = self.file.facts.text(&encoding);
        self.file.facts.row(rows::XmlEncoding { id: self.file.entity, encoding });
    }

    /// The innermost open element, or the file.
    fn parent(&self) -> Ent {
        self.open.last().map_or(self.file.entity, |open| open.entity)
    }

    /// The index of the next child among its siblings.
    fn next(&mut self) -> i32 {
        let Some(open) = self.open.last_mut() else { return 0 };
        open.next += 1;
        open.next - 1
    }

    fn loc(&self, start: usize, end: usize) -> Loc {
        let loc = self.file.loc(start, end);
        Loc { end_column: loc.end_column + 1, ..loc }
    }

    /// A new entity with a place.
    fn placed(&mut self, start: usize, end: usize) -> Ent {
        let id = self.file.facts.fresh();
        let loc = self.loc(start, end);
        self.file.facts.row(rows::Xmlplace { id, loc });
        id
    }

    fn start(&mut self, source: &NsReader<&[u8]>, tag: &BytesStart<'_>, start: usize, end: usize) {
        let (parentid, idx, fileid) = (self.parent(), self.next(), self.file.entity);
        let entity = self.file.facts.fresh();
        let (namespace, local) = source.resolve_element(tag.name());
        let name = self.file.facts.text(&utf8(local.as_ref()));
        self.file.facts.row(rows::XmlElements { id: entity, name, parentid, idx, fileid });
        self.has_namespace(entity, tag.name(), &namespace, start, end);
        let mut idx = 0;
        for attribute in tag.attributes().with_checks(false) {
            let attribute = match attribute {
                Ok(attribute) => attribute,
                Err(error) => {
                    self.file.diagnostic(start, &format!("an attribute cannot be read: {error}"));
                    break;
                }
            };
            if attribute.key.as_namespace_binding().is_some() {
                continue;
            }
            let (namespace, local) = source.resolve_attribute(attribute.key);
            let written = utf8(&attribute.value);
            let value = unescape(&written).map_or_else(|_| written.to_string(), Cow::into_owned);
            let id = self.placed(start, end);
            let (name, value) = (self.file.facts.text(&utf8(local.as_ref())), self.file.facts.text(&value));
            self.file.facts.row(rows::XmlAttrs { id, elementid: entity, name, value, idx, fileid });
            self.has_namespace(id, attribute.key, &namespace, start, end);
            idx += 1;
        }
        self.open.push(Open { entity, start, next: 0 });
    }

    fn has_namespace(
        &mut self,
        of: Ent,
        name: QName<'_>,
        found: &ResolveResult<'_>,
        start: usize,
        end: usize,
    ) {
        let ResolveResult::Bound(namespace) = found else { return };
        let prefix =
            name.prefix().map_or(Cow::Borrowed(""), |prefix| utf8(prefix.into_inner()).into_owned().into());
        let key = (prefix.into_owned(), utf8(namespace.as_ref()).into_owned());
        let fileid = self.file.entity;
        let ns_id = match self.namespaces.get(&key) {
            Some(&known) => known,
            None => {
                let id = self.placed(start, end);
                let (prefix_name, uri) = (self.file.facts.text(&key.0), self.file.facts.text(&key.1));
                self.file.facts.row(rows::XmlNs { id, prefix_name, uri, fileid });
                self.namespaces.insert(key, id);
                id
            }
        };
        self.file.facts.row(rows::XmlHasNs { element_id: of, ns_id, fileid });
    }

    fn end(&mut self, end: usize) {
        if self.open.len() > 1
            && let Some(Open { entity: id, start, .. }) = self.open.pop()
        {
            let loc = self.loc(start, end);
            self.file.facts.row(rows::Xmlplace { id, loc });
        }
    }

    fn go_on(&mut self, text: &str, start: usize) {
        if self.text.is_empty() {
            self.text_start = start;
        }
        self.text += text;
    }

    fn end_text(&mut self, end: usize) {
        let text = std::mem::take(&mut self.text);
        if !text.trim().is_empty() {
            self.characters(&text, false, self.text_start, end);
        }
    }

    fn characters(&mut self, text: &str, is_cdata: bool, start: usize, end: usize) {
        let (id, parentid, idx) = (self.placed(start, end), self.parent(), self.next());
        let text = self.file.facts.text(text);
        let row = rows::XmlChars {
            id,
            text,
            parentid,
            idx,
            is_cdata: i32::from(is_cdata),
            fileid: self.file.entity,
        };
        self.file.facts.row(row);
    }

    /// `root PUBLIC "public" "system" [...]`.
    fn doctype(&mut self, text: &str, start: usize, end: usize) {
        let text = text.split('[').next().unwrap_or("").trim();
        let (root, external) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let external = external.trim_start();
        let mut ids = quoted(external);
        let public_id = if external.starts_with("PUBLIC") { ids.next().unwrap_or("") } else { "" };
        let system_id = ids.next().unwrap_or("");
        let id = self.placed(start, end);
        let facts = &mut self.file.facts;
        let (root, public_id, system_id) = (facts.text(root), facts.text(public_id), facts.text(system_id));
        self.file.facts.row(rows::XmlDTDs { id, root, public_id, system_id, fileid: self.file.entity });
    }
}

/// The texts between quotes of either kind.
fn quoted(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        let open = text.find(['"', '\''])?;
        let (quote, rest) = text[open..].split_at(1);
        let (inner, after) = rest.split_once(quote)?;
        text = after;
        Some(inner)
    })
}
