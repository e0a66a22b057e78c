import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contradictions } from "../../../lib/trace/contradictions/contradictions.ts";
import { root } from "../overlay.ts";
import { writeFindings } from "./write-findings.ts";

test("docs/findings.md is what npm run findings writes from the tables", () => {
  expect(readFileSync(join(root, "docs/findings.md"), "utf8")).toBe(writeFindings());
});

test("the document has the title, the id and the remedy of a row", () => {
  const row = contradictions.find(({ id }) => id === "redirect-uri-differs");
  if (row === undefined) throw new Error("The table has no such row.");
  const text = writeFindings();
  for (const words of [`### ${row.title}`, `\`${row.id}\``, row.remedy, row.requirement]) {
    expect(text).toContain(words);
  }
});
