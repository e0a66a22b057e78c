import {
  findManifestFeatures,
  findScriptFeatures,
  findStyleFeatures,
  readFeature,
  type BrowserName,
  type Feature,
} from "./find-features.ts";
import { listUsedNames } from "./list-used-names.ts";

/** The files of a built extension that use browser features. */
export interface BuiltTexts {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly manifest: object;
}

/** A feature that no name in a script identifies, such as an algorithm of WebCrypto. */
export interface DeclaredFeature {
  readonly key: string;
  readonly browser: BrowserName;
  /** Matches the scripts or the manifest while the feature is used. */
  readonly evidence: RegExp;
}

/** Features that a library tests for before it uses them, with the place of the test. */
export const guardedFeatures: Readonly<Record<string, string>> = {
  "javascript.builtins.Uint8Array.fromBase64": "jose, lib/buffer_utils.js",
  "javascript.builtins.Uint8Array.toBase64": "jose, lib/buffer_utils.js",
  "api.Document.moveBefore": "preact, insert",
};

const declaredFeatures: readonly DeclaredFeature[] = [
  {
    // Tokens signed with EdDSA are verified like any other (lib/tokens/verify-signature.ts).
    key: "api.SubtleCrypto.verify.ed25519",
    browser: "chrome",
    evidence: /["'`]Ed25519["'`]/,
  },
  {
    // strict_min_version also applies to Android, and web-ext lint checks both.
    key: "webextensions.manifest.browser_specific_settings.gecko.data_collection_permissions",
    browser: "firefox_android",
    evidence: /"data_collection_permissions"/,
  },
];

/** Lists the features that a build uses unconditionally, newest first. */
export function listFeatures(
  { scripts, styles, manifest }: BuiltTexts,
  browser: "chrome" | "firefox",
): Feature[] {
  const texts = [...scripts, JSON.stringify(manifest)];
  const declared = declaredFeatures.filter((feature) => feature.browser.startsWith(browser));
  for (const { key, evidence } of declared)
    if (!texts.some((text) => evidence.test(text)))
      throw new Error(`Nothing in the build uses ${key}: remove it from declaredFeatures.`);
  return [
    ...declared.map((feature) => readFeature(feature.key, feature.browser)),
    ...findScriptFeatures(listUsedNames(scripts), browser),
    ...findStyleFeatures(styles.join("\n"), browser),
    ...findManifestFeatures(manifest, browser),
  ]
    .filter(({ key }) => !(key in guardedFeatures))
    .toSorted((one, other) => other.since - one.since);
}

/** Compares a manifest's minimum version with the newest feature; returns the differences. */
export function checkMinimum(features: readonly Feature[], minimum: number): string[] {
  const newer = features.filter(({ since }) => since > minimum);
  const [newest] = features;
  if (newer.length === 0 && newest !== undefined && newest.since < minimum)
    return [`The minimum is ${minimum}; the newest feature, ${newest.key}, needs ${newest.since}.`];
  return newer.map(({ key, since }) => `${key} needs ${since}; the minimum is ${minimum}.`);
}
