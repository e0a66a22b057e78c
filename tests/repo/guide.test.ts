import { describe, expect, test } from "vitest";
import {
  findForeignLabels,
  findMissingLinks,
  joinProductTexts,
  listLinkedFiles,
} from "./check-documents.ts";
import { readFiles } from "./read-files.ts";

const files = readFiles();
const guide = files.filter(({ path }) => /^docs\/guide\/.*\.md$/.test(path));

describe("the guide", () => {
  test("sets in bold only what the product says", () => {
    const product = joinProductTexts(files);
    expect(guide.length).toBeGreaterThan(4);
    expect(findForeignLabels(guide, product)).toEqual([]);
    const planted = [{ path: "planted.md", text: "Press **Record\nand** **Fly away**." }];
    expect(findForeignLabels(planted, product)).toEqual([
      "planted.md: Record and",
      "planted.md: Fly away",
    ]);
  });

  test("has a page for each tab of the panel", () => {
    const pages = guide.map(({ path }) => path);
    for (const tab of ["trace", "run", "tokens", "events"])
      expect(pages).toContain(`docs/guide/${tab}.md`);
  });

  test("links only to files that exist", () => {
    expect(listLinkedFiles(guide).length).toBeGreaterThan(5);
    expect(findMissingLinks(guide, files)).toEqual([]);
    const planted = [{ path: "docs/guide/planted.md", text: "[a](trace.md#b), [c](../gone.md)" }];
    expect(findMissingLinks(planted, files)).toEqual(["docs/gone.md"]);
  });
});
