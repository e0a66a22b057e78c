import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { parseDomain } from "../../../lib/messages/domain.ts";
import wxtConfig from "../../../wxt.config.ts";
import { root } from "../overlay.ts";
import {
  bleedByEntry,
  bleedEverywhere,
  checkBleed,
  checkCeilings,
  findLateScripts,
  findReachable,
  measureEntry,
  measureZip,
} from "./check-bundle.ts";
import type { Bundle } from "./check-bundle.ts";
import { checkManifest, deriveChromiumId, listPolicy } from "./check-manifest.ts";

/** Ceilings in gzip bytes, a little above the sizes when they were set: growth is a decision. */
const ceilings: Readonly<Record<string, number>> = {
  "auth-library.js": 12_500,
  "background.js": 90_500,
  "popup.html": 94_200,
  "options.html": 103_900,
  "panel.html": 373_900,
  "event.html": 81_500,
  "devtools.html": 12_900,
  "pattern-worker.js": 18_000,
  "page-run.js": 15_000,
  "sandbox-browser.html": 47_700,
  "welcome.html": 46_400,
  "sandbox-worker.js": 84_500,
};

/** Ceilings for the files that a page loads before it imports anything dynamically. */
const startCeilings: Readonly<Record<string, number>> = {
  "popup.html": 66_300,
  "options.html": 79_700,
  "panel.html": 67_100,
};

/** The ceiling of each store package in bytes. */
const zipCeiling = 662_000;

/** The scripts that each entry imports dynamically. */
const lateScripts: Readonly<Record<string, readonly string[]>> = {
  // The actions on profiles, and the explanation of the tokens that an exchange returns.
  "popup.html": ["lazy-parts"],
  // The login of the current user, and with it the authentication library; the way to the sandbox.
  "options.html": ["log-in-user", "sandbox-part"],
  // The tabs, the views of runs, and the code that runs operations, here or in
  // the inspected page; a captured request as a run; and the library's answer about a token.
  "panel.html": [
    "ShownRun",
    "check-allowances",
    "create-library-check",
    "discover-tenant",
    "events-part",
    "key-set",
    "page-host",
    "page-place",
    "page-ports",
    "perform-run",
    "read-request",
    "run-part",
    "sandbox-part",
    "saved-part",
    "tokens-part",
    "trace-part",
    "write-curl",
  ],
  "event.html": [],
  "background.js": [],
  "sandbox-browser.html": [],
  "welcome.html": [],
};

const manifestHosts = z.object({ host_permissions: z.array(z.string()) });

const builds = [
  { browser: "chromium", folder: ".output/chrome-mv3" },
  { browser: "firefox", folder: ".output/firefox-mv3" },
] as const;

function readBundle(folder: string): Bundle {
  const base = join(root, folder);
  if (!existsSync(join(base, "manifest.json"))) {
    throw new Error(
      `Could not find a build in ${folder}. Run "npm run build" first; "npm run check" does both.`,
    );
  }
  const files = readdirSync(base, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(base, path).split(sep).join("/"), readFileSync(path)]),
  );
}

describe.each(builds)("the build for $browser", ({ browser, folder }) => {
  test("keeps each entry under its ceiling", () => {
    const bundle = readBundle(folder);
    const figures = Object.keys(ceilings).map(
      (entry) => `  ${entry}  ${measureEntry(bundle, entry)} of ${ceilings[entry]} B gzip`,
    );
    process.stdout.write(`${folder}\n${figures.join("\n")}\n`);
    expect(checkCeilings(bundle, ceilings)).toEqual([]);
    expect(checkCeilings(bundle, startCeilings, "at the start")).toEqual([]);
  });

  test("keeps the store package under its ceiling", () => {
    // The loaded folder also contains the files of the previous build.
    const fresh = readBundle(folder.replace(".output/", ".output/fresh/"));
    expect(measureZip(fresh, wxtConfig.zip?.exclude ?? [])).toBeLessThan(zipCeiling);
  });

  test.each(Object.entries(lateScripts))(
    "imports the lazy parts of %s dynamically",
    (entry, names) => {
      expect(findLateScripts(readBundle(folder), entry)).toEqual(names);
    },
  );

  test("contains no code of other parts", () => {
    const machine = {
      what: "the folder it was built in",
      pattern: new RegExp(root.replaceAll(/[^\w/]/g, "\\$&")),
    };
    expect(checkBleed(readBundle(folder), [...bleedEverywhere, machine], bleedByEntry)).toEqual([]);
  });

  test("has exactly the permissions, policy and identity of the design", () => {
    const manifest: unknown = JSON.parse(
      new TextDecoder().decode(readBundle(folder).get("manifest.json")),
    );
    expect(checkManifest(manifest, browser)).toEqual([]);
  });

  test("a tenant may have plain http at each host where the manifest allows it", () => {
    const manifest: unknown = JSON.parse(
      new TextDecoder().decode(readBundle(folder).get("manifest.json")),
    );
    const { host_permissions: patterns } = manifestHosts.parse(manifest);
    const hosts = patterns.filter((pattern) => pattern.startsWith("http://"));
    expect(hosts).toHaveLength(2);
    for (const host of hosts.map((pattern) => new URL(pattern).host)) {
      expect(parseDomain(`${host}:4400`)).toEqual({ origin: `http://${host}:4400` });
    }
  });
});

