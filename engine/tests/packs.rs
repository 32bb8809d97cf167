//! Resolves imports and data extensions, on small trees of packs.

use quarrel_base::SourceMap;
use quarrel_engine::packs::{Library, Place, disk};
use quarrel_engine::{Const, Roots};
use std::path::Path;

/// The bundled library and one bundled pack.
const BUNDLED: &[(&str, &str)] = &[
    ("lib/qlpack.yml", "name: toy/lib\naliases: [toy/old-lib]\ndataExtensions: models/*.yml\n"),
    ("lib/toy.qll", "import internal.Core\nextensible predicate m(string name);\n"),
    ("lib/internal/Core.qll", ""),
    ("lib/models/a.yml", "extensions:\n  - addsTo: {pack: toy/lib, extensible: m}\n    data: [[1]]\n"),
    ("lib/models/deep/b.yml", "not read"),
    ("rules/qlpack.yml", "name: toy/rules\ndependencies: {toy/lib: '*'}\n"),
    ("rules/A.ql", "import toy\nimport Common\n"),
    ("rules/Common.qll", ""),
];

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(path, text).expect("a writable folder");
    }
}

struct Loaded {
    library: Library,
    sources: SourceMap,
    reported: Vec<String>,
}

fn load(roots: &Roots, entry: &Place) -> Loaded {
    let (mut library, mut sources) = (Library::default(), SourceMap::new());
    library.load(roots, &mut sources, entry).expect("the entry can be read");
    let mut diagnostics = library.take_diagnostics();
    diagnostics.extend(library.check_rows(roots, &mut sources).expect("the packs can be read"));
    let reported = diagnostics.iter().map(|it| format!("{}: {}", it.code.name(), it.message)).collect();
    Loaded { library, sources, reported }
}

impl Loaded {
    /// The files in the order of loading, without the folders above `below`.
    fn files(&self, below: &Path) -> Vec<String> {
        let below = format!("{}/", below.display());
        self.sources.files().map(|(_, source)| source.name.replace(&below, "")).collect()
    }
}

fn roots(search_path: &[&Path]) -> Roots {
    let bundled = BUNDLED.iter().map(|(path, text)| ((*path).to_owned(), *text));
    Roots::new(bundled, search_path.iter().map(|path| path.to_path_buf()).collect())
}

#[test]
fn bundled_packs_see_the_bundled_library() {
    let roots = roots(&[]);
    let loaded = load(&roots, &Place::Bundled("rules/A.ql".into()));
    assert_eq!(loaded.reported, Vec::<String>::new());
    let expected = ["rules/A.ql", "lib/toy.qll", "rules/Common.qll", "lib/internal/Core.qll"];
    assert_eq!(loaded.files(Path::new("<bundled>")), expected);
    assert_eq!(roots.bundled_extensions().expect("good extensions")["m"], [[Const::Int(1)]]);
    assert_eq!(roots.bundled_queries("toy-no-such-pack"), None);
}

#[test]
fn a_lone_file_sees_its_folder_and_the_bundled_library() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), &[("q.ql", "import toy\nimport near\nimport far.Away\n"), ("near.qll", "")]);
    let entry = disk(&folder.path().join("../").join(folder.path()).join("q.ql")).expect("a place");
    let loaded = load(&roots(&[]), &entry);
    let expected = ["q.ql", "<bundled>/lib/toy.qll", "near.qll", "<bundled>/lib/internal/Core.qll"];
    assert_eq!(loaded.files(folder.path()), expected);
}

#[test]
fn underscores_of_an_import_stand_for_blanks_too() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let files = [
        ("qlpack.yml", "name: me/app\n"),
        ("q.ql", "import Best_Practice.One\nimport Best_Practice.Two\n"),
        ("Best Practice/One.qll", ""),
        ("Best Practice/Two.qll", "wrong"),
        ("Best_Practice/Two.qll", ""),
    ];
    write(at, &files);
    let loaded = load(&roots(&[]), &disk(&at.join("q.ql")).expect("a place"));
    assert_eq!(loaded.files(at)[..3], ["q.ql", "Best Practice/One.qll", "Best_Practice/Two.qll"]);
}

