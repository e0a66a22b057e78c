// Usage: npm run packages, npm run release -- [TAG]
// Writes the packages, or all files of a release, to .output/release. With a tag, its version, that
// of package.json and that of CHANGELOG.md must be the same.
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { packTenant } from "../../pack-tenant.ts";
import { root } from "../launch/build-extension.ts";
import { checkPermissions, storeManifestSchema } from "../repo/check-store-texts.ts";
import { checkStore } from "./check-store.ts";
import { lintPackage } from "./lint-package.ts";
import { checkTag, readNotes } from "./notes.ts";
import {
  hashFile,
  makePackages,
  nameZip,
  readVersion,
  run,
  targets,
  unpack,
  type Target,
} from "./packages.ts";
import { archiveSources } from "./sources.ts";

const folder = join(root, ".output/release");

async function say(name: string): Promise<void> {
  console.log(`${await hashFile(join(folder, name))}  ${name}`);
}

/** Checks the finished zips as the stores do; throws with all problems. */
async function check(version: string): Promise<void> {
  const problems: string[] = [];
  const read = async (target: Target) => {
    const files = await unpack(join(folder, nameZip(version, target)));
    for (const problem of checkStore(files, target, version))
      problems.push(`${target}: ${problem}`);
    const manifest: unknown = JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
    return storeManifestSchema.parse(manifest);
  };
  const justified = await readFile(join(root, "docs/store/permissions.md"), "utf8");
  const Firefox = await read("firefox");
  for (const target of ["chrome", "edge", "sideload"] as const)
    problems.push(...checkPermissions(justified, { Chromium: await read(target), Firefox }));
  const { errors, warnings, notices } = lintPackage(join(folder, nameZip(version, "firefox")));
  const count = `${errors.length}/${warnings.length}/${notices.length}`;
  if (count !== "0/0/0") problems.push(`firefox: the linter reports ${count}.`);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  console.log(`check-store: ${targets.length} packages ok, linter ${count}`);
}

const sbomSchema = z.looseObject({ metadata: z.looseObject({ component: z.looseObject({}) }) });

/** Lists the npm packages of the release as CycloneDX, with the time of the commit. */
async function writeSbom(): Promise<string> {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
  const { serialNumber: _, ...sbom } = sbomSchema.parse(
    JSON.parse(run("npm", [...args, "--workspaces=false"]).toString()),
  );
  const timestamp = run("git", ["log", "-1", "--format=%cI"]).toString().trim();
  // npm names the project after its folder.
  const component = { ...sbom.metadata.component, name: "tenant-inspector" };
  const dated = { ...sbom, metadata: { ...sbom.metadata, timestamp, component } };
  await writeFile(join(folder, "sbom.cdx.json"), `${JSON.stringify(dated, null, 2)}\n`);
  return "sbom.cdx.json";
}

async function release(tag: string | undefined): Promise<void> {
  const version = await readVersion();
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  if (tag) checkTag(tag, version, changelog);
  const changes = run("git", ["status", "--porcelain"]).toString();
  if (changes !== "")
    throw new Error(`A release is made of a commit, and these files differ from it:\n${changes}`);
  const notes = readNotes(changelog, version);
  const packages = await makePackages(folder);
  for (const name of packages) await say(name);
  await check(version);
  await writeFile(join(folder, "notes.md"), notes);
  const sources = await archiveSources(folder, packages);
  const library = join(folder, "build/sideload/chrome-mv3/auth-library.js");
  const tenant = basename(await packTenant(folder, join(folder, "build/tenant"), library));
  const names = [...packages, sources, tenant, await writeSbom(), "notes.md"];
  const lines = await Promise.all(
    names.map(async (name) => `${await hashFile(join(folder, name))}  ${name}\n`),
  );
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
  for (const name of names.slice(packages.length)) await say(name);
}

async function makeOnlyPackages(): Promise<void> {
  for (const name of await makePackages(folder)) await say(name);
  await check(await readVersion());
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
try {
  await (process.argv[2] === "packages" ? makeOnlyPackages() : release(process.argv[2]));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await rm(join(folder, "build"), { recursive: true, force: true });
}
