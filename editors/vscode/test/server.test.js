// The client's side of the conversation with a real `quarrel lsp`: $QUARREL names the program.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const test = require("node:test");
const { spawn } = require("node:child_process");
const { pathToFileURL } = require("node:url");
const rpc = require("vscode-jsonrpc/node");
const commands = require("../src/commands");

const program = process.env.QUARREL;

test("mistakes in QL and findings in Java arrive", { skip: !program && "QUARREL names no program", timeout: 60000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "quarrel-"));
  const write = (name, text) => {
    fs.writeFileSync(path.join(folder, name), text);
    return { uri: pathToFileURL(path.join(folder, name)).toString(), text };
  };
  const java = write(
    "Meter.java",
    "public class Meter {\n  private int ticks;\n  public void tick() { ticks++; }\n  public synchronized int ticks() { return ticks; }\n  public synchronized void reset() { ticks = 0; }\n}\n"
  );
  const ql = write("q.ql", "import java\nfrom Methd m\nselect m\n");
  const { command, args } = commands.server({ path: program });
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], cwd: folder });
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(child.stdout), new rpc.StreamMessageWriter(child.stdin));
  const waiting = new Map();
  const diagnostics = (uri) => new Promise((resolve) => waiting.set(uri, resolve));
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
    if (diagnostics.length > 0) waiting.get(uri)?.(diagnostics);
  });
  connection.onRequest(() => null);
  connection.listen();
  const root = pathToFileURL(folder).toString();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: root, capabilities: {}, workspaceFolders: [{ uri: root, name: "w" }] });
  await connection.sendNotification("initialized", {});
  const open = async ({ uri, text }, languageId) => {
    const arrived = diagnostics(uri);
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    return arrived;
  };
  const [mistake] = await open(ql, "ql");
  assert.match(mistake.message, /Methd/);
  assert.strictEqual(mistake.range.start.line, 1);
  const [finding] = await open(java, "java");
  assert.strictEqual(finding.source, "quarrel");
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
  fs.rmSync(folder, { recursive: true });
});
