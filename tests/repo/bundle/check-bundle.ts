import { deflateRawSync, gzipSync } from "node:zlib";

/** A built extension: the bytes of each file by its path from the folder's root, with `/`. */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const decoder = new TextDecoder();
const isScript = (path: string): boolean => /\.m?js$/.test(path);

function readText(bundle: Bundle, path: string): string | undefined {
  const bytes = bundle.get(path);
  return bytes === undefined ? undefined : decoder.decode(bytes);
}

/** Selects the files that an entry loads at any time, or at its start, without dynamic imports. */
export type Extent = "in total" | "at the start";

const references: Readonly<Record<Extent, RegExp>> = {
  // A dynamic import names its script. Vite lists the style sheet of that script beside it.
  "in total":
    /(?:src|href)="([^"]+)"|(?:from|import)\s*\(?\s*["'`](\.{0,2}\/[^"'`]+)["'`]|"(assets\/[^"]+\.css)"/g,
  "at the start": /(?:src|href)="([^"]+)"|(?:from|import)\s*["'`](\.{0,2}\/[^"'`]+)["'`]/g,
};

/** Lists an entry and the files that it loads: follows `src=`, `href=` and imports. */
export function findReachable(
  bundle: Bundle,
  entry: string,
  extent: Extent = "in total",
): string[] {
  const reached = new Set<string>();
  const queue = [entry];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    const text = readText(bundle, path);
    if (text === undefined) continue;
    reached.add(path);
    const base = `https://bundle.invalid/${path}`;
    for (const [, linked, imported, listed] of text.matchAll(references[extent])) {
      const url = new URL(linked ?? imported ?? `/${listed}`, base);
      if (url.host === "bundle.invalid" && /\.(?:m?js|css)$/.test(url.pathname))
        queue.push(url.pathname.slice(1));
    }
  }
  return [...reached].toSorted();
}

