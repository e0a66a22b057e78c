import { describe, expect, test } from "vitest";
import { nameSection } from "../../add-guide.ts";
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
    const planted = [{ path: "planted.md", text: "Press **Record\nand** **Rec** **Fly away**." }];
    expect(findForeignLabels(planted, product)).toEqual([
      "planted.md: Record and",
      "planted.md: Rec",
      "planted.md: Fly away",
    ]);
  });

  test("has a page for each tab of the panel", () => {
    const pages = guide.map(({ path }) => path);
    for (const tab of ["trace", "run", "tokens", "events"])
      expect(pages).toContain(`docs/guide/${tab}.md`);
  });

  test("has a section for each place that errors and warnings lead to, and no other", () => {
    const readText = (path: string) => files.find((file) => file.path === path)?.text ?? "";
    const [declared = ""] = readText("lib/models/help-place.ts").split("type FailureCode");
    const places = [...declared.matchAll(/^ {2}\| "([a-z-]+)"/gm)].map(([, place]) => place);
    const page = readText("docs/guide/troubleshooting.md");
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) =>
      nameSection(heading),
    );
    expect(places.length).toBeGreaterThan(20);
    expect(new Set(sections)).toEqual(new Set(places));
    expect(sections.length).toBe(places.length);
    expect(nameSection("It's “gone”: v10")).toBe("its-gone-v10");
  });

  test("is led to by each place: no place without an error or a warning", () => {
    const product = joinProductTexts(files.filter(({ path }) => !path.endsWith("add-guide.ts")));
    const [, table = ""] = product.split("const placeOfCode");
    for (const { text } of guide.filter(({ path }) => path.endsWith("troubleshooting.md")))
      for (const [, heading = ""] of text.matchAll(/^## (.+)$/gm)) {
        const place = `"${nameSection(heading)}"`;
        expect(table.includes(place) || product.includes(`help=${place}`), heading).toBe(true);
      }
  });

  test("links only to files that exist", () => {
    expect(listLinkedFiles(guide).length).toBeGreaterThan(5);
    expect(findMissingLinks(guide, files)).toEqual([]);
    const planted = [{ path: "docs/guide/planted.md", text: "[a](trace.md#b), [c](../gone.md)" }];
    expect(findMissingLinks(planted, files)).toEqual(["docs/gone.md"]);
  });
});
