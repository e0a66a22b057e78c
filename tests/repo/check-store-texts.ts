import * as z from "zod/mini";

/** The parts of a built manifest that the store texts describe, with the texts of its messages. */
export const storeManifestSchema = z.object({
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()),
  optional_permissions: z.array(z.string()),
  optional_host_permissions: z.array(z.string()),
  devtools_page: z.optional(z.string()),
  browser_specific_settings: z.optional(
    z.object({
      gecko: z.object({ data_collection_permissions: z.object({ required: z.array(z.string()) }) }),
    }),
  ),
});
export type StoreManifest = z.infer<typeof storeManifestSchema>;

/** The manifests of both packages. */
export type Manifests = Readonly<Record<"Chromium" | "Firefox", StoreManifest>>;

/** The limits of the stores in characters, each of the strictest store. */
export const storeLimits = {
  Name: { min: 1, max: 45 },
  "Short description": { min: 1, max: 132 },
  "Long description": { min: 250, max: 10_000 },
} as const;

interface Section {
  readonly heading: string;
  readonly body: string;
}

/** Splits a document at its headings of the second level. */
function readSections(text: string): Section[] {
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n");
    return { heading: heading.trim(), body: lines.join("\n").trim() };
  });
}

/** Reads the cells of each row of a text's tables, without the rows below and above their heads. */
function readTable(text: string): string[][] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  const rows = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  const isRule = (row: readonly string[]) => row.every((cell) => /^-*$/.test(cell));
  return rows.filter((row, at) => !isRule(row) && !isRule(rows[at + 1] ?? ["head"]));
}

const readCodes = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code);

/** Lists what one list has and the other one lacks. */
function compareLists(
  [found, wanted]: readonly [readonly string[], readonly string[]],
  [isForeign, isMissing]: readonly [(entry: string) => string, (entry: string) => string],
): string[] {
  return [
    ...found.filter((entry) => !wanted.includes(entry)).map(isForeign),
    ...wanted.filter((entry) => !found.includes(entry)).map(isMissing),
  ];
}

/**
 * Reports differences between the listing and the manifest, lengths that a store refuses, and a
 * missing notice.
 */
export function checkListing(text: string, manifest: StoreManifest): string[] {
  const sections = new Map(readSections(text).map(({ heading, body }) => [heading, body]));
  const expected = { Name: manifest.name, "Short description": manifest.description } as const;
  const differences = Object.entries(expected).flatMap(([heading, value]) =>
    sections.get(heading) === value ? [] : [`${heading} should be "${value}", as in the manifest.`],
  );
  const lengths = Object.entries(storeLimits).flatMap(([heading, { min, max }]) => {
    const { length } = sections.get(heading) ?? "";
    return length >= min && length <= max
      ? []
      : [`${heading} has ${length} characters; expected ${min} to ${max}.`];
  });
  const purpose = sections.get("Single purpose") ?? "";
  return [
    ...differences,
    ...lengths,
    ...(/^[^.]+\.$/.test(purpose) ? [] : ["Single purpose should be one sentence."]),
    ...(sections.get("Long description")?.includes("not affiliated with") === true
      ? []
      : ["Long description lacks the notice that the extension is not affiliated."]),
  ];
}

/** The host of the extension's callback URL; the id depends on the store. */
const callbackHost = /^https:\/\/[a-p]{32}\.chromiumapp\.org\//;

/** Lists the permissions of the manifests, and for each the line that says where it is granted. */
function listGrants(manifests: Manifests): Map<string, string> {
  const grants = new Map<string, { browsers: string[]; when: string }>();
  for (const [browser, manifest] of Object.entries(manifests)) {
    const { permissions, host_permissions: hosts, devtools_page: page } = manifest;
    const required = [...permissions, ...hosts, ...(page === undefined ? [] : ["devtools_page"])];
    const optional = [...manifest.optional_permissions, ...manifest.optional_host_permissions];
    for (const [names, when] of [
      [required, "at the installation"],
      [optional, "on request"],
    ] as const) {
      for (const name of names) {
        const known = name.replace(callbackHost, "https://<id>.chromiumapp.org/");
        const browsers = grants.get(known)?.browsers ?? [];
        grants.set(known, { browsers: [...browsers, browser], when });
      }
    }
  }
  return new Map(
    [...grants].map(([name, { browsers, when }]) => [
      name,
      `_${browsers.join(" and ")}, ${when}._`,
    ]),
  );
}

