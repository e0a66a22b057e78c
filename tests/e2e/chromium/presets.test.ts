import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { demo } from "../../launch/demo.ts";
import {
  openDemoPanel,
  openInspectorSession,
  type InspectorSession,
} from "../../launch/inspector-session.ts";
import { waitFor } from "../../launch/wait-for.ts";
import type { ChromiumPanel } from "../pages/chromium-devtools.ts";
import { findViolations } from "../pages/axe.ts";
import { readFocus } from "../pages/focus.ts";
import { findOverflows } from "../pages/overflow.ts";
import { RunPage } from "../pages/run-page.ts";
import { SavedRunsPage } from "../pages/saved-runs-page.ts";
import { resizePanel, showTheme } from "./surface-stage.ts";

let session: InspectorSession;
let panel: ChromiumPanel;
let run: RunPage;
let saved: SavedRunsPage;

beforeAll(async () => {
  session = await openInspectorSession({ headless: true, port: 0 });
  panel = await openDemoPanel(session);
  run = new RunPage(panel.frame);
  saved = new SavedRunsPage(panel.frame);
});
beforeEach(async () => {
  // The names of the rows, before a deletion changes them.
  for (const name of await savedNames()) {
    await saved.press("Delete", name);
    await waitFor(async () => !(await savedNames()).includes(name), { what: `${name} to go` });
  }
});
afterAll(() => session?.close());

async function savedNames(): Promise<string[]> {
  return await (await saved.open("Presets")).locator(".saved-list strong").allInnerTexts();
}

/** Fills in an operation that needs no login, and saves it. */
async function savePreset(name: string, audience = ""): Promise<void> {
  await run.choose("Authorization URL");
  await run.enter({
    State: "my-state",
    Nonce: "my-nonce",
    "Response type": "token id_token",
    Audience: audience,
  });
  await saved.save(name);
  await saved.notice("Presets", `“${name}” was saved.`);
}

/** Presses a button that exports presets, and returns the text of the file. */
async function exportBy(press: () => Promise<void>): Promise<string> {
  const saving = panel.devtools.waitForEvent("download");
  await press();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^tenant-inspector-presets-[\d-]+\.json$/);
  return await readFile(await download.path(), "utf8");
}

const keyboard = () => panel.devtools.keyboard;
const focused = async () => (await readFocus(panel.frame)).name;

