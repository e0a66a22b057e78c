import { expect, test } from "vitest";
import { focusStep, StepList } from "../../../../../components/panel/sequence/StepList.tsx";
import { describeRun } from "../../../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../../../lib/models/runs/run-view.ts";
import { now } from "../../fake-worker.ts";
import { click, find, findButton, perform, show, sourceOf, words } from "../../show.ts";
import { makeRun, sampleSteps } from "../run/sample-run.ts";

async function showSteps(changes: Partial<RunView> = {}) {
  const place = await show(<StepList lines={describeRun(makeRun(changes)).lines} />);
  const details = () => [...place.querySelectorAll("details")];
  return { place, details };
}

test("lists the steps in order, with response and duration", async () => {
  const { place } = await showSteps();
  expect([...place.querySelectorAll(".step-line")].map(words)).toEqual([
    expect.stringMatching(/^✓ \d\d:\d\d:\d\d User info request 200 60 ms$/),
    expect.stringMatching(/^✓ \d\d:\d\d:\d\d client.userInfo resolved 80 ms$/),
  ]);
});

test("groups the values by their part, and masks the secret ones", async () => {
  const { place } = await showSteps();
  expect(place.querySelector(".fact-groups"), "folded values are not created").toBeNull();
  await click(findButton(place, "Show or hide all values"));
  expect([...place.querySelectorAll(".fact-groups h3")].map(words)).toEqual([
    "Address",
    "Request headers",
    "Response body",
  ]);
  expect(sourceOf(place)).not.toContain("Bearer at-1");
  await click(findButton(place, "Show Authorization"));
  expect(words(place)).toContain("Bearer at-1");
  await click(findButton(place, "Hide Authorization"));
  expect(sourceOf(place)).not.toContain("Bearer at-1");
  expect(findButton(place, "Copy Authorization")).toBeDefined();
});

test("says what a step waits for and since when", async () => {
  const departure = { id: 0, at: now, kind: "departure", url: "http://a/authorize?b=c" } as const;
  const { place } = await showSteps({ steps: [departure] });
  expect(words(find(place, ".step-line"))).toMatch(
    /Authorization request waiting for the login window since \d\d:\d\d:\d\d$/,
  );
});

test("opens the values of a failed step, and all values at once", async () => {
  const [callback, request] = sampleSteps;
  if (callback === undefined || request?.kind !== "request") throw new Error("No request.");
  const steps = [callback, request, { ...request, id: 2, status: 403, answer: "" }];
  const { place, details } = await showSteps({ steps });
  expect(details().map(({ open }) => open)).toEqual([false, true]);
  await click(findButton(place, "Show or hide all values"));
  expect(details().map(({ open }) => open)).toEqual([true, true]);
  await click(findButton(place, "Show or hide all values"));
  expect(details().map(({ open }) => open)).toEqual([false, false]);
});

test("focuses a step and opens its values", async () => {
  const { place, details } = await showSteps();
  await perform(() => focusStep(1));
  expect(document.activeElement).toBe(find(place, "summary"));
  expect(details().map(({ open }) => open)).toEqual([true]);
  await perform(() => focusStep(0));
  expect(words(document.activeElement ?? place)).toContain("client.userInfo resolved");
});

test("shortens a long value, and copies it whole", async () => {
  const [callback, request] = sampleSteps;
  if (callback === undefined || request?.kind !== "request") throw new Error("No request.");
  const answer = `{"text":"${"x".repeat(900)}"}`;
  const { place } = await showSteps({ steps: [{ ...request, answer }] });
  await click(findButton(place, "Show or hide all values"));
  expect(words(place)).toContain("x… (300 more characters)");
});

test("shows nothing before the first step", async () => {
  const { place } = await showSteps({ steps: [] });
  expect(place.textContent).toBe("");
});
