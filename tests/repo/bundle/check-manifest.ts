import { createHash } from "node:crypto";
import * as z from "zod/mini";

const Manifest = z.object({
  manifest_version: z.literal(3),
  permissions: z.optional(z.array(z.string())),
  host_permissions: z.optional(z.array(z.string())),
  optional_permissions: z.optional(z.array(z.string())),
  optional_host_permissions: z.optional(z.array(z.string())),
  content_scripts: z.optional(z.unknown()),
  content_security_policy: z.optional(z.object({ extension_pages: z.string() })),
  web_accessible_resources: z.optional(z.unknown()),
  externally_connectable: z.optional(z.unknown()),
  key: z.optional(z.string()),
  devtools_page: z.optional(z.string()),
  browser_specific_settings: z.optional(
    z.object({
      gecko: z.object({
        id: z.string(),
        data_collection_permissions: z.optional(z.object({ required: z.array(z.string()) })),
      }),
    }),
  ),
});

export type BrowserName = "chromium" | "firefox";

const permissions: Readonly<Record<BrowserName, readonly string[]>> = {
  // One blocks the login window's redirect, one opens the sandbox's document; the browser shows no
  // warning for either.
  chromium: ["alarms", "declarativeNetRequestWithHostAccess", "identity", "offscreen", "storage"],
  firefox: ["alarms", "identity", "storage"],
};
const loopback = [
  "http://127.0.0.1/*",
  "http://localhost/*",
  "https://127.0.0.1/*",
  "https://localhost/*",
];
const hosts: Readonly<Record<BrowserName, readonly string[]>> = {
  // The extension's own callback; no request ever reaches this host.
  chromium: [...loopback, "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/*"],
  firefox: loopback,
};
const optionalPermissions: readonly string[] = ["clipboardWrite", "notifications"];
const optionalHosts: readonly string[] = ["http://*/*", "https://*/*"];
/**
 * The data that leaves the browser, only for the tenant that the user added: credentials and
 * personal data.
 */
const dataCollected = ["authenticationInfo", "personallyIdentifyingInfo"];
const reachable = "https: http://localhost:* http://127.0.0.1:*";

/** The content security policy of the extension's pages; only DevTools can embed one of them. */
export function listPolicy(browser: BrowserName): string {
  const ancestors = browser === "chromium" ? "devtools:" : "'none'";
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${reachable}; frame-src ${reachable}; form-action 'none'; base-uri 'none'; frame-ancestors ${ancestors}`;
}

/** Chromium's ID of an extension with a public key, in base64. */
export const deriveChromiumId = (key: string): string => hashToId(Buffer.from(key, "base64"));

/**
 * Chromium's ID of an extension without a key, by the path of the folder that it was loaded from.
 */
export const deriveFolderId = (path: string): string =>
  hashToId(Buffer.from(path, process.platform === "win32" ? "utf16le" : "utf8"));

/** Returns the first 32 hex digits of the SHA-256, written with a to p. */
function hashToId(source: Buffer): string {
  const digest = createHash("sha256").update(source).digest("hex");
  return digest
    .slice(0, 32)
    .replaceAll(/./g, (digit) => String.fromCodePoint(97 + Number.parseInt(digit, 16)));
}

/** Reports each difference between a built manifest and the design. */
export function checkManifest(json: unknown, browser: BrowserName): string[] {
  const parsed = Manifest.safeParse(json);
  if (!parsed.success)
    return [`The manifest does not have the expected shape: ${z.prettifyError(parsed.error)}`];
  const manifest = parsed.data;
  const problems: string[] = [];
  const expectEqual = (what: string, seen: unknown, wanted: unknown): void => {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) {
      problems.push(`${what} should be ${JSON.stringify(wanted)} and is ${JSON.stringify(seen)}.`);
    }
  };
  const expectWithin = (
    what: string,
    seen: readonly string[] | undefined,
    wanted: readonly string[],
  ): void => {
    for (const entry of seen ?? []) {
      if (!wanted.includes(entry)) problems.push(`${what} may not contain ${entry}.`);
    }
  };
  expectEqual("permissions", (manifest.permissions ?? []).toSorted(), permissions[browser]);
  expectEqual("host_permissions", (manifest.host_permissions ?? []).toSorted(), hosts[browser]);
  expectWithin("optional_permissions", manifest.optional_permissions, optionalPermissions);
  expectWithin("optional_host_permissions", manifest.optional_host_permissions, optionalHosts);
  for (const absent of [
    "content_scripts",
    "externally_connectable",
    "web_accessible_resources",
  ] as const) {
    if (manifest[absent] !== undefined) problems.push(`${absent} should be absent.`);
  }
  if (JSON.stringify(json).includes("<all_urls>"))
    problems.push("<all_urls> should be nowhere in the manifest.");
  const seenPolicy = manifest.content_security_policy?.extension_pages.trim().replace(/;$/, "");
  expectEqual("content_security_policy.extension_pages", seenPolicy, listPolicy(browser));
  if (manifest.devtools_page === undefined) problems.push("devtools_page is missing.");
  if (browser === "chromium") {
    expectEqual(
      "the id from key",
      deriveChromiumId(manifest.key ?? ""),
      "monofljdnmneaoeelggekmdfelhaajhc",
    );
  } else {
    const gecko = manifest.browser_specific_settings?.gecko;
    expectEqual("gecko.id", gecko?.id, "inspector@tenant-inspector.example");
    expectEqual(
      "gecko.data_collection_permissions",
      gecko?.data_collection_permissions?.required,
      dataCollected,
    );
  }
  return problems;
}
