import { expect, test } from "vitest";
import { version } from "../../../../lib/auth/index.ts";
import { createDemoApp } from "../../../../tenant/demo/demo-app.ts";
import { readdirSync, readFileSync } from "node:fs";

test("is the version in the library's path in the demo", async () => {
  const path = `/auth-library/${version}/auth-library.js`;
  const html = readFileSync(new URL("../../../../tenant/demo/index.html", import.meta.url), "utf8");
  expect(html).toContain(`src="${path}"`);
  const files = { html, css: "", helperHtml: "", scripts: {} };
  const readAuthLibrary = () => Promise.resolve("library");
  const app = createDemoApp({ tenantOrigin: "http://localhost:4400", files, readAuthLibrary });
  expect(await (await app.request(path)).text()).toBe("library");
});

test(
  "is 10, and no document of the project describes version 9",
  { tags: ["versioning.v9-elsewhere"] },
  () => {
    expect(version).toMatch(/^10\./);
    const root = new URL("../../../../", import.meta.url);
    const read = (path: string) => readFileSync(new URL(path, root), "utf8");
    expect(read("lib/auth/README.md")).toContain("version 10");
    const guides = readdirSync(new URL("docs/", root))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`);
    expect(guides.length).toBeGreaterThan(1);
    for (const path of ["README.md", "lib/auth/README.md", ...guides]) {
      expect(read(path), path).not.toMatch(/\bversion 9\b|\bv9\b|\b9\.\d+\.\d+\b/i);
    }
  },
);
