import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { builtExtension } from "../../launch/build-extension.ts";
import { firefoxAddonId, openFirefox, type OpenedFirefox } from "../../launch/open-firefox.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { surfaceOfTab, waitForWords } from "../pages/firefox-surface.ts";

let home: TemporaryFolder;
let firefox: OpenedFirefox;

beforeAll(async () => {
  home = await makeTemporaryFolder("managed");
  const folder = join(home.path, ".mozilla", "managed-storage");
  await mkdir(folder, { recursive: true });
  const manifest = {
    name: firefoxAddonId,
    description: "The policy of an organisation",
    type: "storage",
    data: {
      tenants: [{ domain: "acme.example", name: "Production", readOnly: true }],
      neverRememberCredentials: true,
    },
  };
  await writeFile(join(folder, `${firefoxAddonId}.json`), JSON.stringify(manifest));
  firefox = await openFirefox({
    extensionDir: builtExtension.firefox,
    env: { HOME: home.path },
  });
});
afterAll(async () => {
  await firefox?.close();
  await home?.remove();
});

// Chromium takes a policy only from places that belong to the machine's administrator.
test("the organisation's tenant is there at the first start, and its credential stays in memory", async () => {
  const page = await firefox.extensionPage("options.html#credential");
  const text = await waitForWords(surfaceOfTab(page), "main", "Your organisation has set:");
  expect(text).toContain("Tenants: Production");
  expect(text).toContain("Management credentials are kept in memory only.");
  expect(text).toContain("Your organisation does not allow remembered credentials");
});
