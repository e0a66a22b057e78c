import type { Plugin } from "vite";
import { defineConfig } from "wxt";

/**
 * Fixes the Chromium id, so that a side-loaded build keeps the login redirect that tenants list
 * (`https://<id>.chromiumapp.org/`). The id is derived from this public key; there is nothing secret in it.
 */
const chromiumKey =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxE57pX00cZBqeMBuxAd/xBYm+4XnvdtQH6s53u0mLJJu7KOMZt+9UqgU8PG/HVHxVzMikKAMBJuh3HFQ+fHUWJbFA49GjUOz+00r1ZNUiaWkxMMAHp8d6Syci/VV8YI2aOQBLDv1guFNR09a04x32d3ojE0FDlRVegw8SrDS3HaArY4Z0Z+/1Bqu7gdcDL3yM7uCQ/c6jiPDwV3nnNb6ZvliFi3oqeCaNSK4BEQQRsL8FAj9yBg9EJUEe1OJPdE50ElFTZjpB64eECrxpVuIHgAhl/ttsLH+o9t7mly30PEJMOcGYu/GXzk8zX9juF4UF7sq2uHMJjtz1poapgmHawIDAQAB";

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
 * The one unlisted script goes into any page: it consists of the library alone, without the wrapper that reports
 * crashes to developers of extensions. The build fails when WXT no longer wraps as expected.
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
    apply: "build",
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

/**
 * Two files for all that the popup shares with others: what the worker has too, which must not touch a document, and what is of
 * pages alone. Cut by who uses what it would be nine files, and to ask for each costs the popup more than to read it.
 */
function bundleShared(): Plugin {
  return {
    name: "bundle-shared",
    outputOptions(options) {
      // A script of its own has no parts.
      if (options.format !== "es" || options.inlineDynamicImports === true) return null;
      let parts: Map<string, "core" | "page"> | undefined;
      return {
        ...options,
        manualChunks(id, { getModuleIds, getModuleInfo }) {
          parts ??= findShared([...getModuleIds()], getModuleInfo);
          return parts.get(id);
        },
      };
    },
  };
}

/** The modules that the popup imports at once and something else imports too. */
function findShared(
  ids: readonly string[],
  getModuleInfo: (id: string) => { isEntry: boolean; importedIds: readonly string[] } | null,
): Map<string, "core" | "page"> {
  const collect = (id: string, found = new Set<string>()): Set<string> => {
    if (found.has(id)) return found;
    found.add(id);
    for (const imported of getModuleInfo(id)?.importedIds ?? []) collect(imported, found);
    return found;
  };
  const reached = ids
    .filter((id) => getModuleInfo(id)?.isEntry === true)
    .map((id) => ({ id, modules: collect(id) }));
  const popup = reached.find(({ id }) => id.includes("/popup"));
  const parts = new Map<string, "core" | "page">();
  for (const id of popup?.modules ?? []) {
    const users = reached.filter(({ modules }) => modules.has(id));
    // The page that only adds our panel is loaded with every DevTools: it must not bring the rest along.
    const isForDevtools = users.some((user) => user.id.includes("/devtools"));
    if (users.length < 2 || isForDevtools) continue;
    parts.set(id, users.some((user) => user.id.includes("background")) ? "core" : "page");
  }
  return parts;
}

export default defineConfig({
  modules: ["@wxt-dev/webextension-polyfill"],
  imports: false,
  vite: () => ({
    plugins: [renderWithoutMarkup(), startScriptsBare(), startPagesBare(), bundleShared()],
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
    permissions: ["storage", "alarms", "identity"],
    host_permissions: [
      "http://localhost/*",
      "https://localhost/*",
      "http://127.0.0.1/*",
      "https://127.0.0.1/*",
    ],
    optional_host_permissions: ["https://*/*"],
    optional_permissions: ["notifications"],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src http: https:; frame-src http: https:",
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
      : { key: chromiumKey, minimum_chrome_version: "123" }),
  }),
});
