import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { version } from "../../../../lib/auth/index.ts";
import { createDemoApp } from "../../../../tenant/demo/demo-app.ts";

const folder = new URL("../../../../tenant/demo/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const names = readdirSync(folder).filter((name) => name.endsWith(".js"));
const tenantOrigin = "http://localhost:4400";

function open() {
  return createDemoApp({
    tenantOrigin,
    files: {
      html: read("index.html"),
      css: read("demo.css"),
      helperHtml: read("helper.html"),
      scripts: Object.fromEntries(names.map((name) => [name, read(name)])),
    },
    readAuthLibrary: () => Promise.resolve("library"),
  });
}

describe("the demo web app", () => {
  test("serves every script that its pages and modules name, with the type of a script", async () => {
    const app = open();
    const pages = ["/", "/callback", "/popup", "/cross-origin"];
    const texts = await Promise.all(pages.map(async (path) => (await app.request(path)).text()));
    const fromPages = texts.flatMap((text) =>
      [...text.matchAll(/<script src="([^"]+)"/g)].map(([, path = ""]) => path),
    );
    const fromModules = names.flatMap((name) =>
      [...read(name).matchAll(/^import .*"\.(\/[^"]+)";$/gm)].map(([, path = ""]) => path),
    );
    expect(fromModules).not.toEqual([]);
    for (const path of new Set([...fromPages, ...fromModules])) {
      const response = await app.request(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-type")).toMatch(/^text\/javascript/);
    }
  });

  test("runs only scripts of its own origin, and connects only to the tenant", async () => {
    for (const path of ["/", "/callback", "/demo.js"]) {
      const policy = (await open().request(path)).headers.get("content-security-policy") ?? "";
      expect(policy.split("; ")).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "script-src 'self'",
          `connect-src 'self' ${tenantOrigin}`,
          `frame-src ${tenantOrigin}`,
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
          "frame-ancestors 'none'",
        ]),
      );
      expect(policy).not.toContain("unsafe");
    }
    for (const html of [read("index.html"), read("helper.html")]) {
      expect(html).not.toMatch(/<script(?! src="\/)|\son\w+=|style=/);
    }
  });

  test("lets the tenant embed only one page of the app", async () => {
    const policy = (await open().request("/cross-origin")).headers.get("content-security-policy");
    expect(policy).toContain(`frame-ancestors ${tenantOrigin}`);
  });

  test(
    "serves version 10 of the library under its version, and no version 9",
    { tags: ["versioning.v9-elsewhere", "versioning.library-v10"] },
    async () => {
      const app = open();
      expect(version).toMatch(/^10\./);
      const at = async (name: string) => (await app.request(`/auth-library/${name}`)).status;
      expect(await at(`${version}/auth-library.js`)).toBe(200);
      for (const other of ["9.0.0", "9.28.0", version.replace("10", "9")]) {
        expect(await at(`${other}/auth-library.js`)).toBe(404);
      }
    },
  );

  test("reports that the library is not built", async () => {
    const path = `/auth-library/${version}/auth-library.js`;
    const response = await createDemoApp({
      tenantOrigin,
      files: { html: "", css: "", helperHtml: "", scripts: {} },
      readAuthLibrary: () => Promise.resolve(undefined),
    }).request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(
      "The authentication library is not built. Build the extension, then reload.",
    );
  });
});
