import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";

interface Page {
  evaluate(expression: string): Promise<unknown>;
}

/** A browser with the extension of a folder. */
interface OpenedBrowser {
  /** Of the extension: `chrome-extension://…`. */
  origin: string;
  extensionPage(path: string): Promise<Page>;
  /** Opens an ordinary page, and gives the titles of the frames in it, once they hold `wanted` or time is up. */
  frameTitles(url: string, wanted: string): Promise<string[]>;
  close(): Promise<void>;
}

interface Host {
  builtExtension: string;
  open(extensionDir: string): Promise<OpenedBrowser>;
}

const manifestSchema = z.looseObject({
  content_security_policy: z.object({ extension_pages: z.string() }),
});

/** Documentation addresses (RFC 5737): nothing answers there. */
const elsewhere = "http://192.0.2.1/";

/** What the content security policy keeps the extension's pages from, the same in every browser. */
export function testPagePolicy(host: Host): void {
  let browser: OpenedBrowser;
  let page: Page;
  let server: Server;
  let loopback = "";

  beforeAll(async () => {
    server = createServer((request, response) => {
      const framed = new URL(request.url ?? "", loopback).searchParams.get("framed");
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><title>outer</title>${framed === null ? "" : `<iframe src="${framed}"></iframe>`}`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = z.object({ port: z.number() }).parse(server.address());
    loopback = `http://127.0.0.1:${port}/`;
    browser = await host.open(host.builtExtension);
    page = await browser.extensionPage("options.html");
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** The directive that an action in the page violates; "none" when the action's promise settles before. */
  const violate = (action: string) =>
    page.evaluate(`new Promise((resolve) => {
      const listen = ({ effectiveDirective }) => resolve(effectiveDirective);
      document.addEventListener("securitypolicyviolation", listen, { once: true });
      Promise.resolve((() => { ${action} })()).then(() => resolve("none"), () => undefined);
    })`);

  test.each([
    [
      "connect-src",
      `return Promise.race([fetch("${elsewhere}").catch(() => new Promise(() => {})),
         new Promise((resolve) => setTimeout(resolve, 5000))])`,
    ],
    [
      "frame-src",
      `const frame = document.createElement("iframe"); frame.src = "${elsewhere}";
       document.body.append(frame); return new Promise((resolve) => setTimeout(resolve, 5000))`,
    ],
    [
      "form-action",
      `const form = document.createElement("form"); form.action = "https://192.0.2.1/"; form.target = "_blank";
       document.body.append(form);
       // Firefox throws as well.
       try { form.submit(); } catch {}
       return new Promise((resolve) => setTimeout(resolve, 5000))`,
    ],
    [
      "base-uri",
      `const base = document.createElement("base"); base.href = "https://192.0.2.1/";
       document.head.append(base); return new Promise((resolve) => setTimeout(resolve, 5000))`,
    ],
  ])("refuses by %s", async (directive, action) => {
    expect(await violate(action)).toBe(directive);
  });

  test("lets a page connect to this machine over http", async () => {
    expect(await violate(`return fetch("${loopback}")`)).toBe("none");
  });

  /** The extension with its options page open to the web: only the policy keeps a page from embedding it. */
  async function openAccessible(change: (policy: string) => string) {
    const folder = await makeTemporaryFolder("accessible");
    await cp(host.builtExtension, folder.path, { recursive: true });
    const file = join(folder.path, "manifest.json");
    const manifest = manifestSchema.parse(JSON.parse(await readFile(file, "utf8")));
    const policy = change(manifest.content_security_policy.extension_pages);
    const changed = {
      ...manifest,
      content_security_policy: { extension_pages: policy },
      web_accessible_resources: [{ resources: ["options.html"], matches: ["<all_urls>"] }],
    };
    await writeFile(file, JSON.stringify(changed));
    return host.open(folder.path);
  }

  test.each([
    ["refuses by frame-ancestors to be embedded by a web page", (policy: string) => policy, []],
    [
      "is embedded by that page without frame-ancestors, so that nothing else refuses it",
      (policy: string) => policy.replace(/;\s*frame-ancestors[^;]*/, ""),
      ["Tenant Inspector options"],
    ],
  ])("%s", async (_name, change, expected) => {
    const accessible = await openAccessible(change);
    try {
      const options = `${accessible.origin}/options.html`;
      const url = `${loopback}?framed=${encodeURIComponent(options)}`;
      const titles = await accessible.frameTitles(url, "Tenant Inspector");
      expect(titles.filter((title) => title.includes("Tenant Inspector"))).toEqual(expected);
    } finally {
      await accessible.close();
    }
  });
}
