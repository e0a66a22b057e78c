import bcd, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import type { UsedNames } from "./list-used-names.ts";

export type BrowserName = "chrome" | "firefox" | "firefox_android";

/** A browser feature and the first version that has it; `Infinity` if no release has it. */
export interface Feature {
  /** The key in `@mdn/browser-compat-data`. */
  readonly key: string;
  readonly since: number;
}

/** Returns the first version with the feature at a key of the compatibility data. */
export function readFeature(key: string, browser: BrowserName): Feature {
  const compat = readEntry(key)?.__compat;
  if (compat === undefined) throw new Error(`The compatibility data has no feature ${key}.`);
  return { key, since: readVersion(compat, browser) };
}

/** Finds the features of scripts that their names identify; a shared name counts as the oldest. */
export function findScriptFeatures(names: UsedNames, browser: BrowserName): Feature[] {
  const found = new Map<string, Feature>();
  const add = (path: string, compat: CompatStatement | undefined): void => {
    if (compat !== undefined) found.set(path, { key: path, since: readVersion(compat, browser) });
  };
  for (const chain of names.chains) {
    if (names.defined.has(chain)) continue;
    for (const root of ["api", "javascript.builtins"]) {
      add(`${root}.${chain}`, readEntry(`${root}.${chain}`)?.__compat);
      add(`${root}.${chain}_static`, readEntry(`${root}.${chain}_static`)?.__compat);
    }
    // An extension interface is reached through the polyfill: `n.storage.session`.
    const parts = chain.split(".");
    for (let start = 0; start < parts.length - 1; start += 1) {
      const key = `webextensions.api.${parts.slice(start).join(".")}`;
      add(key, readEntry(key)?.__compat);
    }
  }
  for (const property of names.properties) {
    const owners = names.defined.has(property) ? [] : (ownersByMember.get(property) ?? []);
    const oldest = owners
      .map(({ key, compat }) => ({ key, since: readVersion(compat, browser) }))
      .toSorted((one, other) => one.since - other.since)[0];
    if (oldest !== undefined) found.set(oldest.key, oldest);
  }
  return [...found.values()];
}

/** Finds the properties, functions, at-rules and pseudo-classes of a style sheet. */
export function findStyleFeatures(css: string, browser: BrowserName): Feature[] {
  const collect = (pattern: RegExp, text: string, path: string): string[] =>
    [...text.matchAll(pattern)].map(([, name]) => `${path}.${name}`);
  const selectors = [...css.matchAll(/([^{};]*)\{/g)].map(([, selector]) => selector).join("\n");
  const functions = [...css.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)].map(([, name]) => name ?? "");
  const keys = new Set([
    ...collect(/[{;]\s*([a-z][a-z-]*)\s*:/g, css, "css.properties"),
    ...collect(/:([a-z][a-z-]*)/g, selectors, "css.selectors"),
    ...collect(/@([a-z][a-z-]*)/g, css, "css.at-rules"),
    ...functions.flatMap((name) => styleFunctions.get(name) ?? []),
  ]);
  return [...keys]
    .filter((key) => readEntry(key)?.__compat !== undefined)
    .map((key) => readFeature(key, browser));
}

/** Finds the keys of a manifest, such as `content_security_policy.extension_pages`. */
export function findManifestFeatures(manifest: object, browser: BrowserName): Feature[] {
  const walk = (value: unknown, key: string): string[] =>
    typeof value !== "object" || value === null || Array.isArray(value)
      ? []
      : Object.entries(value).flatMap(([name, inner]) => {
          const path = `${key}.${name}`;
          return readEntry(path)?.__compat === undefined ? [] : [path, ...walk(inner, path)];
        });
  return walk(manifest, "webextensions.manifest").map((key) => readFeature(key, browser));
}

/** The interfaces and built-in objects that have a member, by the member's name. */
const ownersByMember = groupMembers();

/** The keys of the functions of style sheets, such as `light-dark`, by their names. */
const styleFunctions = groupStyleFunctions("css.types");

function groupMembers(): Map<string, { key: string; compat: CompatStatement }[]> {
  const members = new Map<string, { key: string; compat: CompatStatement }[]>();
  for (const root of ["api", "javascript.builtins"]) {
    for (const [owner, entry] of listChildren(readEntry(root))) {
      for (const [member, { __compat: compat }] of listChildren(entry)) {
        if (compat === undefined || member.endsWith("_event")) continue;
        const name = member.replace(/_static$/, "");
        const key = `${root}.${owner}.${member}`;
        members.set(name, [...(members.get(name) ?? []), { key, compat }]);
      }
    }
  }
  return members;
}

function groupStyleFunctions(path: string): Map<string, string[]> {
  const functions = new Map<string, string[]>();
  for (const [name] of listChildren(readEntry(path))) {
    const key = `${path}.${name}`;
    for (const [inside, keys] of [[name, [key]] as const, ...groupStyleFunctions(key)])
      functions.set(inside, [...(functions.get(inside) ?? []), ...keys]);
  }
  return functions;
}

function listChildren(entry: Identifier | undefined): [string, Identifier][] {
  return Object.entries(entry ?? {}).filter(
    (child): child is [string, Identifier] => child[0] !== "__compat" && isEntry(child[1]),
  );
}

function isEntry(value: unknown): value is Identifier {
  return typeof value === "object" && value !== null;
}

/** Reads an entry of the compatibility data by its path, such as `api.URL.parse_static`. */
function readEntry(path: string): Identifier | undefined {
  let entry: unknown = bcd;
  for (const part of path.split("."))
    entry = isEntry(entry) && Object.hasOwn(entry, part) ? Reflect.get(entry, part) : undefined;
  return isEntry(entry) ? entry : undefined;
}

/** Reads the first version with the feature; one behind a flag or a prefix does not count. */
function readVersion(compat: CompatStatement, browser: BrowserName): number {
  const statements: readonly SimpleSupportStatement[] = [compat.support[browser] ?? []].flat();
  const versions = statements
    .filter(({ flags, prefix, alternative_name }) => !(flags ?? prefix ?? alternative_name))
    .map(({ version_added }) => Number.parseFloat(String(version_added).replace("≤", "")));
  return Math.min(...versions.map((version) => (Number.isNaN(version) ? Infinity : version)));
}
