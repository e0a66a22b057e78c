import { expect, test } from "vitest";
import { SequenceDiagram } from "../../../../../components/panel/sequence/SequenceDiagram.tsx";
import { describeRun } from "../../../../../lib/models/runs/describe-run.ts";
import type { RunStep } from "../../../../../lib/runs/steps.ts";
import { now } from "../../fake-worker.ts";
import { find, perform, press, show, words } from "../../show.ts";
import { makeRun, sampleSteps } from "../run/sample-run.ts";

const blocked: RunStep = {
  id: 2,
  at: now + 70,
  ms: 0,
  kind: "popup",
  url: "http://localhost:4400/authorize?client_id=a",
  isBlocked: true,
};

async function showDiagram(steps: readonly RunStep[]) {
  const selected: number[] = [];
  const { lines, columns } = describeRun(makeRun({ steps, outcome: { kind: "cancelled" } }));
  const place = await show(
    <SequenceDiagram lines={lines} columns={columns} onSelect={(id) => selected.push(id)} />,
  );
  const links = () => [...place.querySelectorAll<HTMLElement>("[role=listitem] > a")];
  return { place, links, selected };
}

test("is a list with a link for each step, in words", async () => {
  const { place, links } = await showDiagram([...sampleSteps, blocked]);
  expect(find(place, "[role=list]").getAttribute("aria-label")).toBe("Sequence of this run");
  expect(
    links().map((link) => link.getAttribute("aria-label")?.replace(/^\d\d:\d\d:\d\d /, "")),
  ).toEqual([
    "User info request 200, Extension to Tenant, 60 ms, done",
    "✕ Popup blocked by the browser, Extension to Browser, failed",
    "client.userInfo resolved, in Extension, 80 ms, done",
  ]);
});

test("begins each name with the texts that it draws", async () => {
  const { links } = await showDiagram([...sampleSteps, blocked]);
  for (const link of links())
    expect(link.getAttribute("aria-label")?.startsWith(words(link))).toBe(true);
});

test("has a column for each participant of the run only, and a dashed arrow for a response", async () => {
  const { place } = await showDiagram(sampleSteps);
  expect([...place.querySelectorAll(".sequence-head")].map(words)).toEqual(["Extension", "Tenant"]);
  expect(place.querySelectorAll("line.arrow.response")).toHaveLength(1);
});

test("has one tab stop, which the arrow keys move", async () => {
  const { links } = await showDiagram([...sampleSteps, blocked]);
  const tabStops = () => links().map((link) => link.getAttribute("tabindex"));
  const [first] = links();
  if (first === undefined) throw new Error("The diagram has no link.");
  expect(tabStops()).toEqual(["0", "-1", "-1"]);
  await perform(() => first.focus());
  expect(await press(first, "ArrowDown")).toBe(true);
  expect(tabStops()).toEqual(["-1", "0", "-1"]);
  expect(document.activeElement).toBe(links()[1]);
  await press(links()[1] ?? first, "End");
  expect(document.activeElement).toBe(links()[2]);
  expect(await press(links()[2] ?? first, "ArrowDown")).toBe(false);
});

test("selects a step by a click, without leaving the page", async () => {
  const { links, selected } = await showDiagram(sampleSteps);
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  await perform(() => links()[0]?.dispatchEvent(event));
  expect(selected).toEqual([1]);
  expect(event.defaultPrevented).toBe(true);
});

test("shows nothing before the first step", async () => {
  const { place } = await showDiagram([]);
  expect(place.querySelector("svg")).toBeNull();
});
