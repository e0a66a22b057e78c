import { expect, test, vi } from "vitest";
import { TraceTab, type TraceModels } from "../../../../../components/panel/trace/TraceTab.tsx";
import { CaptureModel } from "../../../../../lib/models/trace/capture-model.ts";
import { TraceExportModel } from "../../../../../lib/models/trace/trace-export-model.ts";
import { TraceImportModel } from "../../../../../lib/models/trace/trace-import-model.ts";
import { TraceModel } from "../../../../../lib/models/trace/trace-model.ts";
import { readTrace } from "../../../../../lib/trace/read-trace.ts";
import { createFakeCapturePort } from "../../../lib/models/trace/fake-capture-port.ts";
import { jwtOf, type EntryFacts } from "../../../lib/trace/entries.ts";
import { codeLogin, tokenFor } from "../../../lib/trace/join/logins.ts";
import { click, find, findButton, findField, perform, press, show, words } from "../../show.ts";

const refused = [
  ...codeLogin({ at: 60_000, client: "shop", state: "s2", code: "c2" }).slice(0, 4),
  {
    ...tokenFor({ at: 60_400, client: "shop", code: "c2" }),
    status: 403,
    answer: { error: "invalid_grant", error_description: "Wrong code." },
  },
];

async function showTab(entries: readonly EntryFacts[] = []) {
  const browser = createFakeCapturePort();
  const inspected: string[] = [];
  let reloads = 0;
  const notWanted = () => {
    throw new Error("Nothing is exported or imported here.");
  };
  const capture = new CaptureModel(browser.port);
  const models: TraceModels = {
    capture,
    trace: new TraceModel({ ...browser.port, ...capture, read: readTrace }),
    exporter: new TraceExportModel({
      extension: "0.1.0",
      browser: "Chrome 156",
      now: notWanted,
      createFile: notWanted,
      yieldToEventLoop: notWanted,
    }),
    importer: new TraceImportModel({ add: notWanted, yieldToEventLoop: notWanted }),
    reloadPage: () => {
      reloads += 1;
    },
    onInspect: ({ text }) => inspected.push(text),
  };
  const place = await show(<TraceTab models={models} />);
  const report = async (...facts: EntryFacts[]) => {
    await perform(() => {
      for (const one of facts) browser.finish(one);
      return browser.pass(1_000);
    });
  };
  if (entries.length > 0) await report(...entries);
  await expect.poll(() => models.trace.trace.value.messageCount).toBe(entries.length);
  return { place, models, report, inspected, reloads: () => reloads };
}

/** Presses a key together with Ctrl. */
async function command(place: ParentNode, key: string): Promise<boolean> {
  const event = new KeyboardEvent("keydown", {
    key,
    ctrlKey: true,
    bubbles: true,
    cancelable: true,
  });
  await perform(() => find(place, ".trace-bar .record").dispatchEvent(event));
  return event.defaultPrevented;
}

test("offers to reload the page before the first request", async () => {
  const { place, reloads } = await showTab();
  expect(words(find(place, ".empty"))).toContain("Log in to the inspected page");
  await click(findButton(place, "Reload the page"));
  expect(reloads()).toBe(1);
});

test("offers to record while it is paused", async () => {
  const { place, models } = await showTab();
  expect(await command(place, "e")).toBe(true);
  expect(words(find(place, ".empty"))).toContain("Recording is paused.");
  await click(findButton(find(place, ".empty"), "Record"));
  expect(models.capture.isRecording.value).toBe(true);
});

test("says how many logins the filter hides, and shows them again", async () => {
  const { place, models } = await showTab(codeLogin({}));
  await perform(() => models.trace.setQuery("no-such-word"));
  expect(words(find(place, ".empty"))).toContain("(1 hidden)");
  await click(findButton(place, "Clear filter"));
  expect(place.querySelectorAll(".empty")).toHaveLength(0);
});

test("counts the flows, messages and findings of the list", async () => {
  const { place } = await showTab([...codeLogin({}), ...refused]);
  expect(words(find(place, ".status-bar"))).toMatch(
    /^2 flows, 10 messages, \d+ findings?recording since/,
  );
  await click(findButton(place, "Logout"));
  expect(words(find(place, ".status-bar"))).toMatch(/^0 of 2 flows/);
});

test("Ctrl+L clears the list, and Ctrl+F focuses the filter", async () => {
  const { place, models } = await showTab(codeLogin({}));
  expect(await command(place, "f")).toBe(true);
  expect(document.activeElement?.id).toBe("trace-filter");
  expect(await command(place, "l")).toBe(true);
  await expect.poll(() => models.trace.rows.value).toEqual([]);
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

test("shows the top finding of a refused login with its remedy, and the message that shows it", async () => {
  const { place, models } = await showTab(refused);
  await press(find(place, ".flow-list"), "ArrowDown");
  await press(find(place, ".flow-list"), "Enter");
  const top = find(place, ".trace-findings > li:first-child");
  expect(top.className).toBe("error");
  expect(words(top)).toContain("Remedy");
  const [link] = top.querySelectorAll<HTMLElement>("[aria-label^='Show the request']");
  if (link === undefined) throw new Error("The finding shows no message.");
  await click(link);
  expect(models.trace.view.value).toBe("messages");
});

test("the parts of a flow respond to the arrow keys, and show its messages and tokens masked", async () => {
  const { place, inspected } = await showTab(codeLogin({}));
  await press(find(place, ".flow-list"), "ArrowDown");
  await press(find(place, ".flow-list"), "Enter");
  const shown = () => words(find(place, ".flow-pane [role=tab][aria-selected=true]"));
  const tabs = () => find(place, ".flow-pane [role=tab][aria-selected=true]");
  expect(shown()).toMatch(/^Findings/);
  await press(tabs(), "ArrowRight");
  expect(shown()).toBe("Sequence");
  await press(tabs(), "ArrowRight");
  expect(shown()).toBe("Messages (5)");
  expect(words(find(place, ".transcript"))).not.toContain("access-c");
  await press(tabs(), "ArrowRight");
  expect(words(find(place, ".flow-tokens"))).not.toContain("access-c");
  await click(findButton(place, "Inspect ID token"));
  expect(inspected).toEqual([jwtOf({ sub: "ada", jti: "c" })]);
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

test("copies a message as cURL, without its code", async () => {
  const { place, models } = await showTab(codeLogin({ code: "code-of-ada-5512" }));
  const [row] = models.trace.rows.value;
  await perform(() => models.trace.open(row?.flow.id ?? ""));
  await click(findButton(place, "Messages (5)"));
  const details = [...place.querySelectorAll("details")].at(-1);
  if (details === undefined) throw new Error("There are no messages.");
  await perform(() => {
    details.open = true;
    details.dispatchEvent(new Event("toggle"));
  });
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(async (text) => {
    copied.push(text);
  });
  await click(findButton(details, "Copy as cURL"));
  await expect.poll(() => copied).toHaveLength(1);
  expect(copied[0]).toContain("curl -X POST 'https://login.example/oauth/token'");
  expect(copied[0]).toContain("code=[removed code 1]");
});
