import { expect, test } from "vitest";
import { Notice } from "../../../../components/shared/Notice.tsx";
import { find, show, words } from "../show.ts";

test.each([
  ["error", "alert", "Error"],
  ["warning", "status", "Warning"],
  ["good", "status", "Done"],
  ["note", "status", "Note"],
] as const)("%s is announced as %s, and its mark is called %s", async (severity, role, word) => {
  const place = await show(
    <Notice severity={severity} help="sandbox" title="Title.">
      Words.
    </Notice>,
  );
  const notice = find(place, ".notice");
  expect(notice.getAttribute("role")).toBe(role);
  const mark = find(notice, "[role=img]");
  expect(mark.getAttribute("aria-label")).toBe(word);
  expect(words(mark)).not.toBe("");
  expect(words(find(notice, ".body"))).toMatch(/^Title\.Words\./);
});

test.each([
  ["error", "/guide.html#sandbox"],
  ["warning", "/guide.html#sandbox"],
  ["good", undefined],
  ["note", undefined],
] as const)("%s leads to %s in the guide", async (severity, address) => {
  const place = await show(<Notice severity={severity} help="sandbox" title="Title." />);
  const link = place.querySelector("a.help");
  expect(link?.getAttribute("href") ?? undefined).toBe(address);
});

test("shows its content as text", async () => {
  const hostile = "<img src=x onerror=alert(1)>";
  const place = await show(
    <Notice severity="error" help="sandbox" title={hostile}>
      {hostile}
    </Notice>,
  );
  expect(place.querySelector("img")).toBeNull();
  expect(words(find(place, ".body"))).toBe(`${hostile}${hostile}Help`);
});