#[test]
fn folder_then_pack_then_dependencies_then_search_path() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    write(
        at,
        &[
            (
                "app/qlpack.yml",
                "name: me/app\ndependencies:\n  me/one: ^1\n  me/missing: '*'\n  toy/old-lib: '*'\n",
            ),
            ("app/src/q.ql", "import a\nimport b\nimport c\nimport d\nimport e\nimport toy"),
            ("app/src/a.qll", ""),
            ("app/a.qll", "wrong"),
            ("app/b.qll", ""),
            ("cache/me/one/1.0.0/qlpack.yml", "name: me/one\nversion: 1.0\ndependencies: {me/two: 1.0}\n"),
            ("cache/me/one/1.0.0/b.qll", "wrong"),
            ("cache/me/one/1.0.0/c.qll", "import d"),
            ("cache/me/two/2.0.0/codeql-pack.yml", "name: me/two\ndependencies: {me/one: 1.0}\n"),
            ("cache/me/two/2.0.0/d.qll", ""),
            ("loose/d.qll", "wrong"),
            ("loose/e.qll", ""),
        ],
    );
    let roots = roots(&[&at.join("cache"), &at.join("loose")]);
    let loaded = load(&roots, &disk(&at.join("app/src/q.ql")).expect("a place"));
    assert_eq!(loaded.reported, ["unknown-pack: there is no pack `me/missing` on the search path"]);
    assert_eq!(
        loaded.files(at),
        [
            "app/src/q.ql",
            "app/qlpack.yml",
            "app/src/a.qll",
            "app/b.qll",
            "cache/me/one/1.0.0/c.qll",
            "cache/me/two/2.0.0/d.qll",
            "loose/e.qll",
            "<bundled>/lib/toy.qll",
            "<bundled>/lib/internal/Core.qll",
        ]
    );
}

#[test]
fn data_of_packs_in_use_and_of_model_packs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let data = |value: &str| {
        format!("extensions:\n  - addsTo: {{pack: toy/lib, extensible: m}}\n    data: [[{value}]]\n")
    };
    write(
        at,
        &[
            ("app/qlpack.yml", "name: me/app\ndataExtensions: ['**/*.model.yml']\n"),
            ("app/q.ql", ""),
            ("app/x/y/one.model.yml", &data("'app'")),
            ("app/x/y/bad.model.yml", "extensions: [oops"),
            (
                "packs/models/qlpack.yml",
                "name: me/models\nextensionTargets: {toy/lib: '*'}\ndataExtensions: m.yml\n",
            ),
            ("packs/models/m.yml", &data("'model'")),
            ("packs/unused/qlpack.yml", "name: me/unused\ndataExtensions: m.yml\n"),
            ("packs/unused/m.yml", &data("'unused'")),
        ],
    );
    let loaded = load(&roots(&[&at.join("packs")]), &disk(&at.join("app/q.ql")).expect("a place"));
    let text = |value: &str| vec![Const::String(value.into())];
    assert_eq!(loaded.library.extensions()["m"], [text("model"), text("app")]);
    assert_eq!(loaded.reported.len(), 1, "{:?}", loaded.reported);
    assert!(loaded.reported[0].starts_with("bad-pack: "), "{:?}", loaded.reported);
}

#[test]
fn rows_of_a_copy_take_the_place_of_bundled_ones() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    let rows = "extensions:\n  - addsTo: {pack: toy/lib, extensible: m}\n    data: [[copy]]\n";
    let copy = "name: toy/lib\ndataExtensions: models/*.yml\n";
    let declared = "extensible predicate m(string name);\nextensible predicate own(string name);\n";
    let own = rows.replace("extensible: m", "extensible: own");
    write(
        at,
        &[
            ("copy/lib/qlpack.yml", copy),
            ("copy/lib/toy.qll", declared),
            ("copy/lib/models/a.yml", rows),
            ("copy/lib/models/b.yml", &own),
        ],
    );
    let roots = roots(&[&at.join("copy")]);
    assert_eq!(roots.bundled_extensions().expect("good extensions").get("m"), None);
    let loaded = load(&roots, &Place::Bundled("rules/A.ql".into()));
    assert_eq!(loaded.library.extensions()["m"], [[Const::String("copy".into())]]);
    // They are validated against the declarations of the copy.
    assert_eq!(loaded.reported, [""; 0]);
    assert_eq!(loaded.library.extensions()["own"], [[Const::String("copy".into())]]);
}

#[test]
fn broken_pack_files_are_reported_once_and_imports_go_on() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = folder.path();
    write(at, &[("qlpack.yml", "name: [1"), ("q.ql", "import a\nimport toy"), ("a.qll", "")]);
    let loaded = load(&roots(&[]), &disk(&at.join("q.ql")).expect("a place"));
    assert_eq!(loaded.reported.len(), 1, "{:?}", loaded.reported);
    assert!(loaded.files(at).contains(&"a.qll".to_owned()));
    assert!(loaded.files(at).contains(&"<bundled>/lib/toy.qll".to_owned()));
}
