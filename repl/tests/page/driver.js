// Runs in the report under test: uses it as a reader would and writes notes for the test.
"use strict";
(async () => {
  const seen = {};
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const cards = () => document.querySelectorAll("article").length;
  const key = (name) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  try {
    seen.all = cards();
    seen.count = document.getElementById("count").textContent;
    seen.fetched = performance.getEntriesByType("resource").length;
    seen.theme = document.documentElement.dataset.theme;

    seen.sum = document.getElementById("sum").textContent;
    seen.folded = !document.getElementById("overview").open && !document.getElementById("looked").open;
    const worst = [...document.querySelectorAll("#worst button")];
    seen.worst = worst.map((button) => button.textContent);
    worst[0].click();
    const led = document.activeElement.closest("article");
    seen.worstLeads = led.querySelector(".body") !== null && location.hash.includes(encodeURIComponent(led.dataset.finding));
    document.activeElement.click();

    const used = [...document.querySelectorAll("#queries label")].find((label) => label.querySelector(".n").textContent !== "0");
    const query = used.querySelector("input");
    query.click();
    seen.withoutFirstQuery = cards();
    query.click();
    seen.again = cards();

    const severity = document.querySelector("#severities input");
    severity.click();
    seen.withoutFirstSeverity = cards();
    document.getElementById("all").click();

    const search = document.getElementById("search");
    key("/");
    seen.searchFocused = document.activeElement === search;
    search.value = "INCREMENT";
    search.dispatchEvent(new Event("input"));
    await pause(300);
    seen.found = cards();
    search.blur();
    document.getElementById("all").click();
    seen.silencedShown = cards();

    key("j");
    seen.focused = document.activeElement.closest("article") !== null;
    const open = [...document.querySelectorAll("article > button")].find((button) => button.textContent.includes("not-threadsafe"));
    open.click();
    seen.expanded = open.getAttribute("aria-expanded");
    const body = open.parentElement.querySelector(".body");
    seen.source = [...body.querySelectorAll("mark.primary")].map((mark) => mark.textContent);
    seen.keywords = body.querySelectorAll(".k").length > 0;
    seen.locks = [...body.querySelectorAll(".locks")].map((side) => side.textContent);
    // Steps forth and back through the lanes of the race.
    const lanes = body.querySelector(".lanes");
    const [next, back, end] = lanes.querySelectorAll(".steps button");
    seen.stepped = [];
    const look = () => seen.stepped.push([lanes.querySelectorAll("li.done").length, lanes.querySelectorAll(".lamp.lit").length, back.disabled, next.disabled]);
    look();
    next.click();
    look();
    end.click();
    look();
    seen.outcome = lanes.querySelector(".said").textContent;
    seen.lamps = [...lanes.querySelectorAll(".lamp")].map((lamp) => lamp.textContent);
    back.click();
    look();
    const cycle = [...document.querySelectorAll("article > button")].find((button) => button.textContent.includes("java/deadlock"));
    cycle.click();
    const drawn = cycle.parentElement.querySelector("svg.circle");
    seen.circle = [...drawn.querySelectorAll("text:not(.on)")].map((text) => text.textContent);
    seen.arrows = [drawn.querySelectorAll("line.has").length, drawn.querySelectorAll("line.waits").length];
    cycle.parentElement.querySelectorAll(".lanes .steps button")[2].click();
    seen.forEver = cycle.parentElement.querySelector(".said").textContent;
    seen.waiting = cycle.parentElement.querySelectorAll(".lamp.lit.wanted").length;
    cycle.click();

    seen.help = body.querySelector(".help h1").textContent;
    seen.steps = [...document.querySelectorAll("article > button")].length;

    const way = [...document.querySelectorAll("article > button")].find((button) => button.textContent.includes("test/ways"));
    way.click();
    seen.path = [...way.parentElement.querySelectorAll("ol.path li")].map((step) => step.firstChild.textContent);

    const article = way.parentElement;
    seen.threads = [...article.querySelectorAll(".threads > section > h3")].map((name) => name.textContent);
    seen.stages = [...article.querySelectorAll(".stages dt")].map((name) => name.textContent);
    seen.diff = [...article.querySelectorAll(".diff span")].map((line) => line.textContent);
    seen.code = body.querySelector(".remedy code") !== null;

    const view = document.getElementById("view");
    seen.views = [...view.options].map((one) => one.value);
    view.value = "field";
    view.dispatchEvent(new Event("change"));
    seen.groups = [...document.querySelectorAll("h2.class > span:first-child")].map((name) => name.textContent);
    view.value = "class";
    view.dispatchEvent(new Event("change"));
    seen.mostSevere = document.querySelector("article .sev").textContent;

    view.value = "package";
    view.dispatchEvent(new Event("change"));
    const order = document.getElementById("order");
    order.value = "place";
    order.dispatchEvent(new Event("change"));
    seen.lines = [...document.querySelectorAll("article > button > .id:last-child")].map((place) => Number(place.textContent.split(":").at(-1)));
    order.value = "worst";
    order.dispatchEvent(new Event("change"));
    seen.packages = [...document.querySelectorAll("h2.class > span:first-child")].map((name) => name.textContent);
    view.value = "class";
    view.dispatchEvent(new Event("change"));

    const name = [...document.querySelectorAll("#overview button")].find((button) => button.textContent === "test/ways");
    name.click();
    seen.onlyWays = [...document.querySelectorAll("article .id:nth-child(2)")].map((id) => id.textContent);
    seen.address = location.hash;
    seen.others = [...document.querySelectorAll("#queries .n")].map((number) => number.textContent);
    const other = [...document.querySelectorAll("article")].length;
    document.getElementById("only").click();
    seen.allAgain = cards() > other;
    document.querySelector("#queries button.only").click();
    seen.checked = document.querySelectorAll("#queries input:checked").length;
    const editor = document.getElementById("editor");
    editor.value = "VS Code";
    editor.dispatchEvent(new Event("change"));

    // A link to a finding shows it although filters hide it.
    const hidden = JSON.parse(document.getElementById("data").textContent).findings.at(-1).id;
    location.hash = `finding=${encodeURIComponent(hidden)}&queries=java/escaping&editor=VS+Code`;
    await pause(300);
    const linked = document.querySelector(`[data-finding="${hidden}"]`);
    seen.linked = linked.querySelector("button").getAttribute("aria-expanded");
    seen.toEditor = linked.querySelector(".file a").getAttribute("href");
    linked.querySelector("button").click();
    document.getElementById("all").click();

    const picture = document.querySelector("button.draw");
    picture.click();
    seen.picture = [...document.querySelectorAll("svg text")].map((text) => text.textContent);
    seen.held = document.querySelectorAll("svg path.held").length;
    seen.leads = document.querySelectorAll("svg .leads").length;
    seen.bare = document.querySelectorAll("svg circle.bare").length;

    const contract = document.querySelector("button.contract-of");
    contract.click();
    seen.contract = [...document.querySelectorAll("svg.contract text")].map((text) => text.textContent);
    seen.partly = document.querySelectorAll("svg.contract path.partly").length;
    contract.click();
    seen.contractGone = document.querySelector("svg.contract") === null;

    document.activeElement.blur();
    key("t");
    seen.turned = document.documentElement.dataset.theme;
  } catch (error) {
    seen.error = String(error);
  }
  document.documentElement.dataset.seen = JSON.stringify(seen);
})();