const makeBundle = (files: Readonly<Record<string, string>>): Bundle =>
  new Map(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]));

describe("the check of the ceilings", () => {
  const bundle = makeBundle({
    "a.html":
      '<script type="module" src="/chunks/a.js"></script><link rel="stylesheet" href="/a.css">',
    "chunks/a.js": 'import{x}from"./b.js";import("./c.js");',
    "chunks/b.js": "export const x=1;",
    "chunks/c.js": "export {};",
    "chunks/unrelated.js": "export {};",
    "a.css": "b{}",
  });

  test("follows scripts, style sheets and imports, and nothing else", () => {
    expect(findReachable(bundle, "a.html")).toEqual([
      "a.css",
      "a.html",
      "chunks/a.js",
      "chunks/b.js",
      "chunks/c.js",
    ]);
  });

  test("leaves out dynamic imports and their style sheets", () => {
    const late = makeBundle({
      "a.html": '<script type="module" src="/chunks/a-0a1B_c-d.js"></script>',
      "chunks/a-0a1B_c-d.js":
        'const deps=["chunks/lazy-parts-12345678.js","assets/lazy-parts-12345678.css"];import("./lazy-parts-12345678.js");',
      "chunks/lazy-parts-12345678.js": 'import"./a-0a1B_c-d.js";import"./shared-abcdefgh.js";',
      "chunks/shared-abcdefgh.js": "export {};",
      "assets/lazy-parts-12345678.css": "b{}",
    });
    expect(findReachable(late, "a.html")).toHaveLength(5);
    expect(findReachable(late, "a.html", "at the start")).toEqual([
      "a.html",
      "chunks/a-0a1B_c-d.js",
    ]);
    expect(findLateScripts(late, "a.html")).toEqual(["lazy-parts"]);
    const size = measureEntry(late, "a.html", "at the start");
    expect(checkCeilings(late, { "a.html": size }, "at the start")).toEqual([]);
    expect(checkCeilings(late, { "a.html": size })).toEqual([
      expect.stringContaining("(gzip) in total; its ceiling is"),
    ]);
  });

  test("reports an entry that is too large or missing, and accepts an entry at the ceiling", () => {
    const size = measureEntry(bundle, "a.html");
    expect(checkCeilings(bundle, { "a.html": size })).toEqual([]);
    expect(checkCeilings(bundle, { "a.html": size - 1, "gone.js": 1 })).toEqual([
      `a.html loads ${size} bytes (gzip) in total; its ceiling is ${size - 1}.`,
      "gone.js is not in the build.",
    ]);
  });
});

describe("the check for code of other parts", () => {
  test.each([
    ["the tenant's control route", 'fetch(base+"/_control/reset")'],
    ["the tenant's server framework", 'throw new Error("Hono: no route")'],
    ["the tenant's seeded secret", 'const s="demo-management-secret"'],
    ["webRequest", "chrome.webRequest.onCompleted"],
    ["a script fetched from elsewhere", 'import("https://cdn.example/lib.min.js")'],
    ["innerHTML", "e.innerHTML=t"],
    ["eval", ";eval(t)"],
    ["a function made from text", 'new Function("return 1")'],
    ["a path of the machine that built it", '"/home/somebody/project/a.ts"'],
  ])("reports %s in any script", (what, planted) => {
    const problems = checkBleed(makeBundle({ "a.js": planted }), bleedEverywhere, {});
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`a.js contains ${what}: "`);
  });

  test("accepts the tenant in the script of the sandbox alone", () => {
    const planted = 'new Hono().get("/_control/reset");"correct-horse-1"';
    const problems = (path: string) =>
      checkBleed(makeBundle({ [path]: planted }), bleedEverywhere, {});
    expect(problems("sandbox-worker.js")).toEqual([]);
    expect(problems("background.js")).toHaveLength(3);
    expect(problems("chunks/sandbox-worker.js")).toHaveLength(3);
  });

  test("accepts similar text that is harmless", () => {
    const text =
      'chronometer();const t={webRequest:{}};medieval(1);a.eval;"https://spec.example/page.html";e.textContent=t;isFunction("x")';
    expect(checkBleed(makeBundle({ "a.js": text }), bleedEverywhere, {})).toEqual([]);
  });

  test.each([
    [
      "popup.html",
      '<script src="/p.js"></script>',
      "chrome.devtools.panels.create()",
      "p.js (loaded by popup.html) contains code of the panel",
    ],
    [
      "devtools.html",
      '<script src="/p.js"></script>',
      "chrome.devtools.network.onRequestFinished.addListener(f)",
      "p.js (loaded by devtools.html) contains a listener for the inspected page's requests",
    ],
    [
      "auth-library.js",
      'import"/p.js";',
      "globalThis.chrome.runtime",
      "p.js (loaded by auth-library.js) contains an extension interface",
    ],
    [
      "auth-library.js",
      'import"/p.js";',
      "browser.runtime.id",
      "p.js (loaded by auth-library.js) contains an extension interface",
    ],
  ])("reports code that %s must not load", (entry, text, planted, sentence) => {
    const bundle = makeBundle({ [entry]: text, "p.js": planted });
    const problems = checkBleed(bundle, [], { [entry]: bleedByEntry[entry] ?? [] });
    expect(problems).toEqual([expect.stringContaining(sentence)]);
  });
});

