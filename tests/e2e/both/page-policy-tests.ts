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
  /** The origin of the extension: `chrome-extension://…`. */
  origin: string;
  extensionPage(path: string): Promise<Page>;
  /** Opens a regular page; returns its title and those of its frames, which load before it. */
  frameTitles(url: string): Promise<string[]>;
  close(): Promise<void>;
}

interface Host {
  builtExtension: string;
  open(extensionDir: string): Promise<OpenedBrowser>;
}

const manifestSchema = z.looseObject({
  content_security_policy: z.object({ extension_pages: z.string() }),
});

/** An action in a page that sends a request to a URL, unless the directive forbids it. */
const attempts: Readonly<Record<string, (address: string) => string>> = {
  "connect-src": (address) => `fetch("${address}").catch(() => undefined);`,
  "frame-src": (address) =>
    `const frame = document.createElement("iframe");
     frame.src = "${address}";
     document.body.append(frame);`,
  // Firefox also throws if the form must not be submitted.
  "form-action": (address) =>
    `const form = document.createElement("form");
     form.action = "${address}";
     form.target = "_blank";
     document.body.append(form);
     try { form.submit(); } catch {}`,
  "base-uri": (address) =>
    `const base = document.createElement("base");
     base.href = "${address}";
     document.head.append(base);
     fetch("${new URL(address).pathname}").catch(() => undefined);`,
};

/** The restrictions of the content security policy, the same in every browser. */
export function testPagePolicy(host: Host): void {
  let browser: OpenedBrowser;
  let page: Page;
  let server: Server;
  let loopback = "";
  /**
   * The same server under a name that the policy does not list. Browsers resolve it to loopback
   * (RFC 6761, section 6.3).
   */
  let elsewhere = "";
  /** The callbacks for requests, by path. */
  const awaited = new Map<string, () => void>();

  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "", loopback);
      awaited.get(pathname)?.();
      const framed = searchParams.get("framed");
      response.setHeader("access-control-allow-origin", "*");
      response.setHeader("content-type", "text/html");
      response.end(
        `<!doctype html><title>outer</title>${framed === null ? "" : `<iframe src="${framed}"></iframe>`}`,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = z.object({ port: z.number() }).parse(server.address());
    loopback = `http://127.0.0.1:${port}/`;
    elsewhere = `http://elsewhere.localhost:${port}/`;
    browser = await host.open(host.builtExtension);
    page = await browser.extensionPage("options.html");
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  let attempted = 0;

  /** Returns the directive that an attempt violates, or "none" once its request has arrived. */
  async function attempt(from: Page, directive: string, base: string): Promise<unknown> {
    attempted += 1;
    const path = `/attempt-${attempted}`;
    const requested = new Promise<void>((resolve) => awaited.set(path, resolve));
    const outcome = from.evaluate(`new Promise((resolve) => {
      globalThis.settle = resolve;
      const listen = ({ effectiveDirective }) => resolve(effectiveDirective);
      document.addEventListener("securitypolicyviolation", listen, { once: true });
      ${attempts[directive]?.(new URL(path, base).href) ?? ""}
    })`);
    void requested.then(() => from.evaluate(`settle("none")`));
    return outcome;
  }

  test.each(Object.keys(attempts))("%s blocks its request", async (directive) => {
    expect(await attempt(page, directive, elsewhere)).toBe(directive);
  });

  test("every request is sent without a policy, so only the policy blocks it", async () => {
    const open = await openChanged(() => "script-src 'self'");
    try {
      for (const directive of Object.keys(attempts)) {
        const own = await open.extensionPage("options.html");
        expect(await attempt(own, directive, elsewhere), directive).toBe("none");
      }
    } finally {
      await open.close();
    }
  });

  test("a page may connect to this machine over http", async () => {
    expect(await attempt(page, "connect-src", loopback)).toBe("none");
  });

  /**
   * Opens the extension with another policy. Web pages can access its options page, so only the
   * policy prevents embedding.
   */
  async function openChanged(change: (policy: string) => string) {
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
    ["frame-ancestors prevents embedding in a web page", (policy: string) => policy, []],
    [
      "a web page can embed the page without frame-ancestors, so only the policy prevents it",
      (policy: string) => policy.replace(/;\s*frame-ancestors[^;]*/, ""),
      ["Tenant Inspector options"],
    ],
  ])("%s", async (_name, change, expected) => {
    const accessible = await openChanged(change);
    try {
      const options = `${accessible.origin}/options.html`;
      const url = `${loopback}?framed=${encodeURIComponent(options)}`;
      const titles = await accessible.frameTitles(url);
      expect(titles.filter((title) => title.includes("Tenant Inspector"))).toEqual(expected);
    } finally {
      await accessible.close();
    }
  });
}
