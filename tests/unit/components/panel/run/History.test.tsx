import { expect, test } from "vitest";
import { History } from "../../../../../components/panel/run/History.tsx";
import type { RunRecord } from "../../../../../lib/messages/run-record.ts";
import type { RunDraft } from "../../../../../lib/runs/run-draft.ts";
import { now } from "../../fake-worker.ts";
import { click, find, findButton, listMenu, openMenu, show, words } from "../../show.ts";
import { makeRun, openHistory, titleOf } from "./saved-runs-stage.ts";

async function showHistory(...runs: RunRecord[]) {
  const stage = await openHistory(runs);
  const drafts: [string, RunDraft][] = [];
  let forms = 0;
  const place = await show(
    <History
      model={stage.model}
      onRun={(draft) => drafts.push(["run", draft])}
      onEdit={(draft) => drafts.push(["edit", draft])}
      onForm={() => (forms += 1)}
      titleOf={titleOf}
      isRunning={false}
    />,
  );
  return {
    ...stage,
    place,
    drafts,
    countForms: () => forms,
    rows: () => [...place.querySelectorAll("li")].map(words),
  };
}

test("no runs are explained in one sentence, with a way to the form", async () => {
  const { place, countForms } = await showHistory();
  await click(findButton(place, "Go to the form"));
  expect(countForms()).toBe(1);
  expect(words(find(place, ".empty"))).toContain("No runs in this browser session.");
});

test("runs are listed with verdict in words, duration and place, newest first", async () => {
  const refused = { kind: "refused", error: "login_required" } as const;
  const { rows } = await showHistory(
    makeRun("a"),
    makeRun("b", { verdict: refused, way: "page", startedAt: now + 1, ms: 90 }),
    makeRun("c", { verdict: { kind: "unanswered" }, startedAt: now + 2 }),
    makeRun("d", { verdict: { kind: "cancelled" }, startedAt: now + 3 }),
  );
  const [cancelled, unanswered, failed, good] = rows();
  expect(cancelled).toContain("Cancelled");
  expect(unanswered).toContain("No answer");
  expect(failed).toMatch(/Refused: login_required.*90 ms, in the inspected page/);
  expect(good).toMatch(/^Login with redirect.*Succeeded.*1\.2 s, in the extension/);
});

test("a right click on a run offers the same as its buttons", async () => {
  const { place, drafts } = await showHistory(makeRun("a"));
  await openMenu(find(place, "li"));
  expect(listMenu(place)).toEqual(["Run again", "Edit", "Remove"]);
  await click(findButton(find(place, "[role=menu]"), "Edit"));
  expect(drafts).toMatchObject([["edit", { operation: "authorize" }]]);
});

test("a run is run again, or edited", async () => {
  const { place, drafts } = await showHistory(makeRun("a"));
  await click(findButton(place, "Run again: Login with redirect"));
  await click(findButton(place, "Edit Login with redirect"));
  expect(drafts).toMatchObject([
    ["run", { operation: "authorize", values: { scope: "a" } }],
    ["edit", { operation: "authorize", values: { scope: "a" } }],
  ]);
});

test("a run without its secrets is only edited, and the row names them", async () => {
  const { place, rows } = await showHistory(
    makeRun("a", { operation: "login", lacks: ["password"] }),
  );
  expect(rows()[0]).toContain("Enter again: Password.");
  const labels = [...place.querySelectorAll("li button")].map(words);
  expect(labels).toEqual(["Edit", "Remove"]);
});

test("a run of an unknown operation is only removed", async () => {
  const { place, rows } = await showHistory(makeRun("a", { operation: "later" }));
  expect(rows()[0]).toContain("This version does not have the operation.");
  expect([...place.querySelectorAll("li button")].map(words)).toEqual(["Remove"]);
});

test("a removed run can be restored, and the focus moves to Undo", async () => {
  const { place, worker, rows } = await showHistory(makeRun("a"), makeRun("b"));
  worker.answer("run.forget", {});
  worker.answer("run.record", {});
  await click(findButton(place, "Remove all"));
  expect(rows()).toEqual([]);
  expect(words(find(place, ".notice"))).toContain("2 runs were removed.");
  expect(document.activeElement).toBe(findButton(place, "Undo"));
  await click(findButton(place, "Undo"));
  expect(rows()).toHaveLength(2);
  expect(worker.sent.filter(({ command }) => command === "run.record")).toHaveLength(2);
});

test("the number of runs of other tenants is shown", async () => {
  const { place } = await showHistory(makeRun("a", { tenantId: "https://other.example" }));
  expect(words(place)).toContain("1 run of other tenants.");
});

test("a failure is shown, and the runs stay listed", async () => {
  const { place, worker, rows } = await showHistory(makeRun("a"), makeRun("b"));
  worker.refuse("run.forget", { code: "x", message: "The worker did not respond." });
  const [first] = place.querySelectorAll<HTMLButtonElement>("[aria-label^=Remove]");
  if (first === undefined) throw new Error("No button.");
  await click(first);
  expect(words(find(place, "[role=alert]"))).toContain("The worker did not respond.");
  expect(rows()).toHaveLength(1);
});
