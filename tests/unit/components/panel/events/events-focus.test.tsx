import { expect, onTestFinished, test } from "vitest";
import { find, findButton, perform, press } from "../../show.ts";
import { showEvents } from "./show-events.tsx";

const usual = (count: number) => Array.from({ length: count }, () => ({}));

/** Presses a button as the keyboard does, which gives the button the focus. */
async function pressButton(button: HTMLButtonElement): Promise<void> {
  button.focus();
  await perform(() => button.click());
}

test("closing the detail returns the focus to the list", async () => {
  const { place, list, pressList } = await showEvents({ events: usual(2) });
  await pressList("Home");
  await pressList("Enter");
  await pressButton(findButton(place, "Close details"));
  expect(place.querySelector(".event-detail")).toBeNull();
  expect(document.activeElement).toBe(list());
});

test("Escape closes the detail without opening the drawer of DevTools; the next Escape reaches DevTools", async () => {
  const { place, pressList } = await showEvents({ events: usual(2) });
  const reached: string[] = [];
  const note = ({ key }: KeyboardEvent) => reached.push(key);
  document.addEventListener("keydown", note);
  onTestFinished(() => document.removeEventListener("keydown", note));
  await pressList("Home");
  await pressList("Enter");
  reached.length = 0;
  await press(find(place, "[role=tree]"), "Escape");
  expect(reached).toEqual([]);
  await pressList("Escape");
  expect(reached).toEqual(["Escape"]);
});

test.each([
  { opener: "Export…", closer: "Close" },
  { opener: "Resume from…", closer: "Cancel" },
])("$closer returns the focus to $opener", async ({ opener, closer }) => {
  const { place } = await showEvents();
  await pressButton(findButton(place, opener));
  await pressButton(findButton(find(place, ".panel-form"), closer));
  expect(place.querySelector(".panel-form")).toBeNull();
  expect(document.activeElement).toBe(findButton(place, opener));
});

test("resuming returns the focus to the button that opened the form", async () => {
  const { place, worker } = await showEvents();
  worker.answer("stream.resume-from", {});
  await pressButton(findButton(place, "Resume from…"));
  await perform(() => find(place, "input[value=now]").click());
  await pressButton(findButton(find(place, ".panel-form"), "Resume"));
  expect(place.querySelector(".panel-form")).toBeNull();
  expect(document.activeElement).toBe(findButton(place, "Resume from…"));
});

test("removing a filter moves the focus to the filter field", async () => {
  const { place, list, models, expectSoon } = await showEvents({ events: usual(1) });
  await perform(() => models.list.showSince(Number.MAX_SAFE_INTEGER, "this run"));
  await pressButton(findButton(place, "Remove the filter since this run"));
  expect(document.activeElement).toBe(find(place, "[type=search]"));

  await perform(() => models.list.filter.setQuery("nobody"));
  await expectSoon(() => place.querySelector(".events .empty")).not.toBeNull();
  await pressButton(findButton(place, "Clear filter"));
  await expectSoon(() => list()).toBeTruthy();
  expect(document.activeElement).toBe(find(place, "[type=search]"));
});
