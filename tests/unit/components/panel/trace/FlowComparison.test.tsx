import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { KeptRun } from "../../../../../lib/models/runs/kept-runs.ts";
import { makeView } from "../../../lib/models/runs/sample-runs.ts";
import { captureStart } from "../../../lib/trace/entries.ts";
import { codeLogin } from "../../../lib/trace/join/logins.ts";
import { click, find, findButton, perform, words } from "../../show.ts";
import { refused, showTab } from "./show-trace.tsx";

/** Opens the newest login of two, and begins a comparison. */
async function begin() {
  const stage = await showTab([...codeLogin({ client: "shop" }), ...refused]);
  const { models, place } = stage;
  const [newest, oldest] = models.trace.rows.value;
  await perform(() => models.trace.open(newest?.flow.id ?? ""));
  await click(findButton(place, "Compare with…"));
  const pick = async () => {
    await perform(() => models.trace.comparison.pick(oldest?.flow.id ?? ""));
  };
  return { ...stage, pick };
}

test("lists the other logins with host and verdict", async () => {
  const { place } = await begin();
  const options = [...place.querySelectorAll(".flow-comparison option")].map(words);
  expect(options).toHaveLength(1);
  expect(options[0]).toMatch(/shop, ok/u);
});

test("shows the first difference on top, and folds equal values", async () => {
  const { place, pick } = await begin();
  await pick();
  expect(words(find(place, ".flow-comparison [role=status]"))).toMatch(
    /first login, and .+ second/u,
  );
  expect(words(find(place, ".flow-comparison"))).toMatch(/\d+ equal values/u);
  expect(place.querySelectorAll(".flow-comparison details[open]")).toHaveLength(0);
});

test("closes the comparison", async () => {
  const { place, pick } = await begin();
  await pick();
  await click(findButton(place, "Close comparison"));
  expect(place.querySelector(".flow-comparison")).toBeNull();
});

test("begins with the newest other login, moves the focus, and Escape returns it", async () => {
  const { models, place } = await begin();
  const select = place.querySelector("select");
  if (select === null) throw new Error("There is no list of logins.");
  expect(document.activeElement).toBe(select);
  expect(select.value).toBe(models.trace.rows.value[1]?.flow.id);
  expect(words(find(place, ".flow-comparison h3"))).toMatch(/\d+ different/u);
  await perform(() => {
    select.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  expect(place.querySelector(".flow-comparison")).toBeNull();
  expect(models.trace.opened.value).toBeDefined();
  expect(words(document.activeElement ?? place)).toBe("Compare with…");
});

test("ends when another login is opened", async () => {
  const { models, place } = await begin();
  await perform(() => models.trace.open(models.trace.rows.value[1]?.flow.id ?? ""));
  expect(place.querySelector(".flow-comparison")).toBeNull();
});

test("offers no flow of another kind, and says how to get one of this kind", async () => {
  const { models, place } = await showTab([
    ...codeLogin({ client: "shop" }),
    {
      url: "https://login.example/v2/logout",
      query: { client_id: "shop" },
      dest: "document",
      at: 90_000,
    },
  ]);
  expect(models.trace.rows.value.map(({ flow }) => flow.kind)).toEqual(["logout", "login"]);
  await perform(() => models.trace.open(models.trace.rows.value[0]?.flow.id ?? ""));
  const button = findButton(place, "Compare with…");
  expect(button.disabled).toBe(true);
  expect(button.title).toBe(
    "There is no other flow of this kind. Repeat it, run it again, or import a file.",
  );
});

/** A run of a login that was sent away, and never came back; it took a second. */
const runOf = (id: string, clientId: string, startedAt = captureStart - 60_000): KeptRun => ({
  id,
  view: makeView({
    startedAt,
    endedAt: startedAt + 1_000,
    steps: [
      {
        kind: "departure",
        id: 0,
        at: startedAt,
        url: `https://login.example/authorize?client_id=${clientId}&response_type=code&state=s9`,
      },
    ],
    outcome: { kind: "unanswered", problem: "The window was closed." },
  }),
});

const groupsOf = (place: ParentNode) =>
  [...place.querySelectorAll(".flow-comparison optgroup")].map((group) => [
    group.getAttribute("label"),
    ...[...group.querySelectorAll("option")].map((option) => option.value),
  ]);

test("offers the runs below the captured logins, and compares the chosen one", async () => {
  const withoutRequest = { id: "run-2", view: makeView() };
  const runs = signal<readonly KeptRun[]>([runOf("run-1", "other"), withoutRequest]);
  const { models, place } = await showTab([...codeLogin({ client: "shop" }), ...refused], runs);
  const { comparison, rows } = models.trace;
  await perform(() => models.trace.open(rows.value[0]?.flow.id ?? ""));
  await expect.poll(() => comparison.runs.value).toHaveLength(1);
  await click(findButton(place, "Compare with…"));
  expect(groupsOf(place)).toEqual([
    ["Captured", rows.value[1]?.flow.id],
    ["Runs", "run-1"],
  ]);
  const select = place.querySelector("select");
  if (select === null) throw new Error("There is no list of logins.");
  expect(words(find(select, "option[value=run-1]"))).toMatch(/Login with redirect, no answer$/u);
  expect(words(find(place, ".flow-comparison"))).not.toContain("A run records no pages");
  await perform(() => {
    select.value = "run-1";
    select.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(words(find(place, ".flow-comparison [role=status]"))).toMatch(
    /^redirect_uri .+ absent in the second/u,
  );
  expect(words(find(place, ".flow-comparison"))).toContain("A run records no pages");
  expect(words(find(place, ".flow-comparison .facts"))).toContain(
    "run in the extension: Login with redirect, no answer",
  );
  await perform(() => {
    runs.value = [];
  });
  expect(groupsOf(place)).toEqual([["Captured", rows.value[1]?.flow.id]]);
  expect(place.querySelector(".flow-comparison [role=status]")).toBeNull();
});

test("a single login can be compared with a run", async () => {
  const { models, place } = await showTab(
    codeLogin({ client: "shop" }),
    signal([runOf("run-1", "other")]),
  );
  await perform(() => models.trace.open(models.trace.rows.value[0]?.flow.id ?? ""));
  await expect.poll(() => models.trace.comparison.runs.value).toHaveLength(1);
  await click(findButton(place, "Compare with…"));
  expect(groupsOf(place)).toEqual([["Runs", "run-1"]]);
  expect(place.querySelector("select")?.value).toBe("run-1");
});

test.each([
  ["a login before the run: with the run", 1, "run-1"],
  ["a login that is a part of the run: with the run", -500, "run-1"],
  ["a login after the run: with the login", -1_500, "captured"],
])("begins beside %s", async (_title, startsAfter, expected) => {
  const run = runOf("run-1", "other", captureStart + startsAfter);
  const { models, place } = await showTab(
    [...codeLogin({ client: "shop" }), ...refused],
    signal([run]),
  );
  const { comparison, rows } = models.trace;
  await perform(() => models.trace.open(rows.value[0]?.flow.id ?? ""));
  await expect.poll(() => comparison.runs.value).toHaveLength(1);
  await click(findButton(place, "Compare with…"));
  const chosen = expected === "captured" ? rows.value[1]?.flow.id : expected;
  expect(place.querySelector("select")?.value).toBe(chosen);
});
