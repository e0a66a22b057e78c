import { expect, test } from "vitest";
import { Secret } from "../../../../components/shared/Secret.tsx";
import { click, findButton, show, sourceOf, words } from "../show.ts";

test("keeps a secret out of the document until it is revealed, and after it is hidden again", async () => {
  const place = await show(<Secret name="state" value="s3cret-state" />);
  expect(sourceOf(place)).not.toContain("s3cret-state");
  await click(findButton(place, "Show state"));
  expect(words(place)).toContain("s3cret-state");
  await click(findButton(place, "Hide state"));
  expect(sourceOf(place)).not.toContain("s3cret-state");
});

test("hides the length of a masked secret", async () => {
  const short = await show(<Secret name="code" value="a" />);
  const long = await show(<Secret name="code" value={"a".repeat(900)} />);
  expect(words(short)).toBe(words(long));
});
