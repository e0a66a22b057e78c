import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod/mini";
import { packTenant } from "../../pack-tenant.ts";
import { root } from "./build-extension.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** The packed local tenant, installed from its tarball in a folder that was empty. */
export interface InstalledTenant {
  readonly folder: string;
  readonly tarball: string;
  /** The names of the installed packages. */
  readonly packages: readonly string[];
  remove(): Promise<void>;
}

const lockSchema = z.object({ packages: z.record(z.string(), z.unknown()) });

/** Packs the local tenant and installs it; npm has no network, so it can install nothing else. */
export async function installTenant(): Promise<InstalledTenant> {
  const [packed, installed] = await Promise.all([
    makeTemporaryFolder("packed"),
    makeTemporaryFolder("installed"),
  ]);
  const tarball = await packTenant(packed.path, join(packed.path, "content"));
  const args = ["install", tarball, "--prefix", installed.path, "--offline", "--no-audit"];
  // On Windows, npm is a script of the shell.
  const options = { cwd: installed.path, shell: process.platform === "win32" };
  await promisify(execFile)("npm", args, options);
  const lock = join(installed.path, "node_modules", ".package-lock.json");
  const { packages } = lockSchema.parse(JSON.parse(await readFile(lock, "utf8")));
  return {
    folder: installed.path,
    tarball,
    packages: Object.keys(packages),
    async remove() {
      await Promise.all([packed.remove(), installed.remove()]);
    },
  };
}

/** Returns a block of code from the README of the package: the one that contains `part`. */
export async function readReadmeCode(part: string): Promise<string> {
  const text = await readFile(join(root, "tenant", "package", "README.md"), "utf8");
  const blocks = text.split("```ts\n").slice(1);
  const code = blocks.map((block) => block.slice(0, block.indexOf("```")));
  const [found, second] = code.filter((each) => each.includes(part));
  if (found === undefined || second !== undefined) {
    throw new Error(`Expected one block with "${part}" in the README of the tenant's package.`);
  }
  return found;
}
