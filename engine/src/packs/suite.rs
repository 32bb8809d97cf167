//! Query suites (language.md section 20): a `.qls` file is a list of instructions that locate queries and select among
//! them by metadata. The result is the places of the selected queries, in the order in which they are located.

use super::known::Packs;
use super::{PackError, Place, Roots, error};
use crate::metadata::Metadata;
use quarrel_base::SourceMap;
use regex::Regex;
use yaml_serde::{Mapping, Value};

/// The deepest nesting of suites.
const MAX_DEPTH: usize = 16;

/// The queries that a suite selects.
///
/// # Errors
/// If the suite, or a file, folder or pack that it names, is missing or malformed.
pub(super) fn select(
    roots: &Roots,
    sources: &mut SourceMap,
    packs: &mut Packs,
    file: &Place,
) -> Result<Vec<Place>, PackError> {
    let mut reader = Reader { roots, sources, packs };
    let mut selection = Selection::default();
    reader.apply_file(file, &mut selection, 0)?;
    Ok(selection.selected())
}

/// The queries of the pack at `root`: those of its default suite, or all.
///
/// # Errors
/// Those of [`select`].
pub(super) fn select_pack(
    roots: &Roots,
    sources: &mut SourceMap,
    packs: &mut Packs,
    root: &Place,
) -> Result<Vec<Place>, PackError> {
    let mut selection = Selection::default();
    Reader { roots, sources, packs }.add_pack(root, &mut selection, 0)?;
    Ok(selection.selected())
}

/// Queries located so far, and the verdict of the filters.
#[derive(Default)]
struct Selection {
    located: Vec<Located>,
    /// Whether the first filter includes; before it, everything is selected.
    starts_empty: Option<bool>,
}

struct Located {
    place: Place,
    metadata: Metadata,
    /// The verdict of the last filter that matches.
    verdict: Option<bool>,
}

impl Selection {
    fn selected(self) -> Vec<Place> {
        let by_default = self.starts_empty != Some(true);
        let chosen = self.located.into_iter().filter(|query| query.verdict.unwrap_or(by_default));
        chosen.map(|query| query.place).collect()
    }

    fn locate(&mut self, place: Place, metadata: Metadata, verdict: Option<bool>) {
        if !self.located.iter().any(|query| query.place == place) {
            self.located.push(Located { place, metadata, verdict });
        }
    }

    fn filter(&mut self, includes: bool, conditions: &[Condition]) {
        self.starts_empty.get_or_insert(includes);
        for query in &mut self.located {
            if conditions.iter().all(|condition| condition.holds(query)) {
                query.verdict = Some(includes);
            }
        }
    }
}

/// One key of a filter.
struct Condition {
    key: String,
    wanted: Vec<Pattern>,
}

enum Pattern {
    Text(String),
    Regex(Regex),
}

impl Pattern {
    fn is_match(&self, text: &str) -> bool {
        match self {
            Pattern::Text(wanted) => wanted == text,
            Pattern::Regex(regex) => regex.is_match(text),
        }
    }
}

impl Condition {
    fn holds(&self, query: &Located) -> bool {
        let any = |text: &str| self.wanted.iter().any(|pattern| pattern.is_match(text));
        let path = match &query.place {
            Place::Bundled(path) => path.clone(),
            Place::Disk(path) => path.to_string_lossy().replace('\\', "/"),
        };
        let tags = || query.metadata.get("tags").unwrap_or_default().split_whitespace();
        match self.key.as_str() {
            "query path" => any(&path),
            "query filename" => any(path.rsplit('/').next().unwrap_or(&path)),
            "tags contain" => tags().any(any),
            "tags contain all" => self.wanted.iter().all(|pattern| tags().any(|tag| pattern.is_match(tag))),
            key => query.metadata.get(key).is_some_and(any),
        }
    }
}

struct Reader<'a> {
    roots: &'a Roots,
    sources: &'a mut SourceMap,
    packs: &'a mut Packs,
}

