import { expect, test } from "vitest";
import { InputLimit } from "../../../../components/shared/InputLimit.tsx";
import { click, find, findButton, insertText, show, words } from "../show.ts";

const mebi = 1_048_576;

/** Shows both kinds of fields, and returns true if the page rejects an insertion of this length. */
async function open(existing = "") {
  const place = await show(
    <main>
      <InputLimit />
      <input type="text" defaultValue={existing} />
      <textarea defaultValue={existing} />
      <p>text</p>
    </main>,
  );
  const insert = (into: "input" | "textarea" | "p", by: "paste" | "drop", length: number) =>
    insertText(find(place, into), length, by);
  return { place, insert };
}

test.each([
  ["input", "paste"],
  ["textarea", "paste"],
  ["textarea", "drop"],
] as const)(
  "rejects more than 1 MB in %s by %s, and names the size and the limit",
  async (into, type) => {
    const { place, insert } = await open();
    expect(await insert(into, type, mebi)).toBe(false);
    expect(place.querySelector(".notice")).toBeNull();
    expect(await insert(into, type, 50 * mebi)).toBe(true);
    expect(words(find(place, ".notice"))).toContain("The text is 50.0 MB; the limit is 1 MB.");
    await click(findButton(place, "Dismiss"));
    expect(place.querySelector(".notice")).toBeNull();
  },
);

test("counts the present text of the field, and hides the notice after an insertion that fits", async () => {
  const { place, insert } = await open("a".repeat(mebi - 10));
  expect(await insert("textarea", "paste", 11)).toBe(true);
  expect(await insert("textarea", "paste", 10)).toBe(false);
  expect(place.querySelector(".notice")).toBeNull();
});

test("does not count a text that the paste replaces: a selected one, and that of a read-only field", async () => {
  const { place, insert } = await open("a".repeat(mebi - 10));
  const field = find(place, "textarea");
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("The field is no text field.");
  field.select();
  expect(await insert("textarea", "paste", mebi)).toBe(false);
  expect(await insert("textarea", "drop", mebi)).toBe(true);
  field.setSelectionRange(0, 0);
  field.readOnly = true;
  expect(await insert("textarea", "paste", mebi)).toBe(false);
  expect(await insert("textarea", "paste", mebi + 1)).toBe(true);
});

test("ignores insertions outside of text fields", async () => {
  const { insert } = await open();
  expect(await insert("p", "drop", 2 * mebi)).toBe(false);
});
