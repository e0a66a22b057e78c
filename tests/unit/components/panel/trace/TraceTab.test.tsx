import { expect, test, vi } from "vitest";
import { exchangesOf, jwtOf, type EntryFacts } from "../../../lib/trace/entries.ts";
import { codeLogin } from "../../../lib/trace/join/logins.ts";
import {
  click,
  describe,
  doubleClick,
  find,
  findButton,
  findField,
  listMenu,
  openMenu,
  perform,
  press,
  type,
  words,
} from "../../show.ts";
import { writeSample } from "../../../../trace-corpus/write-sample.ts";
import { command, refused, showTab } from "./show-trace.tsx";

function findFilter(place: ParentNode): HTMLInputElement {
  const field = find(place, "#trace-filter");
  if (field instanceof HTMLInputElement) return field;
  throw new Error("The filter is no field.");
}

test("offers to reload the page before the first request", async () => {
  const { place, reloads } = await showTab();
  expect(words(find(place, ".empty"))).toContain("Log in to the inspected page");
  await click(findButton(place, "Reload the page"));
  expect(reloads()).toBe(1);
});

test("says that the captured requests have no login", async () => {
  const { place, models } = await showTab();
  await perform(() =>
    models.capture.addImported(
      exchangesOf([{ url: "https://shop.example/a" }, { url: "https://shop.example/b" }]),
    ),
  );
  await expect
    .poll(() => words(find(place, ".empty")))
    .toContain("2 requests are captured, and none of them is part of a login.");
});

test("offers to record while it is paused", async () => {
  const { place, models } = await showTab();
  expect(await command(place, "e")).toBe(true);
  expect(words(find(place, ".empty"))).toContain("Recording is paused.");
  await click(findButton(find(place, ".empty"), "Record"));
  expect(models.capture.isRecording.value).toBe(true);
});

test("Record is pressed while it records; during a pause, the status bar says what is lost", async () => {
  const { place } = await showTab(codeLogin({}));
  const record = findButton(find(place, ".trace-bar"), "Record");
  const status = () => [...place.querySelectorAll(".status-bar [role=status]")].map(words);
  expect(record.getAttribute("aria-pressed")).toBe("true");
  expect(status().at(-1)).toMatch(/^recording since /);
  await click(record);
  expect(record.getAttribute("aria-pressed")).toBe("false");
  expect(status().at(-1)).toBe("Paused. Requests are not recorded.");
});

const telemetry = { "Auth0-Client": btoa(JSON.stringify({ name: "auth0.js", version: "10.0.0" })) };
const named = codeLogin({}).map((entry) => ({ ...entry, headers: telemetry }));

test("a login that ended well is listed with its library, and with its client if the list is narrow", async () => {
  const readRow = async (entries: readonly EntryFacts[], width: number) => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
    for (const name of ["clientHeight", "offsetHeight"] as const)
      vi.spyOn(HTMLElement.prototype, name, "get").mockReturnValue(200);
    const { place } = await showTab(entries);
    const row = find(place, ".flow-row");
    return [words(find(row, ".cause")), row.classList.contains("named")];
  };
  expect(await readRow(named, 1_200)).toEqual(["auth0.js 10.0.0", false]);
  expect(await readRow(named, 400)).toEqual(["spa, auth0.js 10.0.0", true]);
  expect(await readRow(codeLogin({}), 1_200)).toEqual(["", false]);
  expect(await readRow(codeLogin({}), 400)).toEqual(["spa", true]);
  expect((await readRow(refused, 400))[1], "the client has its column").toBe(false);
});

test("opens a sample where nothing was captured yet", async () => {
  const { place, models } = await showTab();
  const offers = [...find(place, ".empty ul").querySelectorAll("button")];
  expect(offers.map((button) => button.textContent)).toEqual([
    "The library refuses the ID token",
    "The login ends at an error page",
    "The code arrives, and the user is not logged in",
    "The page cannot renew a login in a frame",
    "The token request is refused",
  ]);
  await click(findButton(place, "The library refuses the ID token"));
  const top = () => models.trace.rows.value[0]?.verdict.findings[0]?.title;
  await expect.poll(top).toContain("HS256");
  await expect.poll(() => place.querySelectorAll(".empty").length).toBe(0);
});

test("imports all files that are dropped at once", async () => {
  const { place, models } = await showTab();
  const sample = await writeSample("hs256-pkce");
  const dropped = new Event("drop", { bubbles: true, cancelable: true });
  const files = [
    new File([sample], "one.har"),
    new File([await writeSample("callback-refused-pkce")], "two.har"),
  ];
  await perform(() =>
    find(place, ".empty").dispatchEvent(Object.assign(dropped, { dataTransfer: { files } })),
  );
  expect(dropped.defaultPrevented).toBe(true);
  await expect.poll(() => models.trace.rows.value.length).toBe(2);
  expect(words(place)).toContain("imported from 2 files.");
});

test("says how many logins the filter hides, and shows them again", async () => {
  const { place, models } = await showTab(codeLogin({}));
  await perform(() => models.trace.filter.setQuery("no-such-word"));
  expect(words(find(place, ".empty"))).toContain("(1 hidden)");
  await click(findButton(place, "Clear filter"));
  expect(place.querySelectorAll(".empty")).toHaveLength(0);
});