/**
 * Reports permissions without exactly one section, sections of other permissions, and sections that
 * name other browsers than the manifests or no consequence.
 */
export function checkPermissions(text: string, manifests: Manifests): string[] {
  const grants = listGrants(manifests);
  const sections = readSections(text).map((section) => ({
    ...section,
    names: readCodes(section.heading),
  }));
  const described = sections.flatMap(({ names }) => names);
  const repeated = described.filter((name, at) => described.indexOf(name) !== at);
  return [
    ...compareLists(
      [described, [...grants.keys()]],
      [
        (name) => `permissions.md describes ${name}, which no manifest contains.`,
        (name) => `permissions.md has no section for ${name}.`,
      ],
    ),
    ...repeated.map((name) => `permissions.md has several sections for ${name}.`),
    ...sections.flatMap(({ names, body }) =>
      names.flatMap((name) => {
        const grant = grants.get(name);
        return grant === undefined || body.startsWith(grant)
          ? []
          : [`The section for ${name} should begin with ${grant}`];
      }),
    ),
    ...sections
      .filter(({ names, body }) => names.length > 0 && !/\bWithout (?:it|them)\b/.test(body))
      .map(({ heading }) => `The section ${heading} does not say what happens without it.`),
  ];
}

/** Reports differences between the kinds of data for Firefox and its manifest. */
export function checkDataKinds(text: string, manifest: StoreManifest): string[] {
  const section = readSections(text).find(({ heading }) => heading === "Firefox")?.body ?? "";
  const rows = readTable(section);
  const kinds = rows.flatMap(([, first = ""]) => readCodes(first));
  const { gecko } = manifest.browser_specific_settings ?? {};
  return [
    ...compareLists(
      [kinds, gecko?.data_collection_permissions.required ?? []],
      [
        (kind) => `data-collection.md declares ${kind}, which the manifest does not declare.`,
        (kind) => `data-collection.md does not declare ${kind}.`,
      ],
    ),
    ...rows
      .filter(([, , reason = ""]) => reason === "")
      .map(([, kind]) => `data-collection.md has no reason for ${kind}.`),
  ];
}

/** Reports rows of SECURITY.md's table that the privacy policy lacks, and the reverse. */
export function checkKeptData(policy: string, security: string): string[] {
  const readKept = (text: string): string[] => {
    const section = readSections(text).find(({ heading }) => heading.startsWith("What is kept"));
    return readTable(section?.body ?? "").map((row) => row.join(" | ").trim());
  };
  const wanted = readKept(security);
  if (wanted.length === 0) return ["SECURITY.md has no table of what is kept."];
  return compareLists(
    [readKept(policy), wanted],
    [
      (row) => `privacy-policy.md has a row that SECURITY.md does not have: ${row}`,
      (row) => `privacy-policy.md lacks a row of SECURITY.md: ${row}`,
    ],
  );
}

/** Names that end as hosts do; `example` and `invalid` are reserved (RFC 2606). */
const topLevels: readonly string[] = ["ai", "app", "co", "com", "dev", "eu", "io", "net", "org"];
const allowedHosts: readonly string[] = [
  "127.0.0.1",
  "<id>.chromiumapp.org",
  "example.com",
  "localhost",
  "sandbox.invalid",
];

/** Lists the hosts in a text, except examples, the user's own machine and the callback URL. */
export function findForeignHosts(text: string): string[] {
  const hosts = text.split(/[\s`()"'“”|,;@]+/).flatMap((word) => {
    const [, afterScheme] = word.split("://");
    const [host = ""] = (afterScheme ?? word).split(/[/:]/);
    const name = host.replace(/\.$/, "");
    const labels = name.split(".");
    const isHost =
      afterScheme !== undefined || (labels.length > 1 && topLevels.includes(labels.at(-1) ?? ""));
    return isHost ? [name] : [];
  });
  return hosts.filter(
    (host) => host !== "*" && !host.endsWith(".example") && !allowedHosts.includes(host),
  );
}