describe("the size of the store package", () => {
  test("counts each deflated file with its ZIP records", () => {
    const text = "a".repeat(1000);
    const deflated = deflateRawSync(text, { level: 9 }).length;
    expect(measureZip(makeBundle({ "a.js": text }), [])).toBe(22 + 30 + 46 + 2 * 4 + deflated);
  });

  test("leaves out only excluded files", () => {
    const bundle = makeBundle({ "a.js": "a", "b.js": "b" });
    expect(measureZip(bundle, ["b.js"])).toBe(measureZip(makeBundle({ "a.js": "a" }), []));
  });

  test("exceeds the ceiling with as many bytes that cannot be compressed", () => {
    const bundle = new Map([["big.bin", randomBytes(zipCeiling)]]);
    expect(measureZip(bundle, [])).toBeGreaterThan(zipCeiling);
  });
});

describe("the check of the manifest", () => {
  const key = "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAK";
  const good = {
    manifest_version: 3,
    permissions: ["storage", "alarms", "identity"],
    host_permissions: [
      "http://localhost/*",
      "https://localhost/*",
      "http://127.0.0.1/*",
      "https://127.0.0.1/*",
    ],
    optional_permissions: ["notifications"],
    optional_host_permissions: ["https://*/*"],
    devtools_page: "devtools.html",
    content_security_policy: {
      extension_pages: `${listPolicy("firefox")};`,
    },
    browser_specific_settings: {
      gecko: {
        id: "inspector@tenant-inspector.example",
        data_collection_permissions: {
          required: ["authenticationInfo", "personallyIdentifyingInfo"],
        },
      },
    },
  };

  /** The permissions of the builds in which the login window belongs to the extension. */
  const forChromium = {
    ...good,
    content_security_policy: { extension_pages: listPolicy("chromium") },
    permissions: [...good.permissions, "offscreen", "declarativeNetRequestWithHostAccess"],
    host_permissions: [
      ...good.host_permissions,
      "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/*",
    ],
  };

  test("accepts the manifest of the design", () => {
    expect(checkManifest(good, "firefox")).toEqual([]);
  });

  test("requires the login window's permissions only in Chromium, with only its own callback host", () => {
    const reported = (manifest: unknown, browser: "chromium" | "firefox") =>
      checkManifest(manifest, browser).map((problem) => problem.split(" ")[0]);
    expect(reported(forChromium, "firefox")).toEqual([
      "permissions",
      "host_permissions",
      "content_security_policy.extension_pages",
    ]);
    expect(reported(good, "chromium")).toEqual([
      "permissions",
      "host_permissions",
      "content_security_policy.extension_pages",
      "the",
    ]);
    const everyCallback = [...good.host_permissions, "https://*.chromiumapp.org/*"];
    expect(reported({ ...forChromium, host_permissions: everyCallback }, "chromium")).toContain(
      "host_permissions",
    );
  });

  test.each([
    ["permissions", { permissions: [...good.permissions, "tabs"] }],
    ["permissions", { permissions: ["storage"] }],
    [
      "host_permissions",
      { host_permissions: [...good.host_permissions, "https://tenant.example/*"] },
    ],
    ["optional_permissions", { optional_permissions: ["history"] }],
    ["optional_host_permissions", { optional_host_permissions: ["*://*/*"] }],
    ["content_scripts", { content_scripts: [{ matches: ["https://a.example/*"], js: ["a.js"] }] }],
    ["externally_connectable", { externally_connectable: { ids: ["*"] } }],
    ["<all_urls>", { sandbox: ["<all_urls>"] }],
    [
      "content_security_policy",
      { content_security_policy: { extension_pages: "default-src 'self' 'unsafe-eval'" } },
    ],
    [
      "content_security_policy",
      { content_security_policy: { extension_pages: listPolicy("chromium") } },
    ],
    ["devtools_page", { devtools_page: undefined }],
    [
      "gecko.id",
      {
        browser_specific_settings: {
          gecko: { ...good.browser_specific_settings.gecko, id: "x@y" },
        },
      },
    ],
    [
      "data_collection",
      {
        browser_specific_settings: {
          gecko: {
            ...good.browser_specific_settings.gecko,
            data_collection_permissions: undefined,
          },
        },
      },
    ],
    ["shape", { manifest_version: 2 }],
  ])("reports a fault in %s", (word, fault) => {
    expect(checkManifest({ ...good, ...fault }, "firefox")).toEqual([
      expect.stringContaining(word),
    ]);
  });

  test("reports a key of another ID", () => {
    expect(deriveChromiumId(key)).toMatch(/^[a-p]{32}$/);
    expect(checkManifest({ ...forChromium, key }, "chromium")).toEqual([
      expect.stringContaining("the id from key"),
    ]);
  });
});
