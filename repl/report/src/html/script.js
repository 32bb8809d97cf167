"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const PAGE = 200;
  const CONTEXT = 2;

  /** Makes an element; texts are set as text, never as markup. */
  function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** A text with code between backticks. */
  function worded(text) {
    return text.split("`").map((part, at, all) => at % 2 === 1 && at < all.length - 1 ? make("code", {}, part) : part);
  }

  /** The text of a name or path, which may break after a dot or slash. */
  function breakable(name) {
    return name.split(/(?<=[./$])/).flatMap((part) => [part, make("wbr")]);
  }

  // ---- Light and dark: as in the system, until the reader changes it.
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = null;
  function paint() { document.documentElement.dataset.theme = theme ?? (dark.matches ? "dark" : "light"); }
  function turn() { theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark"; paint(); }
  dark.addEventListener("change", paint);
  byId("theme").addEventListener("click", turn);
  paint();

  // ---- The state of the view. The address has it, so that a link opens an equal view.
  const SEVERITIES = ["error", "warning", "note"];
  const wanted = { text: "", only: null, finding: null };
  const stateOf = (finding) => finding.silenced !== undefined ? "silenced" : finding.state ?? "found";
  const textOf = (finding) => finding.message.map((piece) => typeof piece === "string" ? piece : finding.related[piece].text).join("");
  for (const finding of data.findings) {
    finding.severity = data.rules[finding.rule].severity;
    finding.text = textOf(finding);
    finding.searched = [finding.path, finding.class ?? "", finding.text, ...Object.values(finding.properties ?? {}).flat()].join("\n").toLowerCase();
  }

  /** The boxes of checks: which values of a finding are shown. */
  const filters = [];
  function checks(id, valueOf, values, unusual = []) {
    const filter = { id, valueOf, chosen: new Set(), usual: new Set(), entries: new Map() };
    for (const value of values) {
      if (!data.findings.some((finding) => valueOf(finding) === value)) continue;
      const input = make("input", { type: "checkbox" });
      const number = make("span", { class: "n" });
      const only = make("button", { type: "button", class: "only", "aria-label": `Only ${value}` }, "only");
      if (!unusual.includes(value)) filter.usual.add(value);
      filter.entries.set(value, { input, number });
      input.addEventListener("change", () => {
        if (input.checked) filter.chosen.add(value); else filter.chosen.delete(value);
        show();
      });
      only.addEventListener("click", () => { choose(filter, [value]); show(); });
      byId(id).append(make("div", { class: "choice" }, make("label", {}, input, make("span", {}, value), number), only));
    }
    choose(filter, filter.usual);
    byId(id).hidden = filter.entries.size < 2;
    filters.push(filter);
  }
  function choose(filter, values) {
    filter.chosen = new Set([...values].filter((value) => filter.entries.has(value)));
    for (const [value, { input }] of filter.entries) input.checked = filter.chosen.has(value);
  }
  /** Whether a finding is shown; with `but`, as if that filter were off. */
  function matches(finding, but) {
    return filters.every((filter) => filter === but || filter.chosen.has(filter.valueOf(finding))) &&
      finding.searched.includes(wanted.text) &&
      (wanted.only === null || VIEWS[wanted.only.view](finding).some((group) => nameOf(group) === wanted.only.name));
  }
  checks("severities", (finding) => finding.severity, SEVERITIES);
  checks("confidences", (finding) => finding.confidence, ["high", "medium", "low"]);
  checks("queries", (finding) => data.rules[finding.rule].id, data.rules.map((rule) => rule.id));
  checks("states", stateOf, ["found", "new", "unchanged", "silenced"], ["silenced"]);
  let waiting = 0;
  byId("search").addEventListener("input", (event) => {
    wanted.text = event.target.value.trim().toLowerCase();
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  function everything() {
    byId("search").value = wanted.text = "";
    wanted.only = null;
    for (const filter of filters) choose(filter, filter.entries.keys());
  }
  byId("all").addEventListener("click", () => { everything(); show(); });
  /** Shows one group only, such as one class. */
  function only(view, name) {
    wanted.only = { view, name };
    show();
    byId("views").scrollIntoView({ block: "start" });
  }
  byId("only").addEventListener("click", () => { wanted.only = null; show(); });
  // On narrow screens the filters are folded at first.
  byId("filters").open = !window.matchMedia("(max-width: 50rem)").matches;

  // Properties of findings, such as the fields and the objects of races.
  const keys = [...new Set(data.findings.flatMap((finding) => Object.keys(finding.properties ?? {})))].sort();

  // ---- Overview.
  byId("analysed").textContent = data.facts.analysed;
  document.title = `Quarrel: ${data.facts.analysed}`;
  byId("facts").append(...data.facts.words.map((text) => make("li", {}, ...worded(text))));
  const made = Object.entries(data.facts.made ?? {});
  byId("made").hidden = made.length === 0;
  byId("made").append(make("dl", {}, ...made.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)])));
  function overview() {
    const top = (title, view, counts) => {
      const rows = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 8);
      const most = rows.length ? rows[0][1] : 1;
      const table = make("table", {}, make("tr", {}, make("th", {}, title), make("th", {}, ""), make("th", { class: "n" }, "findings")));
      for (const [name, number] of rows) {
        const bar = make("span", { class: "bar" });
        const button = make("button", { type: "button", class: "link", title: "Show only these findings" }, ...breakable(name));
        button.addEventListener("click", () => only(view, name));
        bar.style.width = `${Math.max(2, 5 * 16 * number / most)}px`;
        table.append(make("tr", {}, make("td", {}, button), make("td", {}, bar), make("td", { class: "n" }, String(number))));
      }
      return table;
    };
    const tally = (key) => {
      const counts = new Map();
      for (const finding of data.findings) {
        if (stateOf(finding) === "silenced") continue;
        for (const name of key(finding)) counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return counts;
    };
    const names = [];
    const add = (name, view, counts) => {
      names.push(name);
      byId("tables").append(top(name[0].toUpperCase() + name.slice(1), view, counts));
    };
    add("query", "query", tally((f) => [data.rules[f.rule].id]));
    add("class", "class", tally((f) => [f.class ?? f.path]));
    for (const key of keys) {
      const counts = tally((f) => f.properties?.[key] ?? []);
      // Without groups, the list below is enough.
      if ([...counts.values()].some((number) => number > 1)) add(key, key, counts);
    }
    byId("overview").querySelector("summary").append(`Counts by ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);
    byId("overview").hidden = data.findings.length === 0;
  }
  overview();

  // ---- The summary: the number of findings, and the worst.
  const WORST = 5;
  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");
  const counted = (number, one, many) => `${grouped(number)} ${number === 1 ? one : many}`;
  function first() {
    const open = data.findings.filter((finding) => !["silenced", "unchanged"].includes(stateOf(finding)));
    const sum = [make("strong", {}, open.length ? counted(open.length, "finding", "findings") : "Nothing was found")];
    for (const severity of SEVERITIES) {
      const number = open.filter((finding) => finding.severity === severity).length;
      if (number) sum.push(", ", make("span", { class: severity }, make("span", { class: "sev" }, counted(number, severity, `${severity}s`))));
    }
    sum.push(`, in ${counted(data.facts.lines, "line", "lines")}`);
    const others = data.findings.length - open.length;
    if (others) sum.push(`; ${grouped(others)} more silenced or known`);
    const worst = open.slice(0, WORST);
    if (open.length > worst.length) sum.push(`; the worst ${["", "one", "two", "three", "four", "five"][worst.length]}:`);
    byId("sum").append(...sum);
    byId("worst").append(...worst.map((finding) => {
      const rule = data.rules[finding.rule];
      const button = make("button", { type: "button" }, make("span", { class: "inner" },
        make("span", { class: "sev" }, rule.name), " ", make("span", { class: "tag" }, `${finding.confidence} confidence`),
        make("span", { class: "headline" }, ...worded(finding.headline ?? sentence(finding.text))),
        make("span", { class: "id" }, ...breakable(`${finding.path.split("/").at(-1)}:${finding.line}`))));
      button.addEventListener("click", () => goTo(finding));
      return make("li", { class: finding.severity }, button);
    }));
    for (const note of data.notes) byId("first").append(make("p", { class: "faint" }, ...worded(note)));
  }
  /** The first sentence of a message. */
  function sentence(text) { return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text; }
  first();

  // ---- Links to files: in the repository at the commit that was analysed, and in the reader's editor.
  const EDITORS = {
    "VS Code": (file, line, column) => `vscode://file${file}:${line}:${column}`,
    "IntelliJ IDEA": (file, line) => `idea://open?file=${file}&line=${line}`,
  };
  const root = (data.facts.root ?? "").replaceAll("\\", "/").replace(/^(?!\/)/, "/").replace(/\/$/, "");
  byId("editor").append(...["none", ...Object.keys(EDITORS)].map((name) => make("option", { value: name }, name)));
  byId("editor").parentElement.hidden = !data.facts.root;
  byId("editor").addEventListener("change", () => show());
  function links(path, line, column = 1) {
    const encoded = path.split("/").map(encodeURIComponent).join("/");
    const parts = [];
    const web = data.facts.web;
    if (web) parts.push(" ", make("a", { href: web.replace("{path}", () => encoded).replace("{line}", () => line), rel: "noreferrer" }, "repository"));
    const editor = EDITORS[byId("editor").value];
    if (editor) parts.push(" ", make("a", { href: editor(`${encodeURI(root)}/${encoded}`, line, column) }, "editor"));
    return parts;
  }

  // ---- Source.
  const WORD = /(\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*\*.*$)|("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?)|(@\w+|\b(?:abstract|assert|boolean|break|byte|case|catch|char|class|const|continue|default|do|double|else|enum|extends|final|finally|float|for|if|implements|import|instanceof|int|interface|long|native|new|null|package|permits|private|protected|public|record|return|sealed|short|static|strictfp|super|switch|synchronized|this|throw|throws|transient|true|false|try|var|void|volatile|while|yield)\b)|(\b\d[\w.]*)/g;
  /** The classes of the characters of a line: comment, string, keyword, number. */
  function colours(line) {
    const kinds = new Array(line.length).fill("");
    for (const match of line.matchAll(WORD)) {
      const kind = match[1] ? "c" : match[2] ? "s" : match[3] ? "k" : "d";
      kinds.fill(kind, match.index, match.index + match[0].length);
    }
    return kinds;
  }
  function codeLine(line, marks) {
    const kinds = colours(line);
    const mark = new Array(line.length).fill("");
    for (const one of marks) {
      const from = Math.max(0, one.column - 1);
      const to = one.endLine === one.line ? one.endColumn : line.length;
      for (let at = from; at < Math.min(to, line.length); at++) {
        if (mark[at] !== "primary") mark[at] = one.primary ? "primary" : "other";
      }
    }
    const cell = make("td");
    for (let at = 0; at < line.length;) {
      let end = at + 1;
      while (end < line.length && kinds[end] === kinds[at] && mark[end] === mark[at]) end++;
      let part = document.createTextNode(line.slice(at, end));
      if (kinds[at]) part = make("span", { class: kinds[at] }, part);
      if (mark[at]) part = make("mark", { class: mark[at] === "primary" ? "primary" : null }, part);
      cell.append(part);
      at = end;
    }
    return cell;
  }
  function source(finding) {
    const files = new Map();
    for (const label of finding.labels) {
      if (!files.has(label.path)) files.set(label.path, []);
      files.get(label.path).push(label);
    }
    return [...files].map(([path, labels]) => {
      const lines = data.files[path] ?? {};
      const shown = new Set();
      for (const label of labels) {
        for (let at = label.line - CONTEXT; at <= label.line + CONTEXT; at++) if (at in lines) shown.add(at);
      }
      const table = make("table");
      let last = null;
      for (const at of [...shown].sort((a, b) => a - b)) {
        if (last !== null && at > last + 1) table.append(make("tr", { class: "gap" }, make("td", { class: "no" }, "\u22ee"), make("td")));
        const here = labels.filter((label) => label.line === at);
        table.append(make("tr", {}, make("td", { class: "no" }, String(at)), codeLine(lines[at], here)));
        for (const label of here.filter((label) => label.text)) {
          table.append(make("tr", { class: "label" }, make("td", { class: "no" }), make("td", {}, make("code", {}, "\u2514 ".padStart(Math.min(label.column, 60) + 1)), label.text)));
        }
        last = at;
      }
      return make("div", { class: "code" }, make("div", { class: "file" }, path, ...links(path, labels[0].line, labels[0].column)), table);
    });
  }

  // ---- The locks of both sides.
  function locks(finding) {
    const sides = finding.labels.filter((label) => label.locks);
    if (sides.length === 0) return [];
    const common = sides.length > 1 ? sides[0].locks.filter((lock) => sides.every((side) => side.locks.includes(lock))) : [];
    const pair = make("div", { class: "pair" }, ...sides.map((side) => make("div", { class: "locks" },
      make("h4", {}, `${side.kind} in ${side.callable}, line ${side.line}`),
      side.locks.length === 0 ? make("p", { class: "none" }, "holds no lock") :
        make("ul", {}, ...side.locks.map((lock) => make("li", { class: common.includes(lock) ? "common" : null }, lock))))));
    const summary = sides.length < 2 ? [] :
      [make("p", { class: "faint" }, common.length ? `In common: ${common.join(", ")}` : "No lock in common.")];
    return [make("h3", {}, "Locks held"), pair, ...summary];
  }

  // ---- What happened in a run: the real stacks side by side.
  function happened(finding) {
    const seen = finding.confirmed;
    if (!seen) return [];
    const threads = (seen.threads ?? []).map((thread) => make("section", {}, make("h3", {}, `Thread ${thread.name}`),
      make("p", {}, thread.at),
      make("p", { class: thread.locks.length ? null : "faint" }, thread.locks.length ? `holds ${thread.locks.join(", ")}` : "holds no lock"),
      make("ol", { class: "path" }, ...thread.stack.map((frame) => make("li", {}, make("code", {}, ...breakable(frame.method)), " ",
        make("span", { class: "faint" }, frame.line > 0 ? `${frame.file}:${frame.line}` : frame.file))))));
    return [make("h3", {}, "In a run"), make("p", {}, seen.text[0].toUpperCase() + seen.text.slice(1)),
      ...(seen.object ? [make("p", {}, "Object: ", make("code", {}, ...breakable(seen.object)))] : []),
      ...(threads.length ? [make("div", { class: "pair threads stacks" }, ...threads)] : [])];
  }

  function steps(thread) {
    return make("ol", { class: "path" }, ...thread.map((step) => {
      const line = step.line === undefined ? undefined : (data.files[step.path] ?? {})[step.line];
      const shown = line === undefined ? [] : [make("div", { class: "at" }, ...codeLine(line.trim(), []).childNodes)];
      return make("li", {}, step.text, " ", make("code", { title: step.place }, step.place.split("/").at(-1)), ...(line === undefined ? [] : links(step.path, step.line)), ...shown);
    }));
  }
  function paths(finding) {
    const parts = [];
    finding.paths.forEach((path, number) => {
      const name = finding.paths.length === 1 ? "Path" : `Path ${number + 1}`;
      // A race of a place with itself has a second thread on the same path.
      const threads = path.length === 1 && path[0].at(-1).holds ? [path[0], path[0]] : path;
      if (threads.length === 1) {
        parts.push(...circle(path), make("h3", {}, name), steps(path[0]));
        return;
      }
      if (finding.paths.length > 1) parts.push(make("h3", {}, name));
      parts.push(...circle(threads), lanes(threads));
    });
    return parts;
  }

  // ---- Threads side by side, stepped through; held locks are lit.
  /** The steps in an order that fails: each thread up to its last step, then the last ones in turn. */
  function interleaved(threads) {
    // A waiting thread goes no further.
    const reached = threads.map((thread) => {
      const waits = thread.findIndex((step) => step.waits);
      return waits < 0 ? thread.length : waits + 1;
    });
    const before = reached.flatMap((length, thread) => Array.from({ length: length - 1 }, (_, step) => [thread, step]));
    return [...before, ...reached.map((length, thread) => [thread, length - 1])];
  }
  function lanes(threads) {
    const moves = interleaved(threads);
    const names = [...new Set(threads.flat().flatMap((step) => [...(step.takes ?? []), ...(step.holds ?? []), ...(step.waits ?? [])]))].filter(Boolean);
    const lamps = names.map((name) => make("li", { class: "lamp" }, make("span", { class: "name" }, name), make("small", {})));
    const sections = threads.map((thread, at) => make("section", { class: `lane t${at + 1}` }, make("h3", {}, `Thread ${at + 1}`), steps(thread)));
    const items = sections.map((section) => [...section.querySelectorAll("li")]);
    const back = make("button", { type: "button" }, "Back");
    const next = make("button", { type: "button", class: "next" }, "Step");
    const all = make("button", { type: "button" }, "To the end");
    const said = make("p", { class: "said", role: "status" });
    let done = 0;
    function go(to) {
      done = Math.max(0, Math.min(moves.length, to));
      back.disabled = done === 0;
      next.disabled = all.disabled = done === moves.length;
      const has = threads.map(() => new Set());
      const waits = threads.map(() => new Set());
      items.flat().forEach((item) => item.classList.remove("done", "now"));
      moves.slice(0, done).forEach(([thread, step], at) => {
        const { takes = [], holds = [], waits: wanted = [] } = threads[thread][step];
        [...takes, ...holds].filter(Boolean).forEach((lock) => has[thread].add(lock));
        waits[thread] = new Set(wanted);
        items[thread][step].classList.add("done");
        if (at === done - 1) items[thread][step].classList.add("now");
      });
      names.forEach((name, at) => {
        const by = has.flatMap((locks, thread) => locks.has(name) ? [thread + 1] : []);
        const wanted = waits.flatMap((locks, thread) => locks.has(name) ? [thread + 1] : []);
        lamps[at].className = `lamp${by.map((thread) => ` lit t${thread}`).join("")}${wanted.length ? " wanted" : ""}`;
        lamps[at].lastChild.textContent = [by.length ? `thread ${by.join(" and ")} has it` : "free", ...wanted.map((thread) => `thread ${thread} waits for it`)].join("; ");
      });
      said.textContent = done === 0 ? "" : `${done} of ${moves.length}: thread ${moves[done - 1][0] + 1}: ${threads[moves[done - 1][0]][moves[done - 1][1]].text}.${done === moves.length ? ` ${outcome(has, waits)}` : ""}`;
    }
    /** The outcome of the steps. */
    function outcome(has, waits) {
      if (waits.every((locks) => locks.size)) return "Each waits for what another has: for ever.";
      if (waits.some((locks) => locks.size)) return "The other one needs what that thread would do: both wait for ever.";
      if (!threads.every((thread) => thread.at(-1).holds)) return "";
      const common = [...has[0]].some((lock) => has.every((locks) => locks.has(lock)));
      return common ? "Both may happen at the same time." : "Both may happen at the same time: no lock is held by both.";
    }
    back.addEventListener("click", () => go(done - 1));
    next.addEventListener("click", () => go(done + 1));
    all.addEventListener("click", () => go(moves.length));
    go(0);
    return make("div", { class: "lanes" },
      make("div", { class: "steps" }, next, back, all, make("span", { class: "faint" }, `How it comes about, in ${moves.length} steps`)),
      ...(lamps.length ? [make("ul", { class: "lamps", "aria-label": "Locks" }, ...lamps)] : []), said,
      make("div", { class: "pair threads" }, ...sections));
  }

  // ---- The circle of a deadlock: the locks that each thread holds and waits for.
  /** Splits a name at blanks into lines of at most so many characters. */
  function wrapped(text, most) {
    const lines = [""];
    for (const word of text.split(" ")) {
      const joined = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
      if (joined.length > most && lines.at(-1)) lines.push(word); else lines[lines.length - 1] = joined;
    }
    return lines.map((line) => line.length > most ? `${line.slice(0, most - 1)}\u2026` : line);
  }
  function circle(threads) {
    const taken = threads.map((thread) => thread.flatMap((step) => step.takes ?? []));
    const wanted = threads.map((thread) => thread.flatMap((step) => step.waits ?? []));
    const locks = [...new Set([...taken.flat(), ...wanted.flat()])];
    if (!wanted.flat().length || !taken.flat().length) return [];
    // Around the circle each thread is followed by the lock that it waits for.
    const around = [];
    threads.forEach((_, thread) => {
      around.push({ thread });
      for (const lock of wanted[thread]) around.push({ lock });
    });
    for (const lock of locks) if (!around.some((node) => node.lock === lock)) around.push({ lock });
    const many = locks.length > 2;
    const letter = (lock) => String.fromCharCode(65 + locks.indexOf(lock));
    const WIDE = 360, HIGH = many ? 320 : 240;
    const svg = draw("svg", { role: "img", class: "circle", viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-label": "Who has which lock and waits for which" });
    const boxes = around.map((node, at) => {
      const angle = Math.PI + 2 * Math.PI * at / around.length;
      const lines = node.lock === undefined ? [`Thread ${node.thread + 1}`] : many ? [letter(node.lock)] : wrapped(node.lock, 44);
      const wide = Math.min(WIDE - 4, 7.4 * Math.max(...lines.map((line) => line.length)) + 18), high = 15 * lines.length + 9;
      const x = WIDE / 2 + Math.cos(angle) * (WIDE / 2 - 50), y = HIGH / 2 + Math.sin(angle) * (HIGH / 2 - 24);
      return { ...node, lines, wide, high, x: Math.max(wide / 2 + 2, Math.min(WIDE - wide / 2 - 2, x)), y };
    });
    const boxOf = (key, value) => boxes.find((box) => box[key] === value);
    /** Where the line from the middle of a box to a point leaves it. */
    const border = (box, to) => {
      const dx = to.x - box.x, dy = to.y - box.y;
      const part = Math.min(1, (box.wide / 2 + 3) / Math.max(1e-9, Math.abs(dx)), (box.high / 2 + 3) / Math.max(1e-9, Math.abs(dy)));
      return { x: box.x + dx * part, y: box.y + dy * part };
    };
    const arrow = (from, to, words, kind, aside = 0) => {
      const a = border(from, to), b = border(to, from);
      const angle = Math.atan2(b.y - a.y, b.x - a.x);
      for (const end of [a, b]) { end.x += aside * Math.sin(angle); end.y -= aside * Math.cos(angle); }
      const head = [0, 2.6, -2.6].map((turn) => turn === 0 ? `${b.x},${b.y}` : `${b.x + 9 * Math.cos(angle + turn)},${b.y + 9 * Math.sin(angle + turn)}`);
      svg.append(draw("line", { class: kind, x1: a.x, y1: a.y, x2: b.x, y2: b.y }), draw("polygon", { class: kind, points: head.join(" ") }),
        draw("text", { class: `on ${kind}`, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 + 4, "text-anchor": "middle" }, words));
    };
    threads.forEach((_, at) => {
      const thread = boxOf("thread", at);
      for (const lock of taken[at]) arrow(boxOf("lock", lock), thread, "held by", `has t${at + 1}`, wanted[at].includes(lock) ? 14 : 0);
      for (const lock of wanted[at]) arrow(thread, boxOf("lock", lock), "waits for", "waits", taken[at].includes(lock) ? 14 : 0);
      if (!wanted[at].length) arrow(thread, boxOf("thread", wanted.findIndex((wanted) => wanted.length)), "waits for", "waits");
    });
    for (const box of boxes) {
      const isLock = box.lock !== undefined;
      svg.append(draw("rect", { class: isLock ? "lock" : `box t${box.thread + 1}`, x: box.x - box.wide / 2, y: box.y - box.high / 2, width: box.wide, height: box.high, rx: isLock ? 11 : 3 }));
      box.lines.forEach((line, at) => svg.append(draw("text", { x: box.x, y: box.y - box.high / 2 + 16 + 15 * at, "text-anchor": "middle" }, line)));
    }
    const legend = many ? locks.map((lock) => make("div", {}, `${letter(lock)}: `, make("code", {}, lock))) : [];
    return [make("figure", { class: "order" }, svg, make("figcaption", {}, ...legend))];
  }
  function evidence(finding) {
    if (!finding.evidence.length) return [];
    const rows = finding.evidence.flatMap(({ points, text }) => [make("dt", {}, points > 0 ? `+${points}` : `${points}`), make("dd", {}, text)]);
    return [make("details", { class: "stages" }, make("summary", {}, `Why its confidence is ${finding.confidence}`), make("dl", {}, ...rows))];
  }
  function stages(finding) {
    if (!finding.stages) return [];
    const list = make("dl", {}, ...finding.stages.flatMap(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]));
    return [make("details", { class: "stages" }, make("summary", {}, "Why this is found, stage by stage"), list)];
  }
  function fixes(finding) {
    return (finding.fixes ?? []).flatMap((fix) => [make("h3", {}, `Edit: ${fix.title}`), ...fix.files.map((file) => {
      const lines = file.diff.map((line) => make("span", { class: line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : line.startsWith("@") ? "at" : null }, line + "\n"));
      return make("div", { class: "code" }, make("div", { class: "file" }, file.path), make("pre", { class: "diff" }, ...lines));
    })]);
  }

  // ---- The picture of a class: its accesses by field, its locks, and which access holds which lock.
  const SVG = "http://www.w3.org/2000/svg";
  function draw(name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function picture(name) {
    const all = data.classes[name];
    const ROWS = 60;
    const accesses = all.slice(0, ROWS);
    const held = [...new Set(accesses.flatMap((access) => access.locks))].sort();
    const row = 20, left = 14, wide = 8 * Math.max(20, ...accesses.map((access) => access.words.length)) + 20;
    const lockWide = 8 * Math.max(6, ...held.map((lock) => lock.length)) + 20;
    const right = left + wide + 120;
    let y = 24;
    const places = [];
    let field = null;
    const svg = draw("svg", { role: "img", "aria-label": `Locks and accesses of ${name}` });
    svg.append(draw("text", { x: left, y: 14, class: "head" }, "accesses"), draw("text", { x: right, y: 14, class: "head" }, "locks"));
    for (const access of accesses) {
      if (access.field !== field) {
        field = access.field;
        y += 6;
        svg.append(draw("text", { x: left, y: y + 14 }, field));
        y += row;
      }
      const part = draw("g", {});
      part.append(draw("rect", { class: "box", x: left + 10, y, width: wide, height: row - 3, rx: 3 }));
      part.append(draw("text", { x: left + 18, y: y + 13, class: access.kind.startsWith("read") ? "" : "write" }, access.words));
      const finding = data.findings.find((one) => one.labels.some((label) => label.path === access.path && label.line === access.line && label.locks));
      if (finding) {
        for (const [key, value] of Object.entries({ class: "leads", role: "link", tabindex: "0" })) part.setAttribute(key, value);
        part.addEventListener("click", () => goTo(finding));
        part.addEventListener("keydown", (event) => { if (event.key === "Enter") goTo(finding); });
      }
      svg.append(part);
      places.push([access, y + row / 2 - 1]);
      y += row;
    }
    const space = held.length ? Math.max(row + 6, (y - 24) / held.length) : 0;
    const lockAt = new Map(held.map((lock, at) => [lock, 24 + space * at + space / 2]));
    for (const [lock, at] of lockAt) {
      svg.append(draw("rect", { class: "lock", x: right, y: at - 11, width: lockWide, height: 22, rx: 11 }));
      svg.append(draw("text", { x: right + 10, y: at + 4 }, lock));
    }
    for (const [access, at] of places) {
      const from = left + 10 + wide;
      if (access.locks.length === 0) svg.append(draw("circle", { class: "bare", cx: from + 8, cy: at, r: 4 }));
      for (const lock of access.locks) {
        const to = lockAt.get(lock);
        svg.append(draw("path", { class: "held", d: `M${from} ${at} C${from + 60} ${at} ${right - 60} ${to} ${right} ${to}` }));
      }
    }
    const height = Math.max(y, ...[...lockAt.values()].map((at) => at + 14)) + 8;
    svg.setAttribute("width", right + lockWide + 10);
    svg.setAttribute("height", height);
    const more = all.length > ROWS ? ` The first ${ROWS} of ${all.length} accesses are drawn.` : "";
    return make("figure", {}, svg, make("figcaption", {}, `Accesses that change something are bold; a red dot is an access without a lock. A click leads to a finding about the access.${more}`));
  }

  // ---- The locking contract of a class: who accesses which field under which lock.
  function contract(name) {
    const { path, fields: all, diff } = data.contracts[name];
    const FIELDS = 30, COMERS = 16;
    const fields = [...all].sort((a, b) => (b.held < b.accesses) - (a.held < a.accesses) || a.line - b.line).slice(0, FIELDS);
    const uses = new Map();
    for (const { comers } of fields) for (const who of comers) uses.set(who, (uses.get(who) ?? 0) + 1);
    const isThread = (who) => who.startsWith("thread ");
    const comers = [...uses.keys()].sort((a, b) => isThread(b) - isThread(a) || uses.get(b) - uses.get(a)).slice(0, COMERS);
    const locks = [...new Set(fields.map(({ lock }) => lock).filter(Boolean))];
    const widthOf = (texts) => 7.4 * Math.max(8, ...texts.map((text) => text.length)) + 20;
    const share = ({ held, accesses, lock }) => lock ? `${held} of ${accesses}` : `${accesses} without`;
    const row = 26, top = 24, gap = 70;
    const wide = [widthOf(comers), widthOf(fields.map((field) => `${field.field}  ${share(field)}`)), widthOf(locks)];
    const x = [8, 8 + wide[0] + gap, 8 + wide[0] + wide[1] + 2 * gap];
    const rows = Math.max(comers.length, fields.length, locks.length);
    const yOf = (at, of) => top + (rows - of) * row / 2 + at * row + row / 2;
    const svg = draw("svg", { role: "img", class: "contract", "aria-label": `Locking contract of ${name}`, width: x[2] + wide[2] + 8, height: top + rows * row + 8 });
    ["who comes", "field", "lock"].forEach((text, at) => svg.append(draw("text", { x: x[at], y: 14, class: "head" }, text)));
    const curve = (x1, y1, x2, y2, kind) => draw("path", { class: kind, d: `M${x1} ${y1} C${x1 + gap / 2} ${y1} ${x2 - gap / 2} ${y2} ${x2} ${y2}` });
    fields.forEach((field, at) => {
      const y = yOf(at, fields.length);
      for (const who of field.comers) if (comers.includes(who)) svg.append(curve(x[0] + wide[0], yOf(comers.indexOf(who), comers.length), x[1], y, "comes"));
      if (field.lock) svg.append(curve(x[1] + wide[1], y, x[2], yOf(locks.indexOf(field.lock), locks.length), field.held < field.accesses ? "partly" : "held"));
    });
    comers.forEach((who, at) => {
      const y = yOf(at, comers.length);
      svg.append(draw("rect", { class: `box${isThread(who) ? " thread" : ""}`, x: x[0], y: y - 11, width: wide[0], height: 22, rx: 3 }), draw("text", { x: x[0] + 8, y: y + 4 }, who));
    });
    fields.forEach((field, at) => {
      const y = yOf(at, fields.length);
      const short = field.held < field.accesses;
      svg.append(draw("rect", { class: `box${short ? " short" : ""}`, x: x[1], y: y - 11, width: wide[1], height: 22, rx: 3 }), draw("text", { x: x[1] + 8, y: y + 4, class: "write" }, field.field),
        draw("text", { x: x[1] + wide[1] - 8, y: y + 4, "text-anchor": "end", class: short ? "lacks" : "head" }, share(field)));
    });
    locks.forEach((lock, at) => {
      const y = yOf(at, locks.length);
      svg.append(draw("rect", { class: "lock", x: x[2], y: y - 11, width: wide[2], height: 22, rx: 11 }), draw("text", { x: x[2] + 10, y: y + 4 }, lock));
    });
    const left = [[all.length - fields.length, "field", "fields"], [uses.size - comers.length, "caller", "callers"]].filter(([number]) => number > 0).map(([number, one, many]) => counted(number, one, many));
    const parts = [svg, make("figcaption", {}, `How many accesses of a field hold the lock that most hold; red where some do without.${left.length ? ` ${left.join(" and ")} more are not drawn.` : ""}`)];
    if (diff.length) {
      const lines = diff.map((line) => make("span", { class: line.startsWith("+") ? "plus" : line.startsWith("-") ? "minus" : "at" }, line + "\n"));
      parts.push(make("h3", {}, "Edit: write the contract down"), make("div", { class: "code" }, make("div", { class: "file" }, path), make("pre", { class: "diff" }, ...lines)),
        make("p", { class: "faint" }, ...worded("What is annotated is checked: `--pack locking-discipline`.")));
    }
    return make("figure", { class: "of-class" }, ...parts);
  }

  // ---- Views: what findings are grouped by, and their order.
  const VIEWS = {
    class: (finding) => [`${finding.class ?? finding.path}\n${finding.path}`],
    package: (finding) => [packageOf(finding)],
    query: (finding) => [data.rules[finding.rule].id],
    severity: (finding) => [finding.severity],
    confidence: (finding) => [finding.confidence],
  };
  /** The shown name of a group; the rest of the key distinguishes groups of one name. */
  const nameOf = (group) => group.split("\n")[0];
  /** The package: as many folders above the file as the name of the class begins with, or else its folder. */
  function packageOf(finding) {
    const folders = finding.path.split("/").slice(0, -1);
    const names = (finding.class ?? "").split(".");
    for (let length = Math.min(folders.length, names.length - 1); length > 0; length--) {
      const name = names.slice(0, length).join(".");
      if (folders.slice(-length).join(".") === name) return name;
    }
    return folders.join("/") || "(no package)";
  }
  if (data.findings.some((finding) => finding.confirmed)) VIEWS.outcome = (finding) => [finding.confirmed?.outcome ?? "not tried"];
  for (const key of keys) {
    VIEWS[key] ??= (finding) => finding.properties?.[key] ?? [`without ${key}`];
  }
  let view = "class";
  let worstFirst = true;
  const groupsOf = (finding) => VIEWS[view](finding);
  const byPlace = (a, b) => a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line;
  byId("view").append(...Object.keys(VIEWS).map((key) => make("option", { value: key }, key)));
  byId("view").addEventListener("change", (event) => { view = event.target.value; show(); });
  byId("order").addEventListener("change", (event) => { worstFirst = event.target.value === "worst"; show(); });

  // ---- The list.
  let shown = [];
  let drawn = 0;
  let lastGroup = null;
  function body(finding) {
    const rule = data.rules[finding.rule];
    const parts = [];
    if (finding.silenced !== undefined) parts.push(make("p", { class: "faint" }, `Silenced in the source${finding.silenced ? `: ${finding.silenced}` : "."}`));
    parts.push(make("p", { class: "permalink" }, make("a", { href: `#finding=${encodeURIComponent(finding.id)}` }, "Link to this finding")));
    parts.push(...happened(finding), ...source(finding), ...locks(finding), ...paths(finding), ...stages(finding), ...evidence(finding), ...fixes(finding));
    if (rule.remedy) parts.push(make("p", { class: "remedy" }, ...worded(rule.remedy)));
    if (rule.help) {
      const page = make("div", { class: "help" });
      // Help pages are Markdown of the packs, turned into markup without raw HTML when the report was written.
      page.innerHTML = rule.help;
      parts.push(make("details", {}, make("summary", {}, `About ${rule.id}`), page));
    }
    return make("div", { class: "body" }, ...parts);
  }
  function card(finding) {
    const tags = [finding.confirmed?.outcome, finding.confidence && `${finding.confidence} confidence`, finding.state].filter(Boolean)
      .flatMap((tag) => [" ", make("span", { class: "tag" }, tag)]);
    const button = make("button", { type: "button", "aria-expanded": "false" },
      make("span", { class: "sev" }, finding.severity), " ", make("span", { class: "id" }, data.rules[finding.rule].id), ...tags,
      make("br"), ...worded(finding.text), make("br"), make("span", { class: "id" }, `${finding.path}:${finding.line}`));
    const article = make("article", { "data-finding": finding.id, class: `${finding.severity}${finding.silenced !== undefined ? " silenced" : ""}` }, button);
    button.addEventListener("click", () => {
      const open = button.getAttribute("aria-expanded") === "true";
      button.setAttribute("aria-expanded", String(!open));
      if (open) article.querySelector(".body").remove(); else article.append(body(finding));
      if (!open) wanted.finding = finding.id; else if (wanted.finding === finding.id) wanted.finding = null;
      keep();
    });
    return article;
  }
  function heading(group, findings) {
    const name = nameOf(group);
    const title = make("h2", { class: "class" }, make("span", {}, ...breakable(name)), make("span", { class: "faint" }, `${findings}`));
    if (wanted.only?.name !== name) {
      const alone = make("button", { type: "button", class: "only", "aria-label": `Only ${name}` }, "only");
      alone.addEventListener("click", () => only(view, name));
      title.append(alone);
    }
    if (view !== "class") return title;
    const drawings = [[data.contracts[name], "contract-of", "Locking contract", contract], [data.classes[name], "draw", "Locks and accesses", picture]];
    for (const [known, kind, words, made] of drawings) {
      if (!known) continue;
      const button = make("button", { type: "button", class: kind, "aria-expanded": "false" }, words);
      let shown = null;
      button.addEventListener("click", () => {
        button.setAttribute("aria-expanded", String(!shown));
        if (shown) shown.remove(); else title.after(shown = made(name));
        if (!shown.isConnected) shown = null;
      });
      title.append(button);
    }
    return title;
  }
  function more() {
    const list = byId("list");
    const end = Math.min(shown.length, drawn + PAGE);
    for (; drawn < end; drawn++) {
      const [group, finding, findings] = shown[drawn];
      if (group !== lastGroup) {
        list.append(heading(group, findings));
        lastGroup = group;
      }
      list.append(card(finding));
    }
    byId("more").hidden = drawn >= shown.length;
    byId("more").textContent = `Show more (${shown.length - drawn} left)`;
  }
  function show() {
    // The report is sorted by severity, and so are the groups.
    const found = data.findings.filter((finding) => matches(finding));
    if (!worstFirst) found.sort(byPlace);
    for (const filter of filters) {
      const counts = new Map();
      for (const finding of data.findings) {
        if (matches(finding, filter)) counts.set(filter.valueOf(finding), (counts.get(filter.valueOf(finding)) ?? 0) + 1);
      }
      for (const [value, { number }] of filter.entries) number.textContent = String(counts.get(value) ?? 0);
    }
    byId("only").hidden = wanted.only === null;
    byId("only").textContent = wanted.only === null ? "" : `${wanted.only.view}: ${wanted.only.name} \u00d7`;
    const groups = new Map();
    for (const finding of found) {
      for (const group of groupsOf(finding)) {
        if (!groups.has(group)) groups.set(group, []);
        groups.get(group).push(finding);
      }
    }
    shown = [...groups].flatMap(([group, findings]) => findings.map((finding) => [group, finding, findings.length]));
    drawn = 0;
    lastGroup = null;
    byId("list").replaceChildren();
    const all = data.findings.length;
    const findings = all === 1 ? "finding" : "findings";
    byId("count").textContent = found.length === all ? `${all} ${findings}` : `${found.length} of ${all} ${findings}`;
    more();
    keep();
  }
  byId("more").addEventListener("click", more);
  // Paper has no buttons: print all selected findings.
  window.addEventListener("beforeprint", () => { while (drawn < shown.length) more(); });

  // ---- The address.
  /** Saves the state of the view in the address. */
  function keep() {
    const kept = new URLSearchParams();
    const put = (name, value, usual) => { if (value !== usual) kept.set(name, value); };
    put("search", byId("search").value.trim(), "");
    for (const { id, chosen, usual, entries } of filters) {
      if (chosen.size !== usual.size || [...chosen].some((value) => !usual.has(value))) {
        kept.set(id, [...entries.keys()].filter((value) => chosen.has(value)).join(","));
      }
    }
    put("view", view, "class");
    put("order", worstFirst ? "worst" : "place", "worst");
    if (wanted.only) kept.set("only", `${wanted.only.view}:${wanted.only.name}`);
    put("editor", byId("editor").value, "none");
    if (wanted.finding !== null) kept.set("finding", wanted.finding);
    address = `#${kept}`;
    history.replaceState(null, "", address);
  }
  /** Restores the state of the view from the address. */
  function restore() {
    const kept = new URLSearchParams(location.hash.slice(1));
    const saved = (name, usual) => kept.get(name) ?? usual;
    byId("search").value = saved("search", "");
    wanted.text = byId("search").value.toLowerCase();
    for (const filter of filters) choose(filter, kept.has(filter.id) ? kept.get(filter.id).split(",") : filter.usual);
    view = byId("view").value = saved("view", "class") in VIEWS ? saved("view", "class") : "class";
    byId("order").value = saved("order", "worst") === "place" ? "place" : "worst";
    worstFirst = byId("order").value === "worst";
    byId("editor").value = saved("editor", "none") in EDITORS ? saved("editor", "none") : "none";
    const [, of, name] = /^([^:]*):(.*)$/s.exec(saved("only", "")) ?? [];
    wanted.only = of in VIEWS ? { view: of, name } : null;
    wanted.finding = null;
    show();
    const finding = data.findings.find((one) => one.id === kept.get("finding"));
    if (finding) goTo(finding);
  }
  /** Opens a finding, even if filters hide it. */
  function goTo(finding) {
    if (!shown.some(([, one]) => one === finding)) {
      everything();
      show();
    }
    while (!document.querySelector(`[data-finding="${CSS.escape(finding.id)}"]`) && drawn < shown.length) more();
    const article = document.querySelector(`[data-finding="${CSS.escape(finding.id)}"]`);
    const button = article.querySelector("button");
    if (button.getAttribute("aria-expanded") !== "true") button.click();
    button.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }
  let address = null;
  window.addEventListener("hashchange", () => { if (location.hash !== address) restore(); });

  // ---- Keyboard.
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLInputElement && event.target.type === "search";
    if (typing) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      byId("search").focus();
    } else if (event.key === "t") {
      turn();
    } else if (event.key === "j" || event.key === "k") {
      let buttons = [...document.querySelectorAll("article > button")];
      const at = buttons.indexOf(document.activeElement);
      if (event.key === "j" && at === buttons.length - 1 && drawn < shown.length) {
        more();
        buttons = [...document.querySelectorAll("article > button")];
      }
      const next = buttons[event.key === "j" ? at + 1 : Math.max(0, at - 1)];
      if (next) {
        next.focus();
        next.scrollIntoView({ block: "nearest" });
      }
    }
  });
  restore();
})();
