import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { noteThirdParties, writeNotices, type ThirdParty } from "../../third-party.ts";
import { makeTemporaryFolder } from "../launch/temporary-folder.ts";
import { root } from "./overlay.ts";

const some: ThirdParty = {
  name: "some",
  version: "1.2.3",
  source: "https://example.com/ada/some",
  license: "MIT",
  licenseText: "MIT License\n\nCopyright (c) Ada",
};

/** Bundles a module that uses the first of these packages, and returns the notices. */
async function bundle(packages: readonly { manifest: object; code: string; license?: string }[]) {
  const folder = await makeTemporaryFolder("third-party");
  onTestFinished(() => folder.remove());
  packages.forEach(({ manifest, code, license }, place) => {
    const home = join(folder.path, "node_modules", `@planted/p${place}`);
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "package.json"), JSON.stringify({ main: "index.js", ...manifest }));
    writeFileSync(join(home, "index.js"), code);
    if (license !== undefined) writeFileSync(join(home, "LICENSE"), license);
  });
  const entry = join(folder.path, "entry.js");
  writeFileSync(entry, 'import { value } from "@planted/p0"; console.log(value);');
  const parties = noteThirdParties(folder.path);
  await build({
    root: folder.path,
    configFile: false,
    logLevel: "silent",
    plugins: [parties.plugin()],
    build: { write: false, rollupOptions: { input: entry } },
  });
  return parties.write();
}

test("a bundle carries the notice of each package that is really in it", async () => {
  const notices = await bundle([
    {
      manifest: { name: "@planted/p0", version: "1.0.0", license: "ISC" },
      code: "export const value = 1; export const unused = 2;",
      license: "The text of p0",
    },
  ]);
  expect(notices).toContain("@planted/p0 1.0.0\nLicence: ISC\n");
  expect(notices).toContain("The text of p0");
});

test("a package with MIT and an author, and without a file, gets the standard text", async () => {
  const manifest = { name: "p", version: "1.0.0", license: "MIT", author: { name: "Ada" } };
  const notices = await bundle([{ manifest, code: "export const value = 1;" }]);
  expect(notices).toContain("Copyright (c) Ada");
  expect(notices).toContain("Permission is hereby granted");
});

test.each(["GPL-3.0-only", "UNLICENSED", "(MIT OR GPL-3.0-only)"])(
  "the build fails with a package under %s",
  async (license) => {
    const manifest = { name: "planted", version: "1.0.0", license };
    const packages = [{ manifest, code: "export const value = 1;", license: "Its text" }];
    await expect(bundle(packages)).rejects.toThrow(
      `planted 1.0.0 is in the bundle, and its licence is "${license}".`,
    );
  },
);

test("a package whose code is dropped has no notice, whatever its licence", async () => {
  const manifest = { version: "1.0.0", sideEffects: false };
  const notices = await bundle([
    {
      manifest: { ...manifest, name: "used", license: "MIT", author: "Ada" },
      code: 'import { value as other } from "../p1/index.js"; export const value = 1; export { other };',
    },
    {
      manifest: { ...manifest, name: "dropped", license: "GPL-3.0-only" },
      code: "export const value = 2;",
    },
  ]);
  expect(notices).toContain("used 1.0.0");
});

test("a package without the text of its licence is refused", () => {
  expect(() => writeNotices([{ ...some, licenseText: "" }])).toThrow(
    "some 1.2.3 is in the bundle, and has no file with its licence.",
  );
});

test("both packages have the notices of what they contain", () => {
  for (const target of ["chrome-mv3", "firefox-mv3"]) {
    const notices = readFileSync(join(root, ".output/fresh", target, "THIRD-PARTY.txt"), "utf8");
    const names = [...notices.matchAll(/^(\S+) \S+\nLicence: /gm)].map(([, name]) => name);
    const sources = [...notices.matchAll(/^Source: (.+)$/gm)].map(([, source]) => source);
    expect(sources).toHaveLength(names.length);
    for (const source of sources) expect(source).toMatch(/^https:\/\/[\w.]+\/[\w-]+\/[\w.-]+$/);
    expect(names).toEqual(names.toSorted((one = "", other = "") => (one < other ? -1 : 1)));
    for (const name of ["preact", "zod", "jose", "idb", "webextension-polyfill"])
      expect(names).toContain(name);
    // The MPL-2.0 requires to say where the source code is (section 3.2).
    expect(notices).toMatch(/^webextension-polyfill \S+\nLicence: MPL-2\.0\nSource: /m);
    expect(notices).toContain("Mozilla Public License Version 2.0");
  }
});
