//! The commands of the prompt, `:name arguments`.

use super::show;
use super::state::{Answer, Last, State};
use quarrel_common::words::{count, grouped};
use quarrel_console::Failure;
use quarrel_console::sink;
use quarrel_console::terminal::hanging;
use quarrel_driver::complete;
use quarrel_driver::limits;
use quarrel_driver::models::describe;
use quarrel_driver::{pack_failure, profile, setup};
use quarrel_engine::{DeclarationKind, Edb, PROBE, Place, Roots, Session, doc_text};
use quarrel_report::{csv, json};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The largest file that is loaded, in bytes.
const MOST_BYTES: u64 = 16 << 20;

/// A command in the help.
#[derive(Debug)]
pub struct Command {
    /// The name with the colon.
    pub name: &'static str,
    /// The arguments.
    pub arguments: &'static str,
    /// The help text.
    pub help: &'static str,
}

const fn command(name: &'static str, arguments: &'static str, help: &'static str) -> Command {
    Command { name, arguments, help }
}

/// All commands, in alphabetical order.
pub const COMMANDS: &[Command] = &[
    command(
        ":ast",
        "FILE or CLASS",
        "the syntax tree of a Java file or class, with the library classes of its elements",
    ),
    command(":doc", "NAME or CLASS.MEMBER", "the declaration and its documentation"),
    command(":forget", "NAME", "remove a definition, or `all`"),
    command(":help", "[COMMAND]", "this list, or one command"),
    command(
        ":list",
        "[classes|predicates|modules|packs|relations|definitions] [TEXT]",
        "all names, or those with TEXT in them",
    ),
    command(":load", "FILE", "add the definitions of a file; run it if it is a query"),
    command(":models", "[NAME]", "extensible predicates, their columns and rows"),
    command(":open", "N", "the sources of the places in row N of the last result"),
    command(":plan", "", "the join plan of the last query"),
    command(":profile", "", "the time and the rows of each step of the last query"),
    command(":quit", "", "leave; so does Ctrl-D"),
    command(":run", "PACK/QUERY or ID", "run a query of a bundled pack or of one on the search path"),
    command(
        ":save",
        "FILE.csv|FILE.json|FILE.ql",
        "write the last result, or the definitions and the last query",
    ),
    command(":schema", "[RELATION]", "the columns of a relation of the database"),
    command(
        ":set",
        "[NAME VALUE]",
        "settings: how results are shown, limits, and assumptions about the program",
    ),
    command(":time", "on|off", "show the time of each query, or not"),
    command(":type", "EXPRESSION", "the type of an expression"),
    command(
        ":why",
        "N [DEPTH] or not ROW or not CONDITIONS",
        "a derivation of row N of the last result, down to facts of the database: below a negation the rows that it searched, below an aggregate the rows that it counted. Without DEPTH, the explanation in stages of the query, if it has one. With `not`, the condition of the last query that excludes a row (`\"Pool\", _`) or the rows that satisfy CONDITIONS",
    ),
];

/// The settings, in alphabetical order.
pub const SETTINGS: &[&str] = &[
    "assume-thread-safe",
    "include-tests",
    "memory-limit",
    "places",
    "rows",
    "sensitivity",
    "threads",
    "time",
    "timeout",
    "vertical",
];

/// The contexts of the points-to analysis.
const SENSITIVITIES: &[&str] = &["insensitive", "1-object", "2-object", "3-object"];

/// The result of a command.
pub enum Done {
    /// Text to show.
    Say(String),
    /// Results to show.
    Answer(Answer),
    /// End the session.
    Quit,
}

