import { expect, test } from "vitest";
import { click, find, findButton, findField, words } from "../../show.ts";
import { showEvents } from "./show-events.tsx";

/**
 * Clicks a button as a browser does: after the click is rendered, a button that is a submit button
 * by then submits the form.
 */
async function clickAndSend(button: HTMLButtonElement): Promise<void> {
  await click(button);
  if (button.isConnected && button.type === "submit") button.form?.requestSubmit();
}

test("“Save file” saves, and starts no other export", async () => {
  const { place, saved, expectSoon } = await showEvents({ events: [{}, {}] });
  await click(findButton(place, "Export…"));
  await clickAndSend(findButton(place, "Preview export"));
  await expectSoon(() => words(find(place, "form .notice"))).toContain("2 events,");
  await clickAndSend(findButton(place, "Save file"));
  expect(saved).toHaveLength(1);
  expect(words(find(place, "form .notice"))).toContain("2 events saved.");
});

test("“Cancel” ends a running export, and starts no other", async () => {
  const { place, saved, models } = await showEvents({
    openLog: () => new Promise(() => undefined),
  });
  await click(findButton(place, "Export…"));
  await clickAndSend(findButton(place, "Preview export"));
  expect(models.exporter.state.value).toMatchObject({ kind: "writing" });
  await clickAndSend(findButton(place, "Cancel"));
  expect(words(find(place, "form"))).toContain("Export cancelled. No file was saved.");
  expect(saved).toEqual([]);
});

test("the pressed button keeps the focus", async () => {
  const { place, expectSoon } = await showEvents({ events: [{}] });
  await click(findButton(place, "Export…"));
  const button = findButton(place, "Preview export");
  button.focus();
  await clickAndSend(button);
  await expectSoon(() => words(place)).toContain("Save file");
  expect(document.activeElement).toBe(findButton(place, "Save file"));
});

test("“Replace all” lists each value beside its pseudonym, to keep it", async () => {
  const { place, saved, expectSoon } = await showEvents({
    events: [{ data: { object: { email: "ada@example.com" } } }],
  });
  await click(findButton(place, "Export…"));
  await click(findField(place, "Replace all"));
  await clickAndSend(findButton(place, "Preview export"));
  await expectSoon(() => words(place)).toContain("Save file");
  await click(find(place, "[aria-label='Keep ada@example.com']"));
  await expectSoon(() => words(place)).toContain("Kept by hand: 1 value.");
  await clickAndSend(findButton(place, "Save file"));
  expect(saved[0]?.text).toContain('"kept":["ada@example.com"]');
});
