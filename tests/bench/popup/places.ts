import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { startTenant, type RunningTenant } from "../../../tenant/serve.ts";
import { builtExtension, root } from "../../launch/build-extension.ts";
import { demo } from "../../launch/demo.ts";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";

/**
 * A browser with the built extension, which has a tenant, a credential and three profiles, and an
 * empty page beside the popup.
 */
export interface PopupPlaces {
  chromium: OpenedChromium;
  tenant: RunningTenant;
  close(): Promise<void>;
}

const emptyPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Empty</title>
    <script type="module" src="/empty.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
`;

/** The smallest possible popup: the same Preact, and one input. */
const emptyProgram = `import { h, render } from "preact";
const root = document.querySelector("#root");
if (root) render(h("input", { "aria-label": "Name" }), root);
`;

/** Copies the built extension and puts the page `empty.html` into the copy. */
async function makeExtension(): Promise<TemporaryFolder> {
  const folder = await makeTemporaryFolder("bench-extension");
  await cp(builtExtension.chromium, folder.path, { recursive: true });
  await writeFile(join(folder.path, "empty.html"), emptyPage);
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "empty-program",
        resolveId: (id) => (id === "empty-program" ? join(root, "empty-program.js") : null),
        load: (id) => (id === join(root, "empty-program.js") ? emptyProgram : null),
      },
    ],
    build: {
      outDir: folder.path,
      emptyOutDir: false,
      copyPublicDir: false,
      minify: true,
      target: "es2022",
      rollupOptions: { input: "empty-program", output: { entryFileNames: "empty.js" } },
    },
  });
  return folder;
}

/** Sets up the extension like that of an administrator who opens the popup. */
async function setUp({ chromium, tenant }: Omit<PopupPlaces, "close">): Promise<void> {
  const page = await chromium.extensionPage("options.html");
  const command = async (name: string, request: object) => {
    const answer: unknown = await page.evaluate((message) => chrome.runtime.sendMessage(message), {
      command: name,
      request,
    });
    const isGood = typeof answer === "object" && answer !== null && "ok" in answer && answer.ok;
    if (isGood !== true) throw new Error(`The worker rejected ${name}: ${JSON.stringify(answer)}`);
  };
  const tenantId = tenant.origin;
  await command("tenant.save", {
    name: demo.tenantName,
    origin: tenant.origin,
    clientId: demo.clientId,
    colour: "none",
    isReadOnly: false,
  });
  await command("credential.save", {
    tenantId,
    remembering: "session",
    credential: {
      kind: "client_credentials",
      clientId: demo.managementClientId,
      clientSecret: demo.managementClientSecret,
    },
  });
  for (const number of [1, 2, 3]) {
    await command("token-exchange-profile.create", {
      tenantId,
      body: {
        name: `Token Exchange Profile ${number}`,
        subject_token_type: `urn:acme:legacy-${number}`,
        action_id: demo.actionId,
        type: "custom_authentication",
      },
    });
    // Without this, the popup would show this creation, whose outcome no page has shown yet.
    await command("token-exchange-profile.acknowledge-creation", { tenantId, evenInDoubt: false });
  }
  await page.close();
}

export async function openPopupPlaces(): Promise<PopupPlaces> {
  const folder = await makeExtension();
  const tenant = await startTenant({ port: 0, demoPort: 0 });
  let chromium: OpenedChromium | undefined;
  const close = async () => {
    await chromium?.close();
    await tenant.stop();
    await folder.remove();
  };
  try {
    chromium = await openChromium({ extensionDir: folder.path, headless: true });
    await setUp({ chromium, tenant });
    return { chromium, tenant, close };
  } catch (error) {
    await close();
    throw error;
  }
}
