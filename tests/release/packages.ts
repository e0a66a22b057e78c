import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { zip } from "wxt";
import * as z from "zod/mini";
import { root } from "../launch/build-extension.ts";
import { silentLogger } from "../launch/silent-logger.ts";

/** A package of a release, by the place that it is for. */
export type Target = "chrome" | "edge" | "firefox" | "sideload";

export const targets: readonly Target[] = ["chrome", "edge", "firefox", "sideload"];

const packageSchema = z.object({ version: z.string() });

/** Returns the version of the project, which package.json alone has. */
export async function readVersion(): Promise<string> {
  return packageSchema.parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")))
    .version;
}

export function nameZip(version: string, target: Target | "sources"): string {
  return `tenant-inspector-${version}-${target}.zip`;
}

/**
 * Builds the packages of a release. Each has the same bytes on every machine with the same Node,
 * npm packages and version.
 *
 * @param folder receives the packages, and a folder with the files of each
 * @returns the names of the zips
 * @throws {Error} for a store that has not assigned an id yet (identities.ts)
 */
export async function makePackages(
  folder: string,
  wanted: readonly Target[] = targets,
): Promise<string[]> {
  const version = await readVersion();
  const names: string[] = [];
  for (const target of wanted) {
    const name = nameZip(version, target);
    const [built = ""] = await zip({
      root,
      outDir: join(folder, "build", target),
      browser: target === "sideload" ? "chrome" : target,
      manifestVersion: 3,
      // Testers load a package with the id that is the same everywhere.
      mode: target === "sideload" ? "production" : "store",
      logger: silentLogger,
      vite: () => ({ logLevel: "error" }),
      zip: { zipSources: false },
    });
    await rename(built, join(folder, name));
    names.push(name);
  }
  return names;
}

/** Returns the files of a zip by their paths. */
export async function unpack(path: string): Promise<Map<string, Uint8Array>> {
  return new Map(Object.entries(unzipSync(await readFile(path))));
}

export async function hashFile(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

/** Runs a program in a folder, and returns its output; throws if it fails. */
export function run(
  program: string,
  args: readonly string[],
  folder: string = root,
  env: Readonly<Record<string, string>> = {},
): Buffer {
  return execFileSync(program, args, {
    cwd: folder,
    maxBuffer: 512 * 1024 * 1024,
    // An archive has the times of its files in the local time zone.
    env: { ...process.env, TZ: "UTC", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
