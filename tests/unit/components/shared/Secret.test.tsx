import { expect, test } from "vitest";
import { Secret } from "../../../../components/shared/Secret.tsx";
import { click, findButton, show, sourceOf, words } from "../show.ts";

test("a secret is nowhere in the document until it is asked for, and gone again after", async () => {
  const place = await show(<Secret name="state" value="s3cret-state" />);
  expect(sourceOf(place)).not.toContain("s3cret-state");
  await click(findButton(place, "Show state"));
  expect(words(place)).toContain("s3cret-state");
  await click(findButton(place, "Hide state"));
  expect(sourceOf(place)).not.toContain("s3cret-state");
});

test("a masked secret does not tell how long it is", async () => {
  const short = await show(<Secret name="code" value="a" />);
  const long = await show(<Secret name="code" value={"a".repeat(900)} />);
  expect(words(short)).toBe(words(long));
});