impl State {
    /// Runs a command line that begins with `:`.
    ///
    /// # Errors
    /// If there is no such command, or it fails.
    pub fn command(&mut self, line: &str) -> Result<Done, Failure> {
        let (name, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        match name {
            ":quit" | ":q" | ":exit" => return Ok(Done::Quit),
            ":load" => return self.load_file(Path::new(rest)).map(Done::Answer),
            ":run" => return self.run_query(rest).map(Done::Answer),
            _ => {}
        }
        let text = match name {
            ":help" | ":h" | ":?" => help(rest),
            ":type" | ":t" => self.type_of(rest),
            ":doc" => self.doc(rest),
            ":models" => describe(self.compiler.roots(), rest),
            ":schema" => self.schema(rest),
            ":ast" => self.ast(rest),
            ":list" => self.list(rest),
            ":plan" => self.compile_last().and_then(|(compiled, _)| {
                let work = self.observe(&compiled)?;
                Ok(profile::plans(&compiled, &work))
            }),
            ":profile" => self.compile_last().and_then(|(compiled, _)| {
                let work = self.observe(&compiled)?;
                Ok(format!("{}\n", profile::render(&compiled, &work).trim_end()))
            }),
            ":time" => self.set(&format!("time {rest}")),
            ":set" => self.set(rest),
            ":open" => self.open(rest),
            ":why" => match rest.strip_prefix("not") {
                Some(asked) if asked.is_empty() || asked.starts_with([' ', '\t']) => {
                    self.why_not(asked.trim())
                }
                _ => self.why(rest),
            },
            ":save" => self.save(rest),
            ":forget" => self.forget(rest),
            _ => Err(unknown("command", name, COMMANDS.iter().map(|known| known.name))
                .or_help("`:help` lists the commands")),
        };
        text.map(Done::Say)
    }

    fn type_of(&mut self, text: &str) -> Result<String, Failure> {
        if text.is_empty() {
            return Err(Failure::new("`:type` takes an expression, such as `:type any(Class c).getName()`"));
        }
        let text = text.trim_end_matches(';');
        let module = format!("select {text}\n{}", self.module(&[]));
        let types = self.column_types(&module, text, "select ".len())?;
        Ok(format!("{}\n", types.join(", ")))
    }

    fn doc(&mut self, name: &str) -> Result<String, Failure> {
        if name.is_empty() {
            return Err(Failure::new("`:doc` takes a name, such as `:doc Method` or `:doc Method.isStatic`"));
        }
        let module = self.module(&[]);
        if let Some((class, member)) = name.split_once('.') {
            let member = member.trim_end_matches("()");
            let probe = format!("predicate quarrelTried({class} value) {{ value.{PROBE}() }}\n{module}");
            let (examined, _) = self.examine(&probe)?;
            let members = complete::members(self.compiler.session(), &examined.recorded);
            if members.is_empty() {
                return Err(self.no_name(class));
            }
            let found: Vec<_> = members.iter().filter(|item| item.name == member).collect();
            if found.is_empty() {
                let names = members.iter().map(|item| item.name.as_str());
                return Err(unknown(&format!("member of `{class}`"), member, names));
            }
            let shown = found.iter().map(|item| described(item.doc.as_deref(), item.detail.as_deref()));
            return Ok(shown.collect::<Vec<_>>().join("\n"));
        }
        let (examined, _) = self.examine(&module)?;
        let session = self.compiler.session();
        let mut out = Vec::new();
        for found in complete::declarations(session, Some(examined.file)).filter(|found| found.name == name) {
            let mut text = described(found.doc.as_deref(), Some(&found.head));
            let members = found.members.iter().filter(|member| {
                member.kind == DeclarationKind::Member
                    && !member.head.split(' ').any(|word| word == "private")
            });
            let heads: Vec<String> = members.map(|member| format!("  {}\n", member.head)).collect();
            if !heads.is_empty() {
                let _ = write!(text, "\nits own members:\n{}", heads.concat());
            }
            out.push(text);
        }
        if out.is_empty() { Err(self.no_name(name)) } else { Ok(out.join("\n")) }
    }

    fn no_name(&mut self, name: &str) -> Failure {
        let session = self.compiler.session();
        let names: Vec<String> = complete::declarations(session, None).map(|found| found.name).collect();
        unknown("class, predicate or module", name, names.iter().map(String::as_str))
    }

    fn schema(&self, name: &str) -> Result<String, Failure> {
        let catalog = self.db.catalog();
        if name.is_empty() {
            let names = catalog.relations.iter().map(|relation| relation.name.as_str());
            return Ok(columns(names) + "`:schema RELATION` shows one\n");
        }
        if let Some(relation) = catalog.relation(name) {
            let mut out = String::new();
            for line in relation.doc.lines() {
                let _ = writeln!(out, "// {}", line.trim());
            }
            let _ = writeln!(out, "{}(", relation.name);
            for column in &relation.columns {
                let unique = if column.unique { "unique " } else { "" };
                let reference = if column.is_ref { " ref" } else { "" };
                let ty = column_type(&column.ty);
                let _ = writeln!(out, "  {unique}{ty} {}{reference},", column.name);
            }
            let _ = writeln!(out, ")");
            if let Some(rows) = self.db.row_count(name) {
                let _ = writeln!(out, "{} rows", grouped(rows as usize));
            }
            return Ok(out);
        }
        if let Some(ty) = catalog.db_type(name) {
            let holding = catalog
                .relations
                .iter()
                .filter(|relation| relation.columns.iter().any(|column| column_type(&column.ty) == name));
            let names = holding.map(|relation| relation.name.as_str());
            return Ok(format!("{} is in these relations:\n{}", ty.name, columns(names)));
        }
        let names = catalog.relations.iter().map(|relation| relation.name.as_str());
        Err(unknown("relation", name, names))
    }

    /// All names of each kind that contain the text.
    fn list_all(&mut self, text: &str) -> Result<String, Failure> {
        let mut out = String::new();
        for kind in ["classes", "predicates", "modules", "packs", "relations", "definitions"] {
            let shown = self.list(&format!("{kind} {text}"))?;
            let shown = shown.trim_end().trim_end_matches("`:run PACK/QUERY` runs one").trim_end();
            if !["", "none", "nothing is defined"].contains(&shown) {
                let _ = writeln!(out, "{kind}:\n{shown}\n");
            }
        }
        let imported = self.imported(text)?;
        if !imported.is_empty() {
            let _ = writeln!(out, "with an import:\n{}\n", imported.trim_end());
        }
        match out.is_empty() {
            true => Err(Failure::new(format!("nothing has `{text}` in its name"))),
            false => Ok(out.trim_end().to_owned() + "\n"),
        }
    }

    /// The names that contain a text and that need an import, below the import.
    fn imported(&mut self, text: &str) -> Result<String, Failure> {
        let text = text.to_lowercase();
        let module = self.module(&[]);
        let (examined, _) = self.examine(&module)?;
        let session = self.compiler.session();
        let in_sight: BTreeSet<String> =
            complete::declarations(session, Some(examined.file)).map(|found| found.name).collect();
        let files = quarrel_queries::files();
        let roots = Roots::new(files.clone(), Vec::new());
        let mut session = Session::new(self.db.catalog().clone(), roots).map_err(pack_failure)?;
        let mut out = String::new();
        for (path, source) in files {
            let Some(module) = path.strip_prefix("lib/").and_then(|path| path.strip_suffix(".qll")) else {
                continue;
            };
            if !source.to_lowercase().contains(&text) {
                continue;
            }
            let file = session.load(&Place::Bundled(path.clone())).map_err(pack_failure)?;
            let mut names: Vec<String> = session
                .declarations(file)
                .into_iter()
                .filter(|found| !found.head.starts_with("private ") && !in_sight.contains(&found.name))
                .map(|found| found.name)
                .filter(|name| name.to_lowercase().contains(&text))
                .collect();
            names.sort();
            names.dedup();
            if !names.is_empty() {
                let import = format!("import {}  ", module.replace('/', "."));
                out.push_str(&hanging(&import, &names.join(", "), 4, show::width()));
            }
        }
        Ok(out)
    }

    fn list(&mut self, what: &str) -> Result<String, Failure> {
        let known = ["classes", "predicates", "modules", "packs", "relations", "definitions"];
        let kind = what.split_whitespace().next().unwrap_or_default();
        // The singular is accepted too.
        let meant = known.iter().find(|known| {
            **known == kind || known.strip_suffix("es") == Some(kind) || known.strip_suffix('s') == Some(kind)
        });
        let what = match meant {
            Some(meant) => format!("{meant}{}", &what.trim_start()[kind.len()..]),
            None if what.is_empty() => {
                return Err(Failure::new("`:list` takes a text, or what to list")
                    .help(format!("such as `:list Monitor`, or one of {}", known.join(", "))));
            }
            None => return self.list_all(what.trim()),
        };
        let what = what.as_str();
        let (what, text) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let text = text.trim().to_lowercase();
        let fits = |name: &str| name.to_lowercase().contains(&text);
        let kind = match what {
            "classes" => DeclarationKind::Class,
            "predicates" => DeclarationKind::Predicate,
            "modules" => DeclarationKind::Module,
            "relations" => {
                let names = self.db.catalog().relations.iter().map(|relation| relation.name.as_str());
                return Ok(columns(names.filter(|name| fits(name))));
            }
            "packs" => {
                let queries = self.bundled_queries();
                let shown = queries.iter().filter(|name| fits(name)).map(|name| format!("{name}\n"));
                return Ok(shown.collect::<String>() + "`:run PACK/QUERY` runs one\n");
            }
            "definitions" => {
                let shown = self.definitions.iter().filter(|known| fits(&known.name));
                let shown: String = shown.map(|known| format!("{}\n", known.text)).collect();
                return Ok(if shown.is_empty() { "nothing is defined\n".to_owned() } else { shown });
            }
            _ => {
                return Err(Failure::new(format!("there is no list of `{what}`")));
            }
        };
        let module = self.module(&[]);
        let (examined, _) = self.examine(&module)?;
        let session = self.compiler.session();
        let mut names: Vec<String> = complete::declarations(session, Some(examined.file))
            .filter(|found| found.kind == kind && fits(&found.name))
            .map(|found| found.name)
            .collect();
        names.sort();
        names.dedup();
        Ok(columns(names.iter().map(String::as_str)))
    }

    fn set(&mut self, what: &str) -> Result<String, Failure> {
        let (name, value) = what.split_once(char::is_whitespace).unwrap_or((what, ""));
        let value = value.trim();
        let settings = &mut self.settings;
        let on = || match value {
            "on" | "" => Ok(true),
            "off" => Ok(false),
            _ => Err(Failure::new(format!("`{name}` is on or off"))),
        };
        let bad = |message: String| Failure::new(format!("`{name}`: {message}"));
        let number = || value.parse::<usize>().map_err(|_| bad("write a number, or auto".to_owned()));
        match name {
            "" => {}
            "time" => settings.time = on()?,
            "places" => settings.places = on()?,
            "vertical" if value == "auto" => settings.vertical = None,
            "vertical" => settings.vertical = Some(on()?),
            "rows" => settings.rows = if value == "auto" { None } else { Some(number()?.max(1)) },
            "threads" => settings.threads = if value == "auto" { None } else { Some(number()?) },
            "timeout" if value == "off" => settings.bounds.time = None,
            "timeout" => settings.bounds.time = Some(limits::duration(value).map_err(bad)?),
            "memory-limit" | "memory" if value == "off" => settings.bounds.memory = None,
            "memory-limit" | "memory" => settings.bounds.memory = Some(limits::size(value).map_err(bad)?),
            "assume-thread-safe" => {
                let patterns = value.split([' ', ',']).filter(|one| !one.is_empty()).map(str::to_owned);
                let patterns: Vec<String> = patterns.collect();
                if patterns.is_empty() {
                    return Err(bad("write patterns of classes, auto, or none".to_owned()));
                }
                settings.setup.assumed = setup::assumed(&patterns, &["none".to_owned()]);
            }
            "include-tests" => settings.setup.tests = on()?,
            "sensitivity" if value == "auto" => settings.setup.sensitivity = None,
            "sensitivity" if SENSITIVITIES.contains(&value) => {
                settings.setup.sensitivity = Some(value.to_owned());
            }
            "sensitivity" => {
                return Err(unknown("sensitivity", value, SENSITIVITIES.iter().copied())
                    .or_help(format!("there are {}", SENSITIVITIES.join(", "))));
            }
            _ => {
                return Err(unknown("setting", name, SETTINGS.iter().copied())
                    .or_help(format!("there are {}", SETTINGS.join(", "))));
            }
        }
        self.settings.setup.apply(&mut self.compiler);
        let settings = &self.settings;
        let shown = |value: Option<String>, none: &str| value.unwrap_or_else(|| none.to_owned());
        let truth = |on: bool| if on { "on".to_owned() } else { "off".to_owned() };
        let all = [
            ("rows", shown(settings.rows.map(|rows| rows.to_string()), "auto")),
            ("places", truth(settings.places)),
            ("vertical", settings.vertical.map_or("auto".to_owned(), truth)),
            ("time", truth(settings.time)),
            ("timeout", shown(settings.bounds.time.map(|time| format!("{} s", time.as_secs_f64())), "off")),
            (
                "memory-limit",
                shown(settings.bounds.memory.map(|bytes| format!("{} MiB", bytes >> 20)), "off"),
            ),
            ("threads", shown(settings.threads.map(|threads| threads.to_string()), "auto")),
            (
                "assume-thread-safe",
                shown(Some(settings.setup.assumed.join(" ")).filter(|text| !text.is_empty()), "none"),
            ),
            ("include-tests", truth(settings.setup.tests)),
            ("sensitivity", shown(settings.setup.sensitivity.clone(), "1-object")),
        ];
        let name = if name == "memory" { "memory-limit" } else { name };
        let wanted = all.iter().filter(|(known, _)| name.is_empty() || *known == name);
        Ok(wanted.map(|(name, value)| format!("{name} {value}\n")).collect())
    }

    fn open(&self, number: &str) -> Result<String, Failure> {
        let (set, at) = self.row(number)?;
        let root = self.db.meta("source_root").unwrap_or(".");
        let mut places = Vec::new();
        for place in set.rows[at].iter().filter_map(|cell| cell.location()) {
            if place.start_line > 0 && !places.contains(&place) {
                places.push(place);
            }
        }
        if places.is_empty() {
            return Err(Failure::new(format!("nothing in row {} has a place in the sources", at + 1)));
        }
        let shown: Result<Vec<String>, String> =
            places.iter().map(|place| show::source(root, place)).collect();
        let help = "the database names the folder that it was extracted from; is it still there?";
        shown.map(|shown| shown.join("\n")).map_err(|message| Failure::new(message).help(help))
    }

    /// The row of the last result with a number.
    ///
    /// # Errors
    /// If there is no such row.
    pub fn row(&self, number: &str) -> Result<(&quarrel_engine::ResultSet, usize), Failure> {
        let last = self.last.as_ref().ok_or_else(|| Failure::new("there is no result yet"))?;
        let set = last.main().ok_or_else(|| Failure::new("there is no result yet"))?;
        let rows = set.rows.len();
        match number.parse::<usize>() {
            Ok(at) if (1..=rows).contains(&at) => Ok((set, at - 1)),
            Ok(_) => Err(Failure::new(format!("the last result has {} rows", grouped(rows)))),
            Err(_) => Err(Failure::new("name a row by its number, such as `:open 3`")),
        }
    }

    fn save(&self, file: &str) -> Result<String, Failure> {
        let path = PathBuf::from(file);
        let last = self.last.as_ref();
        let no_result = || Failure::new("there is no result yet");
        let text = match path.extension().and_then(|extension| extension.to_str()) {
            Some("csv") => csv::render(last.and_then(Last::main).ok_or_else(no_result)?),
            Some("json") => json::document(&json::render(last.and_then(Last::main).ok_or_else(no_result)?)),
            Some("jsonl") => json::render(last.and_then(Last::main).ok_or_else(no_result)?),
            Some("ql") => {
                let mut text = self.module(&[]);
                if let Some(last) = last {
                    let _ = write!(text, "\n{}", last.as_query());
                }
                text
            }
            _ => {
                return Err(Failure::new("`:save` takes the name of a file that ends in .csv, .json or .ql"));
            }
        };
        sink::write(&text, Some(&path))?;
        Ok(format!("wrote {file}\n"))
    }

    fn forget(&mut self, name: &str) -> Result<String, Failure> {
        let before = self.definitions.len();
        if name != "all" && !self.definitions.iter().any(|known| known.name == name) {
            let names: Vec<String> = self.definitions.iter().map(|known| known.name.clone()).collect();
            return Err(unknown("definition", name, names.iter().map(String::as_str)));
        }
        self.definitions.retain(|known| name != "all" && known.name != name);
        let gone = before - self.definitions.len();
        Ok(format!("{} forgotten\n", count(gone, "definition")))
    }

    fn load_file(&mut self, path: &Path) -> Result<Answer, Failure> {
        if path.as_os_str().is_empty() {
            return Err(Failure::new("`:load` takes the name of a file"));
        }
        let text = quarrel_files::read_text(path, MOST_BYTES)
            .map_err(|error| Failure::new(format!("cannot read {}: {error}", path.display())))?;
        self.answer(&text)
    }

    /// The bundled queries, as `pack/Query`.
    pub fn bundled_queries(&mut self) -> Vec<String> {
        let packs = self.compiler.session().roots().bundled_packs();
        let paths = packs.values().flatten().filter_map(|path| path.strip_suffix(".ql"));
        paths.map(str::to_owned).collect()
    }

    fn run_query(&mut self, name: &str) -> Result<Answer, Failure> {
        if name.is_empty() {
            return Err(Failure::new("`:run` takes a query, such as `:run thread-safety/ThreadSafe`")
                .help("`:list packs` lists them"));
        }
        let known = self.bundled_queries();
        let wanted = name.strip_suffix(".ql").unwrap_or(name);
        let place = if known.iter().any(|query| query == wanted) {
            Place::Bundled(format!("{wanted}.ql"))
        } else if Path::new(name).is_file() {
            quarrel_engine::packs::disk(Path::new(name)).map_err(pack_failure)?
        } else {
            match self.query_of_id(name, &known)? {
                Some(place) => place,
                None => {
                    return Err(unknown("query", wanted, known.iter().map(String::as_str)).help(
                        "`:list packs` lists the bundled ones; a file of your own is named by its path",
                    ));
                }
            }
        };
        self.run_place(&place)
    }

    /// The place of the bundled query with this `@id`.
    ///
    /// # Errors
    /// If the bundled queries cannot be read.
    pub(super) fn place_of_id(&mut self, id: &str) -> Result<Option<Place>, Failure> {
        let known = self.bundled_queries();
        self.query_of_id(id, &known)
    }

    /// The bundled query with this `@id`.
    fn query_of_id(&mut self, id: &str, known: &[String]) -> Result<Option<Place>, Failure> {
        let roots = self.compiler.session().roots();
        for query in known {
            let place = Place::Bundled(format!("{query}.ql"));
            let text = roots.read(&place).map_err(pack_failure)?.unwrap_or_default();
            if quarrel_engine::Metadata::of_text(&text).get("id") == Some(id) {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }
}

impl Last {
    /// The result set whose rows are numbered: that of the select clause, or the first.
    pub fn main(&self) -> Option<&quarrel_engine::ResultSet> {
        self.sets.iter().find(|set| set.name == "#select").or(self.sets.first())
    }

    /// The query as the text of a file.
    fn as_query(&self) -> String {
        use quarrel_engine::snippet::{EXPRESSION, FORMULA, Snippet, classify};
        let (before, after) = match classify(&self.text) {
            Snippet::Expression => EXPRESSION,
            Snippet::Formula => FORMULA,
            _ => ("", "\n"),
        };
        format!("{before}{}{after}", self.text)
    }
}

fn help(name: &str) -> Result<String, Failure> {
    let wanted = format!(":{}", name.trim_start_matches(':'));
    if !name.is_empty() {
        return match COMMANDS.iter().find(|known| known.name == wanted) {
            Some(known) => Ok(format!("{} {}\n  {}\n", known.name, known.arguments, known.help)),
            None => Err(unknown("command", &wanted, COMMANDS.iter().map(|known| known.name))),
        };
    }
    let begin = "Type a query, an expression, a formula or definitions; what is not complete goes on in the next line.";
    let end = "An empty line ends what is not complete, and shows more rows of a long result. `import java` is there already.";
    let mut out = hanging("", begin, 0, show::width());
    out.push_str(
        "
  Method                      all methods; so for each class and predicate
  java/race                   run a bundled query
  from Method m where m.isSynchronized() select m, m.getDeclaringType()
  count(Method m | m.isStatic())
  exists(Class c | c.getName() = \"Pool\")
  predicate tested(Class c) { c.getName().matches(\"%Test\") }

",
    );
    out.push_str(&hanging("", end, 0, show::width()));
    out.push('\n');
    for known in COMMANDS {
        out.push_str(&hanging(&format!("  {:<9} ", known.name), known.help, 12, show::width()));
    }
    Ok(out)
}

fn described(doc: Option<&str>, head: Option<&str>) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", head.unwrap_or_default());
    for line in doc_text(doc.unwrap_or_default()).lines().filter(|line| !line.is_empty()) {
        let _ = writeln!(out, "  {line}");
    }
    out
}

fn column_type(ty: &quarrel_engine::ColumnType) -> String {
    use quarrel_engine::ColumnType as Type;
    match ty {
        Type::Int => "int".to_owned(),
        Type::Float => "float".to_owned(),
        Type::String => "string".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Date => "date".to_owned(),
        Type::Entity(name) => name.to_string(),
    }
}

/// Lists names in as many columns as fit the terminal.
fn columns<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let Some(longest) = names.iter().map(|name| name.chars().count()).max() else {
        return "none\n".to_owned();
    };
    let across = (super::terminal_size().0 / (longest + 2)).max(1);
    let down = names.len().div_ceil(across);
    let mut out = String::new();
    for row in 0..down {
        let line: String = names
            .iter()
            .skip(row)
            .step_by(down)
            .map(|name| format!("{name:<width$}", width = longest + 2))
            .collect();
        let _ = writeln!(out, "{}", line.trim_end());
    }
    out
}

/// The failure for an unknown name.
fn unknown<'a>(what: &str, name: &str, names: impl Iterator<Item = &'a str>) -> Failure {
    let failure = Failure::new(format!("there is no {what} `{name}`"));
    match quarrel_engine::most_similar(name, names) {
        Some(similar) => failure.help(format!("did you mean `{similar}`?")),
        None => failure,
    }
}
