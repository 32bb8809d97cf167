// What the extension starts, and where lenses stand: texts and settings flow in, plain values flow out. Knows nothing of
// the editor, so that tests run it without one.
"use strict";

/** How the language server is started. */
function server(settings) {
  return { command: settings.path || "quarrel", args: ["lsp", ...searchPath(settings)] };
}

function searchPath(settings) {
  return (settings.searchPath || []).flatMap((folder) => ["--search-path", folder]);
}

/** The arguments that run a query on the database that the settings name. */
function runQuery(file, settings) {
  return ["run", file, "--db", settings.database, ...searchPath(settings)];
}

/** The arguments that show the rows of a predicate of a file. */
function runPredicate(file, name, settings) {
  return [...runQuery(file, settings), "--predicate", name];
}

/** The arguments that run the tests in a folder. */
function runTests(folder, settings) {
  return ["test", folder, ...searchPath(settings)];
}

/** The arguments that write the page of a folder. */
function report(folder, page) {
  return ["analyze", folder, "--output", page, "--open"];
}

/** The arguments of the prompt. */
function prompt(folder, settings) {
  return ["repl", settings.database || folder, ...searchPath(settings)];
}

// Comments and texts hide what looks like code in them; they stay as long as they were, so that lines stay where they are.
function withoutComments(text) {
  const hide = (found) => found.replace(/[^\n]/g, " ");
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"/g, hide);
}

/** The lenses of a QL file: the lines of its query and predicates (from 0) with what can be started there. */
function lenses(name, text, neighbours) {
  const lines = withoutComments(text).split("\n");
  const found = [...predicates(lines), ...ofQuery(name, lines, neighbours)];
  return found.sort((a, b) => a.line - b.line);
}

/** The predicates and classes of a file that have rows; a `bindingset` says that one has none by itself. */
function predicates(lines) {
  const found = [];
  let depth = 0;
  let bound = false;
  lines.forEach((code, line) => {
    if (depth === 0) {
      if (/\bbindingset\s*\[/.test(code)) bound = true;
      const head = code.replace(/\b(bindingset|pragma|language|overlay)\s*\[[^\]]*\]/g, " ").trim();
      const [, className, call, parameters] = /^(?:(?:private|cached|query|final|abstract|deprecated|transient)\s+)*(?:class\s+(\w+)|(?:predicate|[\w:@.]+)\s+(\w+)\s*\(([^)]*))/.exec(head) ?? [];
      const isFormula = call !== undefined && /^(?:from|where|select|not|and|or|if|import|module|newtype)\b/.test(head);
      const isEmpty = parameters?.trim() === "" && /\)/.test(head) && /\bpredicate\b/.test(head);
      const name = className ?? (isFormula || isEmpty ? undefined : call);
      if (name && !bound) found.push({ line, title: `Run ${name}`, command: "quarrel.runPredicate", name });
      if (name || isEmpty) bound = false;
    }
    for (const character of code) depth += character === "{" ? 1 : character === "}" ? -1 : 0;
  });
  return found;
}

function ofQuery(name, lines, neighbours) {
  if (!name.endsWith(".ql")) return [];
  const line = lines.findIndex((code) => /^\s*(from|select)\b/.test(code));
  if (line < 0) return [];
  const found = [{ line, title: "Run query", command: "quarrel.runQuery" }];
  const isTest = neighbours.some((file) => file.endsWith(".java") || file === name.replace(/\.ql$/, ".expected"));
  if (isTest) found.push({ line, title: "Run tests of this folder", command: "quarrel.runTests" });
  return found;
}

module.exports = { server, runQuery, runPredicate, runTests, report, prompt, lenses };