/** Lists the scripts that an entry imports dynamically, by their names without the hash. */
export function findLateScripts(bundle: Bundle, entry: string): string[] {
  const imported = findReachable(bundle, entry)
    .filter(isScript)
    .flatMap((path) => [
      ...(readText(bundle, path) ?? "").matchAll(/\bimport\(\s*["'`]\.\/([^"'`]+)-[\w-]{8}\.js/g),
    ])
    .map(([, name]) => name ?? "");
  return [...new Set(imported)].toSorted();
}

/** Adds up the gzip size of each file that an entry loads. */
export function measureEntry(bundle: Bundle, entry: string, extent: Extent = "in total"): number {
  return findReachable(bundle, entry, extent).reduce(
    (sum, path) => sum + gzipSync(bundle.get(path) ?? "", { level: 9 }).length,
    0,
  );
}

/** Reports entries that are missing or that load more gzip bytes than their ceiling. */
export function checkCeilings(
  bundle: Bundle,
  ceilings: Readonly<Record<string, number>>,
  extent: Extent = "in total",
): string[] {
  return Object.entries(ceilings).flatMap(([entry, ceiling]) => {
    if (!bundle.has(entry)) return [`${entry} is not in the build.`];
    const size = measureEntry(bundle, entry, extent);
    return size > ceiling
      ? [`${entry} loads ${size} bytes (gzip) ${extent}; its ceiling is ${ceiling}.`]
      : [];
  });
}

export interface Bleed {
  readonly what: string;
  readonly pattern: RegExp;
  /** The one script that may contain it. */
  readonly exceptIn?: string;
}

/** The script with the tenant, which contains its code alone. */
const tenantScript = "sandbox-worker.js";

/** Patterns that no script of the extension may contain. */
export const bleedEverywhere: readonly Bleed[] = [
  {
    what: "the tenant's control route",
    // The extension shows the first page of the controls, and reads the description of the tenant.
    pattern: /\/_control\/(?!description\b)/,
    exceptIn: tenantScript,
  },
  { what: "the tenant's server framework", pattern: /\bhono\b/i, exceptIn: tenantScript },
  {
    what: "the tenant's seeded secret",
    pattern: /demo-management-secret|correct-horse-1|battery-staple-2/,
    exceptIn: tenantScript,
  },
  // The polyfill's table of interfaces has a key of this name in every build. Only a use of it
  // counts.
  { what: "webRequest", pattern: /\.webRequest\b|["'`]webRequest["'`]/ },
  { what: "a script fetched from elsewhere", pattern: /https?:\/\/[^\s"'`<>]+\.m?js\b/ },
  { what: "innerHTML", pattern: /\binnerHTML\b/ },
  { what: "eval", pattern: /(?<![\w$.])eval\s*\(/ },
  {
    what: "a function made from text",
    pattern: /\bnew\s+Function\b|(?<![\w$.])Function\s*\(\s*["'`]/,
  },
  {
    what: "a path of the machine that built it",
    pattern: /file:\/\/\/|\/home\/\w|\/Users\/\w/,
  },
];

const extensionInterface: Bleed = {
  what: "an extension interface",
  pattern: /(?<![\w$])(?:chrome|browser)\??\.\w/,
};

/** Patterns that an entry and the files it loads may not contain. */
export const bleedByEntry: Readonly<Record<string, readonly Bleed[]>> = {
  "popup.html": [
    {
      what: "code of the panel",
      pattern: /devtools\.(?:panels|network|inspectedWindow)|data-surface="panel"/,
    },
    { what: "the virtualised list of the panel", pattern: /\bgetVirtualItems\b/ },
  ],
  "options.html": [
    {
      what: "code of the panel",
      pattern: /devtools\.(?:panels|network|inspectedWindow)|data-surface="panel"/,
    },
  ],
  "devtools.html": [
    {
      // A listener here would run while the panel is closed.
      what: "a listener for the inspected page's requests",
      pattern: /onRequestFinished|getHAR|onNavigated|inspectedWindow/,
    },
  ],
  "auth-library.js": [extensionInterface],
  "page-run.js": [
    extensionInterface,
    // The panel has the schemas, and checks what the page returns.
    { what: "a schema", pattern: /\bzod\b|_zod|safeParse/i },
  ],
};

/** The sizes of a ZIP file's records without the file name (APPNOTE.TXT, 4.3.7, 4.3.12, 4.3.16). */
const zipRecords = { localHeader: 30, centralHeader: 46, end: 22 };

/** Returns the size of the ZIP file for a store: each file deflated at the highest level. */
export function measureZip(bundle: Bundle, excluded: readonly string[]): number {
  const files = [...bundle].filter(([path]) => !excluded.includes(path));
  return files.reduce(
    (sum, [path, bytes]) =>
      sum +
      zipRecords.localHeader +
      zipRecords.centralHeader +
      2 * Buffer.byteLength(path) +
      deflateRawSync(bytes, { level: 9 }).length,
    zipRecords.end,
  );
}

/** Reports forbidden patterns in scripts and pages. */
export function checkBleed(
  bundle: Bundle,
  everywhere: readonly Bleed[],
  byEntry: Readonly<Record<string, readonly Bleed[]>>,
): string[] {
  const problems: string[] = [];
  const check = (path: string, bleeds: readonly Bleed[], within: string): void => {
    const text = readText(bundle, path) ?? "";
    for (const { what, pattern, exceptIn } of bleeds) {
      const found = exceptIn === path ? null : pattern.exec(text);
      if (found !== null)
        problems.push(`${path}${within} contains ${what}: "${found[0].slice(0, 60)}".`);
    }
  };
  for (const path of bundle.keys())
    if (isScript(path) || path.endsWith(".html")) check(path, everywhere, "");
  for (const [entry, bleeds] of Object.entries(byEntry)) {
    if (!bundle.has(entry)) problems.push(`${entry} is not in the build.`);
    for (const path of findReachable(bundle, entry))
      check(path, bleeds, path === entry ? "" : ` (loaded by ${entry})`);
  }
  return problems;
}