describe("a preset", () => {
  test("is saved, used, replaced by the form, and run", async () => {
    await savePreset("First", "https://one.example/");
    expect(await saved.rows("Presets")).toEqual(["First Authorization URL, in the extension"]);
    await run.enter({ Audience: "https://two.example/" });
    await saved.press("Use", "First");
    const audience = run.form().getByLabel("Audience", { exact: true });
    expect(await audience.inputValue()).toBe("https://one.example/");
    expect(await focused(), "the start").toBe("button Build the URL");
    await run.enter({ Audience: "https://two.example/" });
    await saved.press("Replace", "First");
    await saved.notice("Presets", "“First” was replaced.");
    await run.choose("Signup");
    await saved.press("Run", "First");
    expect(await run.outcome()).toContain("buildAuthorizeUrl returned.");
    expect(await run.result()).toContain("audience=https%3A%2F%2Ftwo.example%2F");
  });

  test("is renamed by the keyboard: Escape keeps the name, Enter changes it", async () => {
    await savePreset("Old");
    await savePreset("Other");
    await saved.press("Rename", "Old");
    await keyboard().type("Never");
    await keyboard().press("Escape");
    expect(await focused()).toBe("button Rename “Old”");
    await keyboard().press("Enter");
    await keyboard().type("Other");
    await keyboard().press("Enter");
    await saved.notice("Presets", "Another preset has the name “Other”.");
    await keyboard().press("Control+A");
    await keyboard().type("New");
    await keyboard().press("Enter");
    await waitFor(async () => (await savedNames()).includes("New"), { what: "the new name" });
    expect(await savedNames()).toEqual(["New", "Other"]);
    expect(await focused()).toBe("button Rename “New”");
  });

  test("is deleted, and restored by Undo, which has the focus", async () => {
    await savePreset("Precious", "https://one.example/");
    await saved.press("Delete", "Precious");
    await saved.notice("Presets", "“Precious” was deleted.");
    expect(await savedNames()).toEqual([]);
    expect(await focused()).toBe("button Undo");
    await keyboard().press("Enter");
    await saved.expectRows("Presets", 1);
    expect(await savedNames()).toEqual(["Precious"]);
    expect(await focused()).toBe("button Run “Precious”");
  });

  test("without a secret of its run is saved, and its start asks for the secret", async () => {
    await run.choose("Client credentials");
    await run.enter({
      "Client ID": demo.managementClientId,
      "Client secret": demo.managementClientSecret,
      Audience: `${session.tenant.origin}/api/v2/`,
    });
    await saved.save("Machine");
    expect(await saved.notice("Presets", "“Machine” was saved.")).toContain(
      "Left out, because a preset contains no secrets: Client secret.",
    );
    await saved.press("Run", "Machine");
    const secret = run.form().getByLabel("Client secret", { exact: true });
    await waitFor(async () => (await secret.getAttribute("aria-invalid")) === "true", {
      what: "the form to ask for the secret",
    });
    expect(await focused()).toContain("input Client secret");
    await run.enter({ "Client secret": demo.managementClientSecret });
    await run.start();
    expect(await run.outcome()).toContain("The request returned.");
  });

  test("belongs to its tenant", async () => {
    await savePreset("Mine");
    const stored = z.object({ presets: z.record(z.string(), z.array(z.unknown())) });
    const read = await session.options.page.evaluate("chrome.storage.local.get('presets')");
    expect(Object.keys(stored.parse(read).presets)).toEqual([session.tenant.origin]);
  });
});

test("presets, history and a pasted URL are accessible and fit into 400 pixels", async () => {
  onTestFinished(async () => {
    await showTheme(panel.frame, "light");
    await resizePanel(panel.frame, 1100, 560);
  });
  await savePreset("x".repeat(80));
  await run.start();
  const url = `${session.tenant.origin}/authorize?client_id=a&response_type=code&resource=a&resource=b&${"y".repeat(80)}=`;
  const address = await saved.open("From a URL");
  await address.getByLabel("Authorization URL", { exact: true }).fill(url);
  await address.getByRole("button", { name: "Fill in the form" }).click();
  await run.form().getByText("More parameters").click();
  // From wide to narrow: a closed part keeps the layout of its last size.
  for (const width of [1100, 400]) {
    await resizePanel(panel.frame, width, 560);
    for (const part of ["From a URL", "History", "Presets"] as const) {
      await saved.open(part);
      expect(await findOverflows(panel.frame), `${part}, ${width}`).toEqual([]);
      for (const theme of ["light", "dark"] as const) {
        await showTheme(panel.frame, theme);
        expect(await findViolations(panel.frame), `${part}, ${width}, ${theme}`).toEqual([]);
      }
    }
  }
});

