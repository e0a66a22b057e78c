import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import type { Plugin } from "vite";
import { defineConfig } from "wxt";
import { listFiles, swapFolder } from "./swap-folder.ts";

/**
 * Fixes the Chromium id, so that a side-loaded build keeps the login redirect that tenants list
 * (`https://<id>.chromiumapp.org/`). The id is derived from this public key; there is nothing secret in it.
 */
const chromiumKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxE57pX00cZBqeMBuxAd/xBYm+4XnvdtQH6s53u0mLJJu7KOMZt+9UqgU8PG/HVHxVzMikKAMBJuh3HFQ+fHUWJbFA49GjUOz+00r1ZNUiaWkxMMAHp8d6Syci/VV8YI2aOQBLDv1guFNR09a04x32d3ojE0FDlRVegw8SrDS3HaArY4Z0Z+/1Bqu7gdcDL3yM7uCQ/c6jiPDwV3nnNb6ZvliFi3oqeCaNSK4BEQQRsL8FAj9yBg9EJUEe1OJPdE50ElFTZjpB64eECrxpVuIHgAhl/ttsLH+o9t7mly30PEJMOcGYu/GXzk8zX9juF4UF7sq2uHMJjtz1poapgmHawIDAQAB";

/** Follows from the key: the first 32 hex digits of its SHA-256, written with the letters a to p. */
const chromiumId = createHash("sha256")
  .update(Buffer.from(chromiumKey, "base64"))
  .digest("hex")
  .slice(0, 32)
  .replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));

/** Fixes the Firefox id, and with it the login redirect, for temporary installs too. */
const geckoId = "inspector@tenant-inspector.example";

/**
 * Preact can set markup (`dangerouslySetInnerHTML`), which nothing here uses and store reviewers look for.
 * In what ships, that one branch sets text; the build fails when Preact no longer reads as expected.
 */
function renderWithoutMarkup(): Plugin {
  return {
    name: "render-without-markup",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("preact/dist/preact.m")) return null;
      const withoutMarkup = code.replaceAll(".innerHTML", ".textContent");
      if (withoutMarkup === code)
        this.error("Preact no longer assigns innerHTML: review the transform.");
      return { code: withoutMarkup, map: null };
    },
  };
}

/**
 * The unlisted scripts run where no extension interface is: the library in any page, the patterns in a worker. Both go without
 * the wrapper that reports crashes to developers of extensions. The build fails when WXT no longer wraps as expected.
 */
function startScriptsBare(): Plugin {
  return {
    name: "start-scripts-bare",
    transform(code, id) {
      if (!id.includes("virtual:wxt-unlisted-script-entrypoint")) return null;
      const entry = /^import definition from .+$/m.exec(code)?.[0];
      if (entry === undefined)
        this.error("WXT wraps scripts in another way: review the transform.");
      return { code: `${entry}\ndefinition.main();`, map: null };
    },
  };
}

/**
 * Pages without the script that would start WXT's plugins: there are none, and it costs each page two more requests before
 * anything can be used. The build fails when there is a plugin, or when WXT no longer starts them there.
 */
function startPagesBare(): Plugin {
  const starter = /<script [^>]*"virtual:wxt-html-plugins"[^>]*><\/script>/;
  return {
    name: "start-pages-bare",
    // After WXT has put the script there.
    enforce: "post",
    transform(code, id) {
      if (id.includes("virtual:wxt-plugins") && code.includes("import "))
        this.error("There is a WXT plugin, which pages would not start: remove this transform.");
      return null;
    },
    transformIndexHtml: {
      order: "pre",
      handler(html) {
        if (!starter.test(html))
          throw new Error("WXT starts its plugins in another way: review the transform.");
        return html.replace(starter, "");
      },
    },
  };
}

/** The hosts that may be reached over http as well: the same that need no permission. */
const reachable = "https: http://localhost:* http://127.0.0.1:*";

/**
 * The content security policy of the extension's pages. Only DevTools embed one of them, the panel:
 * in Chromium as a frame of `devtools://`, in Firefox as a page without ancestors.
 */
function writePolicy(browser: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${reachable}`,
    `frame-src ${reachable}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${browser === "firefox" ? "'none'" : "devtools:"}`,
  ].join("; ");
}

/** The files of the build before, by the folder of the build. */
const previousFiles = new Map<string, readonly string[]>();

export default defineConfig({
  modules: ["@wxt-dev/webextension-polyfill"],
  imports: false,
  hooks: {
    // WXT empties its folder before it builds, and a browser may have that one loaded: it builds in another one.
    "config:resolved"({ config }) {
      if (config.command === "build")
        config.outDir = join(config.outBaseDir, "fresh", basename(config.outDir));
    },
    async "build:before"({ config: { outDir } }) {
      previousFiles.set(outDir, await listFiles(outDir));
    },
    async "build:done"({ config: { command, outBaseDir, outDir } }) {
      if (command !== "build") return;
      await swapFolder(outDir, join(outBaseDir, basename(outDir)), previousFiles.get(outDir) ?? []);
    },
    // Each page and the worker by itself, with what it shares with others in it: one script and one style sheet at its start, which
    // hold nothing that it does not use. Each file more that it has to ask for costs it more than to read what others have, too.
    "entrypoints:grouped"({ config }, groups) {
      if (config.command !== "build") return;
      const alone = groups.flatMap((group) =>
        Array.isArray(group) ? group.map((entrypoint) => [entrypoint]) : [group],
      );
      groups.splice(0, groups.length, ...alone);
    },
  },
  vite: ({ command }) => ({
    plugins: [
      renderWithoutMarkup(),
      startScriptsBare(),
      // While one edits WXT starts pages in another way, though for Vite that is a build as well.
      ...(command === "build" ? [startPagesBare()] : []),
    ],
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
    // Every browser that takes the extension preloads modules by itself.
    build: { target: "es2022", modulePreload: { polyfill: false } },
  }),
  zip: { excludeSources: [".ci/**", "tests/**"] },
  manifest: ({ browser }) => ({
    name: "__MSG_name__",
    short_name: "Tenant Inspector",
    description: "__MSG_description__",
    default_locale: "en",
    permissions: [
      "storage",
      "alarms",
      "identity",
      // The login window's redirect is blocked, which keeps it off the network. Firefox has a login window of its own.
      ...(browser === "firefox" ? [] : ["declarativeNetRequestWithHostAccess"]),
    ],
    host_permissions: [
      // The callback: the browser reports a redirect to it only to an extension with access to the host.
      ...(browser === "firefox" ? [] : [`https://${chromiumId}.chromiumapp.org/*`]),
      "http://localhost/*",
      "https://localhost/*",
      "http://127.0.0.1/*",
      "https://127.0.0.1/*",
    ],
    optional_host_permissions: ["https://*/*"],
    optional_permissions: ["notifications"],
    content_security_policy: {
      extension_pages: writePolicy(browser),
    },
    action: { default_title: "__MSG_name__" },
    ...(browser === "firefox"
      ? {
          browser_specific_settings: {
            gecko: {
              id: geckoId,
              strict_min_version: "142.0",
              data_collection_permissions: {
                required: ["authenticationInfo", "personallyIdentifyingInfo"],
              },
            },
          },
        }
      : { key: chromiumKey, minimum_chrome_version: "126" }),
  }),
});
