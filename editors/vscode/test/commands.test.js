"use strict";
const assert = require("node:assert");
const test = require("node:test");
const commands = require("../src/commands");

test("the server is started with the search path", () => {
  assert.deepStrictEqual(commands.server({ path: "", searchPath: ["a", "b"] }), {
    command: "quarrel",
    args: ["lsp", "--search-path", "a", "--search-path", "b"],
  });
});

test("queries run on the database that is set", () => {
  assert.deepStrictEqual(commands.runQuery("q.ql", { database: "c.db" }), ["run", "q.ql", "--db", "c.db"]);
});

test("a lens stands at the query, not at words in comments and texts", () => {
  const text = '/** select nothing\n * from here\n */\nimport java\n// from x\nstring s() { result = "\\"select" }\nfrom Method m\nselect m\n';
  assert.deepStrictEqual(commands.lenses("q.ql", text, ["q.ql"]), [
    { line: 5, title: "Run s", command: "quarrel.runPredicate", name: "s" },
    { line: 6, title: "Run query", command: "quarrel.runQuery" },
  ]);
  assert.strictEqual(commands.lenses("q.ql", "select 1", ["A.java"]).length, 2);
  assert.deepStrictEqual(commands.lenses("lib.qll", text, []).map(({ title }) => title), ["Run s"]);
  assert.deepStrictEqual(commands.lenses("q.ql", "query predicate p() { any() }", []), []);
});

test("what has rows has a lens: predicates and classes, not what others have to bind", () => {
  const text = `import java
private predicate held(Expr e, Monitor m) { any() }
bindingset[a]
int twice(int a) { result = a * 2 }
cached
Monitor locks() { exists(int i | i = 1) and
  other(i)
}
class Locked extends Method {
  Locked() { this.isSynchronized() }
  string shout() { result = "x" }
}
predicate always() { any() }
bindingset[x] pragma[inline] predicate p(int x) { x = 1 }
predicate last(int i) { i = 1 }
`;
  assert.deepStrictEqual(commands.lenses("lib.qll", text, []).map(({ line, name }) => `${line} ${name}`), ["1 held", "5 locks", "8 Locked", "14 last"]);
  assert.deepStrictEqual(commands.runPredicate("q.qll", "p", { database: "c.db" }), ["run", "q.qll", "--db", "c.db", "--predicate", "p"]);
});
