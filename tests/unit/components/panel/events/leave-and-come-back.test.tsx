import { expect, test } from "vitest";
import { click, find, findButton, press, submit, words } from "../../show.ts";
import { showEvents } from "./show-events.tsx";

test("restores the divider and the open row after another tab was shown", async () => {
  const { place, pressList, leaveAndComeBack } = await showEvents({ events: [{}, {}] });
  await pressList("Home");
  await pressList("Enter");
  await press(find(place, "[role=separator]"), "ArrowLeft");
  await leaveAndComeBack();
  expect(find(place, "[role=separator]").getAttribute("aria-valuenow")).toBe("46");
  expect(words(find(place, ".event-detail"))).toContain("e2@example.com");
});

test("restores the unfolded types and the outcome of the form after another tab was shown", async () => {
  const { place, leaveAndComeBack, expectSoon } = await showEvents({ events: [{}] });
  await click(findButton(place, "types ▾"));
  await click(findButton(place, "Export…"));
  await submit(place);
  await expectSoon(() => words(find(place, ".panel-form"))).toContain("Save file");
  await leaveAndComeBack();
  expect(findButton(place, "types ▴").getAttribute("aria-expanded")).toBe("true");
  expect(words(find(place, ".panel-form"))).toContain("Save file");
});