describe("a file of presets", () => {
  test("contains no secret, and adds the presets again under free names", async () => {
    await savePreset("First", "https://one.example/");
    await run.choose("Client credentials");
    await run.enter({
      "Client ID": demo.managementClientId,
      "Client secret": demo.managementClientSecret,
    });
    await saved.save("Machine");
    await saved.notice("Presets", "“Machine” was saved.");
    const one = await exportBy(() => saved.press("Export", "First"));
    const presets = await saved.open("Presets");
    const all = await exportBy(() => presets.getByText("Export presets").click());
    expect(one, "the positive control").toContain("https://one.example/");
    expect(all).toContain(demo.managementClientId);
    expect(all).not.toContain(demo.managementClientSecret);
    expect(one).not.toContain("Machine");
    await saved.importFile(all);
    await saved.notice("Presets", "2 presets imported.");
    expect(await savedNames()).toEqual(["First", "First (2)", "Machine", "Machine (2)"]);
    expect(all).not.toContain("my-nonce");
    await saved.press("Run", "First (2)");
    await run.enter({ State: "my-state", Nonce: "my-nonce" });
    await run.start();
    expect(await run.result()).toContain("audience=https%3A%2F%2Fone.example%2F");
  });

  const entry = {
    name: "Entry",
    operation: "authorize",
    way: "extension",
    values: { scope: "openid" },
    parameters: [],
    order: [],
  };
  const writeFile = (over: object, ...presets: readonly unknown[]) =>
    JSON.stringify({
      kind: "tenant-inspector-presets",
      version: 1,
      exportedAt: "2026-11-22T00:00:00Z",
      presets,
      ...over,
    });

  test.each<[file: string, text: string, problem: string]>([
    ["that is no JSON", "presets!", "The file is not JSON."],
    ["that is empty", "", "The file is not JSON."],
    ["of another shape", '{"tenants":[]}', "The file contains no presets of Tenant Inspector."],
    ["of another kind", writeFile({ kind: "settings" }, entry), "The file contains no presets"],
    ["of a newer version", writeFile({ version: 2 }, entry), "created by a newer version"],
    ["without presets", writeFile({}), "The file contains no presets."],
    ["that is too large", `${" ".repeat(1024 * 1024)}{}`, "The file is larger than 1 MB"],
    [
      "of 101 presets",
      writeFile({}, ...Array.from({ length: 101 }, () => entry)),
      "The file contains no presets",
    ],
    ["with a text as a preset", writeFile({}, "x"), "Preset 1: It is not a preset."],
    ["of an unknown operation", writeFile({}, { ...entry, operation: "eval" }), "eval is unknown."],
    [
      "with an unknown field",
      writeFile({}, { ...entry, values: { constructor: "x" } }),
      "has no field constructor.",
    ],
    [
      "with the value of a secret field",
      writeFile({}, { ...entry, operation: "login", values: { password: "hunter2" } }),
      "It contains a secret (password).",
    ],
    [
      "with a parameter of a secret's name",
      writeFile({}, { ...entry, parameters: [["client_secret", "hunter2"]] }),
      "It contains a secret (client_secret).",
    ],
    [
      "with a token in a value",
      writeFile({}, { ...entry, values: { audience: "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0." } }),
      "It contains a secret (audience).",
    ],
    ["with a long name", writeFile({}, { ...entry, name: "x".repeat(81) }), "Its member name"],
  ])("%s is refused with the reason, and changes nothing", async (_file, text, problem) => {
    await savePreset("Mine");
    await saved.importFile(text);
    const notice = await saved.notice("Presets", problem);
    expect(notice).toContain("Nothing was imported.");
    expect(notice).not.toContain("hunter2");
    expect(await savedNames()).toEqual(["Mine"]);
  });

  test("adds what is valid, for the selected tenant, and replaces no preset", async () => {
    await savePreset("Mine");
    const stored = z.object({
      presets: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
    });
    const read = await session.options.page.evaluate("chrome.storage.local.get('presets')");
    const [mine] = stored.parse(read).presets[session.tenant.origin] ?? [];
    const hostile = '<img src=x onerror="document.title=1">';
    await saved.importFile(
      writeFile(
        {},
        { ...entry, id: mine?.id, tenantId: "https://other.example", name: hostile },
        { ...entry, operation: "eval" },
        { ...entry, name: "Mine" },
      ),
    );
    const notice = await saved.notice("Presets", "2 presets imported, 1 refused.");
    expect(notice).toContain("Preset 2: The operation eval is unknown.");
    expect((await savedNames()).toSorted()).toEqual([hostile, "Mine", "Mine (2)"].toSorted());
    const after = await session.options.page.evaluate("chrome.storage.local.get('presets')");
    expect(Object.keys(stored.parse(after).presets)).toEqual([session.tenant.origin]);
  });
});
