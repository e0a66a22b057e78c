import { expect, it } from "vitest";
import { version } from "../../../../lib/auth/index.ts";
import { createDemoApp } from "../../../../tenant/demo-app.ts";
import { readFileSync } from "node:fs";

it("is the version in the path that the demo serves and loads the library at", async () => {
  const path = `/auth-library/${version}/auth-library.js`;
  const html = readFileSync(new URL("../../../../tenant/demo/index.html", import.meta.url), "utf8");
  expect(html).toContain(`src="${path}"`);
  const files = { html, css: "", helperHtml: "", scripts: {} };
  const readAuthLibrary = () => Promise.resolve("library");
  const app = createDemoApp({ tenantOrigin: "http://localhost:4400", files, readAuthLibrary });
  expect(await (await app.request(path)).text()).toBe("library");
});