test("counts the flows, messages and failures of the list", async () => {
  const { place } = await showTab([...codeLogin({}), ...refused]);
  expect(words(find(place, ".status-bar"))).toMatch(
    /^2 flows, 10 messages, 1 failedrecording since/,
  );
  await click(findButton(place, "Logout"));
  expect(words(find(place, ".status-bar"))).toMatch(/^0 of 2 flows/);
});

test("explains a pattern that is not valid, and keeps the list", async () => {
  const { place, models } = await showTab(codeLogin({}));
  const field = findFilter(place);
  await type(field, "/(/");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describe(field)).toContain("not a valid regular expression");
  expect(models.trace.rows.value).toHaveLength(1);
});

test("the search bar of DevTools filters the list, and moves through it", async () => {
  const { place, models, search } = await showTab([...codeLogin({}), ...refused]);
  await perform(() => search({ action: "performSearch", query: "login.example" }));
  expect(findFilter(place).value).toBe("login.example");
  const chosen = () => models.trace.selected.value?.flow.clientId;
  await perform(() => search({ action: "nextSearchResult" }));
  expect(chosen()).toBe("shop");
  await perform(() => search({ action: "nextSearchResult" }));
  expect(chosen()).toBe("spa");
  await perform(() => search({ action: "nextSearchResult" }));
  expect(chosen()).toBe("shop");
  await perform(() => search({ action: "previousSearchResult" }));
  expect(chosen()).toBe("spa");
  await perform(() => search({ action: "cancelSearch" }));
  expect(findFilter(place).value).toBe("");
});

test("Ctrl+L clears the list, and Ctrl+F focuses the filter", async () => {
  const { place, models } = await showTab(codeLogin({}));
  expect(await command(place, "f")).toBe(true);
  expect(document.activeElement?.id).toBe("trace-filter");
  expect(await command(place, "l")).toBe(true);
  await expect.poll(() => models.trace.rows.value).toEqual([]);
});

test("a clear can be undone by its button and by Ctrl+Z", async () => {
  const { place, models } = await showTab(codeLogin({}));
  await command(place, "l");
  await expect.poll(() => models.trace.rows.value).toEqual([]);
  expect(words(find(place, ".notice.note"))).toContain("Cleared 5 requests.");
  await click(findButton(place, "Undo"));
  await expect.poll(() => models.trace.rows.value.length).toBe(1);
  expect(place.querySelectorAll(".notice.note")).toHaveLength(0);
  expect(document.activeElement).toBe(findButton(place, "Clear"));
  await command(place, "l");
  expect(await command(place, "z")).toBe(true);
  await expect.poll(() => models.trace.rows.value.length).toBe(1);
  expect(await command(place, "z"), "there is nothing to undo").toBe(false);
});

test("the cleared requests are forgotten at once, or when the next login appears", async () => {
  const { place, models, report } = await showTab(codeLogin({}));
  await command(place, "l");
  await click(findButton(place, "Forget them"));
  expect(models.capture.cleared.value).toBeUndefined();
  await report(...refused);
  await expect.poll(() => models.trace.rows.value.length).toBe(1);
  await command(place, "l");
  expect(models.capture.cleared.value?.exchanges).toHaveLength(5);
  await report(...codeLogin({ at: 120_000, state: "s3", code: "c3" }));
  await expect.poll(() => models.trace.rows.value.length).toBe(1);
  await expect.poll(() => models.capture.cleared.value).toBeUndefined();
});

test("the keys work where the body has the focus, as after a click on a text", async () => {
  const { place, models } = await showTab(codeLogin({}));
  const list = find(place, ".flow-list");
  list.focus();
  await press(list, "Home");
  await press(list, "Enter");
  await press(document.body, "Escape");
  expect(place.querySelectorAll(".flow-pane")).toHaveLength(0);
  await command(place, "l", document.body);
  await expect.poll(() => models.trace.rows.value).toEqual([]);
  expect(document.activeElement).toBe(document.body);
  expect(await command(place, "z", document.body)).toBe(true);
  await expect.poll(() => models.trace.rows.value.length).toBe(1);
});

test("Escape closes a flow where a checkbox has the focus", async () => {
  const { place } = await showTab(codeLogin({}));
  await press(find(place, ".flow-list"), "Home");
  await press(find(place, ".flow-list"), "Enter");
  await press(findField(place, "Preserve log"), "Escape");
  expect(place.querySelectorAll(".flow-pane")).toHaveLength(0);
});

test("does not take other keys of the browser", async () => {
  const { place } = await showTab();
  expect(await command(place, "r")).toBe(false);
});

