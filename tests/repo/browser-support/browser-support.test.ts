import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { root } from "../overlay.ts";
import { checkMinimum, guardedFeatures, listFeatures, type BuiltTexts } from "./check-minimum.ts";
import { findScriptFeatures } from "./find-features.ts";
import { listUsedNames } from "./list-used-names.ts";

const manifestSchema = z.looseObject({
  minimum_chrome_version: z.optional(z.string()),
  browser_specific_settings: z.optional(
    z.looseObject({ gecko: z.looseObject({ strict_min_version: z.string() }) }),
  ),
});
type Manifest = z.infer<typeof manifestSchema>;

/** Reads the last build, without the files that are kept from the previous build. */
function readBuild(folder: string): BuiltTexts & { readonly manifest: Manifest } {
  const base = join(root, ".output/fresh", folder);
  const read = (extension: string): string[] =>
    readdirSync(base, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(extension))
      .map((path) => readFileSync(join(base, path), "utf8"));
  const manifest: unknown = JSON.parse(readFileSync(join(base, "manifest.json"), "utf8"));
  return { scripts: read(".js"), styles: read(".css"), manifest: manifestSchema.parse(manifest) };
}

const chrome = readBuild("chrome-mv3");
const firefox = readBuild("firefox-mv3");
const chromeMinimum = Number(chrome.manifest.minimum_chrome_version);
const firefoxMinimum = Number(firefox.manifest.browser_specific_settings?.gecko.strict_min_version);

describe("the minimum browser versions of the manifests", () => {
  test("equals the version that the newest feature of the Chrome build needs", () => {
    expect(checkMinimum(listFeatures(chrome, "chrome"), chromeMinimum)).toEqual([]);
  });

  test("equals the version that the newest feature of the Firefox build needs", () => {
    expect(checkMinimum(listFeatures(firefox, "firefox"), firefoxMinimum)).toEqual([]);
  });

  test("excuses only features that a build contains and that are newer than a minimum", () => {
    const names = listUsedNames([...chrome.scripts, ...firefox.scripts]);
    const newer = [
      ...findScriptFeatures(names, "chrome").filter(({ since }) => since > chromeMinimum),
      ...findScriptFeatures(names, "firefox").filter(({ since }) => since > firefoxMinimum),
    ].map(({ key }) => key);
    expect([...new Set(newer)].toSorted()).toEqual(Object.keys(guardedFeatures).toSorted());
  });
});

describe("the check of the minimum versions", () => {
  test.each([
    ["a static method", 'Uint8Array.fromHex("00")', "javascript.builtins.Uint8Array.fromHex"],
    ["a method of an instance", "m.getOrInsert(1,2)", "javascript.builtins.Map.getOrInsert"],
    ["a class", "new Summarizer", "api.Summarizer"],
  ])("reports a script that uses %s newer than the minimum", (_what, planted, key) => {
    const features = listFeatures({ ...chrome, scripts: [...chrome.scripts, planted] }, "chrome");
    expect(checkMinimum(features, chromeMinimum)).toEqual([
      expect.stringMatching(new RegExp(`^${key} needs \\d+; the minimum is ${chromeMinimum}.$`)),
    ]);
  });

  test("reports an extension interface, a CSS property and a manifest key that are too new", () => {
    const features = listFeatures(
      {
        scripts: [...firefox.scripts, "n.runtime.getContexts()"],
        styles: ["a{corner-shape:squircle}"],
        manifest: { ...firefox.manifest, optional_host_permissions: [] },
      },
      "firefox",
    );
    const keys = features.filter(({ since }) => since > 126).map(({ key }) => key);
    expect(keys).toContain("webextensions.api.runtime.getContexts");
    expect(keys).toContain("css.properties.corner-shape");
    expect(keys).toContain("webextensions.manifest.optional_host_permissions");
  });

  test("reports a minimum that is too low or too high", () => {
    const features = listFeatures(chrome, "chrome");
    expect(checkMinimum(features, 126)).toEqual([
      "api.SubtleCrypto.verify.ed25519 needs 137; the minimum is 126.",
    ]);
    expect(checkMinimum(features, 140)).toEqual([
      "The minimum is 140; the newest feature, api.SubtleCrypto.verify.ed25519, needs 137.",
    ]);
  });

  test("ignores a property name that the scripts define themselves", () => {
    const names = listUsedNames(["const m={getOrInsert(){}};m.getOrInsert()"]);
    expect(findScriptFeatures(names, "chrome")).toEqual([]);
  });

  test("throws when nothing in the build uses a declared feature", () => {
    expect(() => listFeatures({ ...chrome, scripts: [] }, "chrome")).toThrow(
      "Nothing in the build uses api.SubtleCrypto.verify.ed25519",
    );
  });
});