impl Reader<'_> {
    fn apply_file(&mut self, file: &Place, selection: &mut Selection, depth: usize) -> Result<(), PackError> {
        let bad_suite = |message: String| error(format!("{}: {message}", file.display()));
        if depth > MAX_DEPTH {
            return Err(bad_suite("suites import one another in a circle".to_owned()));
        }
        let Some(text) = self.roots.read(file)? else {
            return Err(error(format!("there is no suite {}", file.display())));
        };
        let list: Value =
            yaml_serde::from_str(&text).map_err(|cause| bad_suite(format!("not a valid suite: {cause}")))?;
        let root = file.parent().and_then(|folder| self.packs.root_of(self.roots, folder));
        let root = root.or_else(|| file.parent());
        self.apply(&list, root.as_ref(), selection, depth).map_err(|cause| PackError {
            message: format!("{}: {}", file.display(), cause.message),
            help: cause.help,
        })
    }

    fn apply(
        &mut self,
        list: &Value,
        root: Option<&Place>,
        selection: &mut Selection,
        depth: usize,
    ) -> Result<(), PackError> {
        let Value::Sequence(instructions) = list else {
            return Err(error("a suite is a list of instructions"));
        };
        for instruction in instructions {
            let Value::Mapping(instruction) = instruction else {
                return Err(error(
                    "each instruction of a suite is a key with a value, such as `query: a/b.ql`",
                ));
            };
            self.step(instruction, root, selection, depth)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        instruction: &Mapping,
        root: Option<&Place>,
        selection: &mut Selection,
        depth: usize,
    ) -> Result<(), PackError> {
        let text = |key: &str| instruction.get(key).and_then(Value::as_str);
        let base = match text("from") {
            Some(pack) => Some(self.pack_root(pack)?),
            None => root.cloned(),
        };
        let target = |path: &str| {
            let base = base.as_ref().ok_or_else(|| error(format!("`{path}` is relative to no pack")))?;
            if path == "." {
                return Ok(base.clone());
            }
            base.join_within(path.trim_end_matches('/')).ok_or_else(|| leads_outside(path))
        };
        if let Some(path) = text("query") {
            return self.add_query(target(path)?, selection);
        }
        if let Some(path) = text("queries") {
            return self.add_queries(&target(path)?, selection);
        }
        if let Some(pack) = text("qlpack") {
            let root = self.pack_root(pack)?;
            return self.add_pack(&root, selection, depth);
        }
        if let Some(path) = text("import") {
            let mut imported = Selection::default();
            self.apply_file(&target(path)?, &mut imported, depth + 1)?;
            for place in imported.selected() {
                let metadata = self.metadata(&place)?;
                selection.locate(place, metadata, Some(true));
            }
            return Ok(());
        }
        if let Some(path) = text("apply") {
            return self.apply_file(&target(path)?, selection, depth + 1);
        }
        for (key, includes) in [("include", true), ("exclude", false)] {
            if let Some(filter) = instruction.get(key) {
                selection.filter(includes, &conditions(filter)?);
                return Ok(());
            }
        }
        if ["description", "eval", "version"].iter().any(|key| instruction.contains_key(*key)) {
            return Ok(());
        }
        let key = instruction.keys().find_map(Value::as_str).unwrap_or("");
        Err(PackError {
            message: format!("`{key}` is no instruction of a suite"),
            help: Some("instructions are query, queries, qlpack, import, apply, include and exclude".into()),
        })
    }

    fn pack_root(&mut self, name: &str) -> Result<Place, PackError> {
        // A path within the pack may follow its name; versions are ignored.
        let name = name.split(['@', ':']).next().unwrap_or(name);
        self.packs.named(self.roots, self.sources, name)?.ok_or_else(|| PackError {
            message: format!("there is no pack `{name}` on the search path"),
            help: Some("name a folder that contains it with --search-path".into()),
        })
    }

    fn add_query(&mut self, place: Place, selection: &mut Selection) -> Result<(), PackError> {
        let metadata = self.metadata(&place)?;
        selection.locate(place, metadata, None);
        Ok(())
    }

    fn add_queries(&mut self, place: &Place, selection: &mut Selection) -> Result<(), PackError> {
        if self.roots.exists(place) {
            return self.add_query(place.clone(), selection);
        }
        let files = self.roots.files_below(place);
        if files.is_empty() {
            return Err(error(format!("there is no folder {}", place.display())));
        }
        for file in files {
            if file.name().ends_with(".ql") {
                self.add_query(file, selection)?;
            }
        }
        Ok(())
    }

    fn add_pack(&mut self, root: &Place, selection: &mut Selection, depth: usize) -> Result<(), PackError> {
        let pack = self.packs.pack(self.roots, self.sources, root)?;
        match (&pack.default_suite_file, &pack.default_suite) {
            (Some(file), _) => {
                let suite = root.join_within(file).ok_or_else(|| leads_outside(file))?;
                self.apply_file(&suite, selection, depth + 1)
            }
            (None, Some(list)) => self.apply(list, Some(root), selection, depth + 1),
            (None, None) => self.add_queries(root, selection),
        }
    }

    fn metadata(&self, place: &Place) -> Result<Metadata, PackError> {
        match self.roots.read(place)? {
            Some(text) => Ok(Metadata::of_text(&text)),
            None => Err(error(format!("there is no query {}", place.display()))),
        }
    }
}

fn leads_outside(path: &str) -> PackError {
    PackError {
        message: format!("`{path}` leads out of the pack"),
        help: Some(
            "paths of a suite start at the root of its pack, or at that of another one with `from`".into(),
        ),
    }
}

fn conditions(filter: &Value) -> Result<Vec<Condition>, PackError> {
    let Value::Mapping(filter) = filter else {
        return Err(error("a filter lists keys of metadata with the values that they may have"));
    };
    let mut conditions = Vec::new();
    for (key, values) in filter {
        let values = match values {
            Value::Sequence(values) => values.as_slice(),
            one => std::slice::from_ref(one),
        };
        let wanted = values.iter().map(pattern).collect::<Result<_, _>>()?;
        conditions.push(Condition { key: key.as_str().unwrap_or_default().to_owned(), wanted });
    }
    Ok(conditions)
}

/// Parses `/regex/` or a plain text; `//` matches any text.
fn pattern(value: &Value) -> Result<Pattern, PackError> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(truth) => truth.to_string(),
        _ => return Err(error("a filter's values are texts")),
    };
    match text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/')) {
        Some(regex) => Regex::new(regex)
            .map(Pattern::Regex)
            .map_err(|cause| error(format!("`{text}` is no valid regular expression: {cause}"))),
        None => Ok(Pattern::Text(text)),
    }
}
