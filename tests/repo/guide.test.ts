import { describe, expect, test } from "vitest";
import { readFiles } from "./read-files.ts";

const files = readFiles();
const guide = files.filter(({ path }) => /^docs\/guide\/.*\.md$/.test(path));
/** The texts of the product, in one line: JSX breaks them where the code is formatted. */
const product = files
  .filter(({ path }) => /^(?:components|lib|entrypoints|public)\/.*\.(?:tsx?|json)$/.test(path))
  .map(({ text }) => text)
  .join(" ")
  .replaceAll(/\s+/g, " ");

/** Lists what the pages set in bold and the product does not contain. */
function findForeignLabels(pages: typeof guide): string[] {
  return pages.flatMap(({ path, text }) =>
    [...text.replaceAll(/\s+/g, " ").matchAll(/\*\*(.+?)\*\*/g)]
      .map(([, label = ""]) => label)
      .filter((label) => !product.includes(label))
      .map((label) => `${path}: ${label}`),
  );
}

describe("the guide", () => {
  test("sets in bold only what the product says", () => {
    expect(guide.length).toBeGreaterThan(4);
    expect(findForeignLabels(guide)).toEqual([]);
    const planted = [{ path: "planted.md", text: "Press **Record\nand** **Fly away**." }];
    expect(findForeignLabels(planted)).toEqual(["planted.md: Record and", "planted.md: Fly away"]);
  });

  test("has a page for each tab of the panel", () => {
    const pages = guide.map(({ path }) => path);
    for (const tab of ["trace", "run", "tokens", "events"])
      expect(pages).toContain(`docs/guide/${tab}.md`);
  });

  test("links only to files that exist", () => {
    const links = guide.flatMap(({ text }) =>
      [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, href = ""]) =>
        new URL(href, "file:///docs/guide/").pathname.slice(1),
      ),
    );
    const known = new Set(files.map(({ path }) => path));
    const missing = links.filter((path) => !path.endsWith(".png") && !known.has(path));
    expect(links.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
});
