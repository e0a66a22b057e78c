// Usage: npm run pictures
// Writes docs/pictures with the built extension: the forms of the options at the local tenant, and
// the scenes of the sandbox for the stores and the guide.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright";
import { startTenant } from "../../tenant/serve.ts";
import { OptionsPage } from "../e2e/pages/options-page.ts";
import { buildForChromium, builtExtension, root } from "./build-extension.ts";
import { demo } from "./demo.ts";
import { openChromium } from "./open-chromium.ts";
import { playScenes, windowSize } from "./scenes.ts";

const folder = join(root, "docs", "pictures");

/** Takes a picture of a part of a page, with its folded steps open. */
async function take(part: Locator, name: string): Promise<void> {
  await part.locator("details.set-up > summary").click();
  await part.screenshot({ path: join(folder, `${name}.png`) });
  console.log(`docs/pictures/${name}.png`);
}

await buildForChromium();
const stores = await openChromium({
  extensionDir: builtExtension.chromium,
  headless: true,
  windowSize,
});
try {
  await playScenes(stores, async (name, png) => {
    await writeFile(join(folder, `${name}.png`), png);
    console.log(`docs/pictures/${name}.png`);
  });
} finally {
  await stores.close();
}
const tenant = await startTenant({});
try {
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    windowSize: { width: 1000, height: 1600 },
  });
  try {
    const page = await chromium.extensionPage("options.html");
    const options = new OptionsPage(page);
    await options.openForm(tenant.origin);
    const problem = await options.findTenant(tenant.origin);
    if (problem !== undefined) throw new Error(problem);
    await take(options.tenant, "add-tenant");
    const saved = await options.saveTenant({
      domain: tenant.origin,
      clientId: demo.clientId,
      name: demo.tenantName,
    });
    if (!saved.includes("Tenant saved")) throw new Error(saved);
    await options.credentialForm("client_credentials");
    await take(options.credential, "add-credential");
  } finally {
    await chromium.close();
  }
} finally {
  await tenant.stop();
}
