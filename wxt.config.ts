import { execFileSync } from "node:child_process";
import { defineConfig, type WxtHooks } from "wxt";
import { addGuide } from "./add-guide.ts";
import { readChromiumIdentity, readFirefoxId } from "./identities.ts";
import { renderWithoutMarkup } from "./render-without-markup.ts";
import { buildInLoadedFolder } from "./swap-folder.ts";
import { noteThirdParties, noticesName } from "./third-party.ts";

/** The oldest supported browsers. `tests/repo/browser-support` derives them from the build. */
const oldest = { chrome: 137, firefox: 142 };

/** The origins that pages may reach without a permission: https, and http on loopback only. */
const reachable = "https: http://localhost:* http://127.0.0.1:*";
const loopback = ["localhost", "127.0.0.1"].flatMap((host) => [
  `http://${host}/*`,
  `https://${host}/*`,
]);

/** Returns the commit for `--mode qa`, with `-dirty` if the work tree has changes. */
function readCommit(mode: string): string {
  if (mode !== "qa") return "";
  const args = ["describe", "--always", "--dirty", "--exclude=*", "--abbrev=12"];
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}

/**
 * WXT takes NODE_ENV from the shell or, in another mode, from the mode's name. A build with any
 * other value than this one contains the development code of the libraries.
 */
const useProductionCode: WxtHooks["ready"] = ({ config: { command } }) => {
  if (command === "build") process.env["NODE_ENV"] = "production";
};

const thirdParties = noteThirdParties(import.meta.dirname);

export default defineConfig({
  modules: ["@wxt-dev/webextension-polyfill"],
  imports: false,
  hooks: {
    ...buildInLoadedFolder(),
    ready: useProductionCode,
    "entrypoints:resolved": thirdParties.start,
    "build:publicAssets": async (wxt, files) => {
      await addGuide()(wxt, files);
      // `npm run dev` adds code that reloads the pages, and makes no package.
      if (wxt.config.command === "build")
        files.push({ relativeDest: noticesName, contents: thirdParties.write() });
    },
  },
  vite: ({ mode, browser }) => ({
    define: {
      __BUILD_COMMIT__: JSON.stringify(readCommit(mode)),
      // Firefox has no offscreen documents: its build has no code for them.
      __HAS_OFFSCREEN__: JSON.stringify(browser !== "firefox"),
    },
    plugins: [renderWithoutMarkup(), thirdParties.plugin()],
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
    build: {
      target: [`chrome${oldest.chrome}`, `firefox${oldest.firefox}`],
      // Every supported browser preloads modules natively.
      modulePreload: { polyfill: false },
      // Each file delays the start of the worker and of a page: smaller ones are joined.
      rollupOptions: { output: { experimentalMinChunkSize: 1024 } },
    },
  }),
  zip: {
    // The authentication library for web pages, which the extension itself never loads.
    exclude: ["auth-library.js"],
    excludeSources: [".ci/**", "tests/**"],
  },
  manifest: ({ browser, mode }) => {
    const isFirefox = browser === "firefox";
    // Only DevTools embeds a page of the extension: the panel. In Firefox the panel has no
    // ancestors.
    const ancestors = isFirefox ? "'none'" : "devtools:";
    // The panel reads the script that it places into the inspected page: connect-src has 'self'.
    const policy = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${reachable}; frame-src ${reachable}; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}`;
    const shared = {
      name: mode === "qa" ? `Tenant Inspector QA ${readCommit(mode)}` : "__MSG_name__",
      short_name: "Tenant Inspector",
      description: "__MSG_description__",
      default_locale: "en",
      optional_host_permissions: ["https://*/*"],
      optional_permissions: ["notifications"],
      content_security_policy: { extension_pages: policy },
      action: { default_title: "__MSG_name__" },
    };
    if (isFirefox)
      return {
        ...shared,
        permissions: ["storage", "alarms", "identity"],
        host_permissions: loopback,
        browser_specific_settings: {
          gecko: {
            id: readFirefoxId(mode),
            strict_min_version: `${oldest.firefox}.0`,
            data_collection_permissions: {
              required: ["authenticationInfo", "personallyIdentifyingInfo"],
            },
          },
        },
      };
    const { id, key } = readChromiumIdentity(browser, mode);
    return {
      ...shared,
      // The login window blocks the redirect, which keeps the tokens in its URL off the network.
      permissions: [
        "storage",
        "alarms",
        "identity",
        "offscreen",
        "declarativeNetRequestWithHostAccess",
      ],
      // Chromium reports a redirect to the callback only to an extension with access to its host.
      host_permissions: [`https://${id}.chromiumapp.org/*`, ...loopback],
      ...(key === undefined ? {} : { key }),
      // Firefox takes a policy without a schema.
      storage: { managed_schema: "managed-policy.json" },
      minimum_chrome_version: String(oldest.chrome),
    };
  },
});