test("the arrow keys select a flow, Enter opens it, and Escape closes it", async () => {
  const { place, models } = await showTab([...codeLogin({}), ...refused]);
  const list = find(place, ".flow-list");
  await press(list, "ArrowDown");
  expect(models.trace.selected.value?.flow.clientId).toBe("shop");
  await press(list, "ArrowDown");
  await press(list, "ArrowDown");
  expect(models.trace.selected.value?.flow.clientId).toBe("spa");
  await press(list, "Home");
  expect(models.trace.opened.value).toBeUndefined();
  await press(list, "Enter");
  expect(words(find(place, ".flow-title"))).toBe("login shop at login.example");
  await press(find(place, ".flow-list"), "Escape");
  expect(place.querySelectorAll(".flow-pane")).toHaveLength(0);
  expect(document.activeElement).toBe(find(place, ".flow-list"));
});

test("the parts of a flow respond to the arrow keys, and show its messages and tokens masked", async () => {
  const { place, inspected } = await showTab(codeLogin({}));
  await press(find(place, ".flow-list"), "ArrowDown");
  await press(find(place, ".flow-list"), "Enter");
  const tabs = () => find(place, ".flow-pane > .tabs [aria-selected=true]");
  const shown = () => words(tabs());
  expect(shown()).toBe("Verdict");
  await press(tabs(), "ArrowRight");
  expect(shown()).toBe("Sequence");
  await press(tabs(), "ArrowRight");
  expect(shown()).toBe("Messages (5)");
  expect(words(find(place, ".flow-messages"))).not.toContain("access-c");
  await press(tabs(), "ArrowRight");
  expect(words(find(place, ".flow-tokens"))).not.toContain("access-c");
  await click(findButton(place, "Inspect ID token"));
  expect(inspected).toEqual([jwtOf({ sub: "ada", jti: "c" })]);
});

test("copies an opened flow alone as Markdown, without its code", async () => {
  const { place } = await showTab([...codeLogin({ code: "code-of-ada-5512" }), ...refused]);
  await press(find(place, ".flow-list"), "End");
  await press(find(place, ".flow-list"), "Enter");
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  await click(findButton(place, "Copy as Markdown"));
  await expect.poll(() => copied).toHaveLength(1);
  expect(copied[0]).toContain("## 1. login, spa, login.example");
  expect(copied[0]).not.toMatch(/shop|code-of-ada/u);
});

test("an opened flow stays open while newer requests arrive", async () => {
  const { place, models, report } = await showTab(codeLogin({}));
  await press(find(place, ".flow-list"), "ArrowDown");
  await press(find(place, ".flow-list"), "Enter");
  await report(...refused);
  await expect.poll(() => models.trace.rows.value).toHaveLength(2);
  expect(words(find(place, ".flow-title"))).toBe("login spa at login.example");
});

test("the log of earlier pages is kept until the user decides otherwise", async () => {
  const { place, models } = await showTab();
  const box = findField(place, "Preserve log");
  await click(box);
  expect(models.capture.preservesLog.value).toBe(false);
});

test("a right click on a flow offers what applies to it", async () => {
  const { place, inspected, runAgain } = await showTab(refused);
  await openMenu(find(place, ".flow-row"));
  expect(listMenu(place)).toEqual([
    "Open in a wide view",
    "Run again",
    "Copy as Markdown",
    "Hide flows of shop",
  ]);
  await click(findButton(place, "Run again"));
  await expect.poll(() => runAgain.length).toBe(1);
  expect(inspected).toEqual([]);
});

test("a flow with tokens opens each of them in the Tokens tab", async () => {
  const { place, inspected } = await showTab(codeLogin({}));
  await openMenu(find(place, ".flow-row"));
  await click(findButton(place, "Open ID token in Tokens"));
  expect(inspected).toHaveLength(1);
});

test("one of two logins opens with its comparison", async () => {
  const { place } = await showTab([...codeLogin({}), ...refused]);
  await openMenu(find(place, '.flow-row[aria-posinset="2"]'));
  await click(findButton(place, "Compare with…"));
  expect(words(find(place, ".flow-title"))).toContain("login spa");
  expect(find(place, "[aria-label=Comparison]").querySelector("select")).not.toBeNull();
});

test("the flows of a client are hidden by a term of the filter, and shown again without it", async () => {
  const { place } = await showTab([...codeLogin({}), ...refused]);
  await type(findFilter(place), "login");
  await openMenu(find(place, '.flow-row[aria-posinset="1"]'));
  await click(findButton(place, "Hide flows of shop"));
  expect(findFilter(place).value).toBe("login -shop");
  expect([...place.querySelectorAll(".flow-row .client")].map(words)).toEqual(["spa"]);
});

test("a double click shows a flow without the list, and the list returns by its button or Escape", async () => {
  const { place } = await showTab(refused);
  const isWide = () => find(place, ".trace-split").classList.contains("wide");
  await doubleClick(() => find(place, ".flow-row"));
  expect(isWide()).toBe(true);
  expect(document.activeElement).toBe(findButton(place, "Show list"));
  await click(findButton(place, "Show list"));
  expect([isWide(), words(find(place, ".flow-title"))]).toEqual([
    false,
    "login shop at login.example",
  ]);
  await click(findButton(place, "Wide"));
  await press(findButton(place, "Show list"), "Escape");
  expect(find(place, ".trace-split").classList.contains("alone")).toBe(true);
  expect(document.activeElement).toBe(find(place, ".flow-list"));
});
