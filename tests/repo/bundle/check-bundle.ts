import { gzipSync } from "node:zlib";

/** A built extension: the bytes of each file by its path from the folder's root, with `/`. */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const decoder = new TextDecoder();
const isScript = (path: string): boolean => /\.m?js$/.test(path);

function readText(bundle: Bundle, path: string): string | undefined {
  const bytes = bundle.get(path);
  return bytes === undefined ? undefined : decoder.decode(bytes);
}

/** What an entry loads: all that it ever may, or at its start alone, without what it imports when that is first needed. */
export type Extent = "ever" | "at the start";

const references: Readonly<Record<Extent, RegExp>> = {
  // A late part is named in its import, and its style sheet in the list that the builder keeps beside the imports.
  ever: /(?:src|href)="([^"]+)"|(?:from|import)\s*\(?\s*["'`](\.{0,2}\/[^"'`]+)["'`]|"(assets\/[^"]+\.css)"/g,
  "at the start": /(?:src|href)="([^"]+)"|(?:from|import)\s*["'`](\.{0,2}\/[^"'`]+)["'`]/g,
};

/** The files that a page or a script loads, itself included: followed through `src=`, `href=` and imports. */
export function findReachable(bundle: Bundle, entry: string, extent: Extent = "ever"): string[] {
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

/** The scripts that an entry loads when they are first needed, by their names without the hash. */
export function findLateScripts(bundle: Bundle, entry: string): string[] {
  const early = new Set(findReachable(bundle, entry, "at the start"));
  return findReachable(bundle, entry)
    .filter((path) => isScript(path) && !early.has(path))
    .map((path) => path.replace(/^.*\//, "").replace(/-[\w-]{8}\.m?js$/, ""));
}

/** Bytes of everything an entry loads, each file compressed by itself as a store serves it. */
export function measureEntry(bundle: Bundle, entry: string, extent: Extent = "ever"): number {
  return findReachable(bundle, entry, extent).reduce(
    (sum, path) => sum + gzipSync(bundle.get(path) ?? "", { level: 9 }).length,
    0,
  );
}

/** Sentences about entries that are missing or over their ceiling (gzip bytes of what they load). */
export function checkCeilings(
  bundle: Bundle,
  ceilings: Readonly<Record<string, number>>,
  extent: Extent = "ever",
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
}

/** What no script of the extension may contain. */
export const bleedEverywhere: readonly Bleed[] = [
  { what: "the tenant's control route", pattern: /\/_control/ },
  { what: "the tenant's server framework", pattern: /\bhono\b/i },
  {
    what: "the tenant's seeded secret",
    pattern: /demo-management-secret|correct-horse-1|battery-staple-2/,
  },
  // The polyfill's table of interfaces has a key of this name in every build; a use of it is another matter.
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

/** What one entry, with all it loads, may not contain. */
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
  "auth-library.js": [
    { what: "an extension interface", pattern: /(?<![\w$])(?:chrome|browser)\??\.\w/ },
  ],
};

/** A statement without effect that WXT leaves in every script; assigned to anything, it would count. */
const wxtLeftover =
  /(?<=[;{}])globalThis\.browser\?\.runtime\?\.id\?globalThis\.browser:globalThis\.chrome;/g;

/** Sentences about what is in the bundle and should not be. */
export function checkBleed(
  bundle: Bundle,
  everywhere: readonly Bleed[],
  byEntry: Readonly<Record<string, readonly Bleed[]>>,
): string[] {
  const problems: string[] = [];
  const judge = (path: string, bleeds: readonly Bleed[], within: string): void => {
    const text = (readText(bundle, path) ?? "").replaceAll(wxtLeftover, "");
    for (const { what, pattern } of bleeds) {
      const found = pattern.exec(text);
      if (found !== null)
        problems.push(`${path}${within} contains ${what}: "${found[0].slice(0, 60)}".`);
    }
  };
  for (const path of bundle.keys())
    if (isScript(path) || path.endsWith(".html")) judge(path, everywhere, "");
  for (const [entry, bleeds] of Object.entries(byEntry)) {
    if (!bundle.has(entry)) problems.push(`${entry} is not in the build.`);
    for (const path of findReachable(bundle, entry))
      judge(path, bleeds, path === entry ? "" : ` (loaded by ${entry})`);
  }
  return problems;
}
