import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import * as z from "zod/mini";

/** A package whose code is in the bundle. */
export interface ThirdParty {
  name: string;
  version: string;
  /** The URL of its source code; empty if package.json has none. */
  source: string;
  /** An identifier of the SPDX licence list. */
  license: string;
  /** Empty if the package has no such file. */
  licenseText: string;
}

/** Licences that allow the code in an extension under MIT, as long as their notices go with it. */
const allowed: ReadonlySet<string> = new Set([
  "MIT",
  "ISC",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "MPL-2.0",
]);

/**
 * Writes the notices of the packages in a bundle, in the order of their names.
 *
 * @throws {Error} for a package with another licence, or without the text of its licence
 */
export function writeNotices(packages: readonly ThirdParty[]): string {
  const notices = packages
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, version, source, license, licenseText }) => {
      if (!allowed.has(license))
        throw new Error(
          `${name} ${version} is in the bundle, and its licence is "${license}". Allowed: ${[...allowed].join(", ")}.`,
        );
      if (licenseText === "")
        throw new Error(`${name} ${version} is in the bundle, and has no file with its licence.`);
      return `${name} ${version}\nLicence: ${license}\nSource: ${source}\n\n${licenseText.trim()}\n`;
    });
  const head = "This package contains code of these packages, under their own licences.\n";
  return [head, ...notices].join(`\n${"-".repeat(80)}\n\n`);
}

/** Vite itself adds modules of these names: its preload helper, and its CommonJS helper. */
const isOfVite = (id: string) => id.startsWith("\0vite/") || id.startsWith("\0commonjsHelpers");

/**
 * Returns the folder of the package that a module belongs to; undefined for a module of this
 * project.
 */
function findPackage(id: string, root: string): string | undefined {
  if (isOfVite(id)) return join(root, "node_modules/vite");
  const path = id.replace(/^\0/, "").split("?")[0] ?? "";
  const parts = path.split("/");
  const place = parts.lastIndexOf("node_modules");
  if (place === -1) return undefined;
  const end = parts[place + 1]?.startsWith("@") === true ? place + 3 : place + 2;
  return parts.slice(0, end).join("/");
}

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  repository: z.optional(z.union([z.string(), z.object({ url: z.string() })])),
  author: z.optional(z.union([z.string(), z.object({ name: z.string() })])),
});

/**
 * Writes the MIT licence (https://spdx.org/licenses/MIT.html) of a package that names its licence
 * and its author in package.json, and has no file with the text.
 */
const writeMit = (author: string) => `MIT License

Copyright (c) ${author}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** The part of Vite's licence about the tools that Vite contains: none of them is in a bundle. */
const ofBundledTools = "# Licenses of bundled dependencies";

/** Writes the address of a repository, which package.json has in several forms, for a browser. */
function writeAddress(repository: string): string {
  const address = repository.replace(/^(?:git\+)?(?:https|ssh|git):\/\/(?:git@)?/, "https://");
  const isShort = /^[\w-]+\/[\w.-]+$/.test(address);
  return (isShort ? `https://github.com/${address}` : address).replace(/\.git$/, "");
}

function readPackage(folder: string): ThirdParty {
  const facts = packageSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  const { repository = "", author, ...known } = facts;
  const source = writeAddress(typeof repository === "object" ? repository.url : repository);
  const about = { ...known, source };
  const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (file !== undefined) {
    const [licenseText = ""] = readFileSync(join(folder, file), "utf8").split(ofBundledTools);
    return { ...about, licenseText };
  }
  const holder = typeof author === "object" ? author.name : author;
  const licenseText = about.license === "MIT" && holder !== undefined ? writeMit(holder) : "";
  return { ...about, licenseText };
}

/** The name of the file with the notices, in each package. */
export const noticesName = "THIRD-PARTY.txt";

/**
 * Notes the packages whose modules the bundler really puts into the output, in any number of
 * bundles.
 */
export function noteThirdParties(root: string): {
  plugin: () => Plugin;
  /** Forgets the bundles before: one process can build for several browsers. */
  start: () => void;
  /** Writes the notices of all bundles since the start. */
  write: () => string;
} {
  const folders = new Set<string>();
  return {
    plugin: () => ({
      name: "note-third-parties",
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== "chunk") continue;
          for (const [id, { renderedLength }] of Object.entries(file.modules)) {
            const folder = renderedLength > 0 ? findPackage(id, root) : undefined;
            if (folder !== undefined) folders.add(folder);
          }
        }
      },
    }),
    start: () => folders.clear(),
    write: () => writeNotices([...folders].map(readPackage)),
  };
}
