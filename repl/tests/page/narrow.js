// The report under test is in a frame as wide as a phone's screen: opens everything in it and notes what is too wide.
"use strict";
document.querySelector("iframe").addEventListener("load", async (event) => {
  const seen = { wider: [] };
  try {
    const page = event.target.contentDocument;
    page.querySelectorAll("details").forEach((one) => { one.open = true; });
    const buttons = page.querySelectorAll("article > button, button.contract-of, button.draw");
    buttons.forEach((button) => button.click());
    seen.opened = buttons.length;
    const width = page.documentElement.clientWidth;
    const scrolls = (element) => element && (/auto|scroll|hidden/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const element of page.querySelectorAll("body *")) {
      if (element.getBoundingClientRect().right > width + 1 && !scrolls(element.parentElement)) seen.wider.push(`${element.tagName} ${element.className} ${element.textContent.slice(0, 60)}`);
    }
  } catch (error) {
    seen.error = String(error);
  }
  document.documentElement.dataset.seen = JSON.stringify(seen);
});
