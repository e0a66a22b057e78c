import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { promisify } from "node:util";
import { build, type Rollup } from "vite";
import * as z from "zod/mini";
import { readDemoFiles } from "./tenant/demo/demo-files.ts";

const root = import.meta.dirname;

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
});

/** The name on the registry: that of the extension, and then what the package is. */
const name = "tenant-inspector-tenant";

/** The command, and the module: a file of its own for each would hold the same code twice. */
const bundleName = "tenant.js";

async function readPackage(folder: string): Promise<z.infer<typeof packageSchema>> {
  return packageSchema.parse(JSON.parse(await readFile(join(folder, "package.json"), "utf8")));
}

/** Reads the demo web app with the library that the build of the extension wrote. */
async function readDemo(): Promise<object> {
  const file = join(root, ".output", "chrome-mv3", "auth-library.js");
  const authLibrary = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = `Could not read ${file}. Run "npm run build", then pack the tenant again.`;
    throw new Error(message, { cause });
  });
  return { ...(await readDemoFiles()), authLibrary };
}

/** Bundles the tenant into one file, and returns the paths of its modules. */
async function bundle(folder: string): Promise<string[]> {
  const result = await build({
    configFile: false,
    root: join(root, "tenant"),
    logLevel: "warn",
    define: { __DEMO_FILES__: JSON.stringify(await readDemo()) },
    ssr: { noExternal: true },
    build: {
      ssr: "package/entry.ts",
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: "node22",
      rollupOptions: {
        onwarn(warning, warn) {
          // Zod has comments about its annotations. They are removed, and nothing is lost.
          if (warning.code !== "INVALID_ANNOTATION") warn(warning);
        },
        output: { banner: "#!/usr/bin/env node", entryFileNames: bundleName },
      },
    },
  });
  const outputs = [result].flat().flatMap((each) => ("output" in each ? each.output : []));
  const isChunk = (file: (typeof outputs)[number]): file is Rollup.OutputChunk =>
    file.type === "chunk";
  return outputs.filter(isChunk).flatMap(({ moduleIds }) => moduleIds);
}

/** Lists the packages of bundled modules by name. */
function listPackages(modules: readonly string[]): string[] {
  const folders = modules.flatMap((path) => {
    const [, inner] = path.replaceAll("\\", "/").split("/node_modules/");
    const parts = inner?.split("/") ?? [];
    return inner === undefined ? [] : [parts.slice(0, inner.startsWith("@") ? 2 : 1).join("/")];
  });
  return [...new Set(folders)].toSorted();
}

/** Returns the license texts of the bundled packages; fails if one has none. */
async function describeLicenses(packages: readonly string[]): Promise<string> {
  const texts = await Promise.all(
    packages.map(async (each) => {
      const folder = join(root, "node_modules", ...each.split("/"));
      const { version, license } = await readPackage(folder);
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
      if (file === undefined) throw new Error(`${each} has no license file in ${folder}${sep}.`);
      const text = await readFile(join(folder, file), "utf8");
      return `${each} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  const head = `${bundleName} contains these packages. Each is followed by its license.\n`;
  return [head, ...texts].join(`\n${"-".repeat(72)}\n\n`);
}

/** Writes the folder of the package. */
async function writePackage(folder: string): Promise<void> {
  const packages = listPackages(await bundle(folder));
  await chmod(join(folder, bundleName), 0o755);
  const { version, license } = await readPackage(root);
  const manifest = {
    name,
    version,
    description: "A local tenant for tests and development: logins, tokens, profiles and events.",
    keywords: ["oauth", "oidc", "mock", "test", "playwright", "login"],
    license,
    type: "module",
    bin: { [name]: bundleName },
    exports: { ".": { types: "./index.d.ts", default: `./${bundleName}` } },
    types: "./index.d.ts",
    engines: { node: ">=22" },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeFile(join(folder, "THIRD-PARTY-NOTICES.txt"), await describeLicenses(packages));
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  for (const file of ["README.md", "index.d.ts"]) {
    await copyFile(join(root, "tenant", "package", file), join(folder, file));
  }
}

/**
 * Packs the local tenant as an npm package without dependencies.
 *
 * @param destination receives the tarball
 * @param folder receives the content of the package; its other files are removed
 * @returns the path of the tarball
 */
export async function packTenant(
  destination: string,
  folder = join(root, ".output", "tenant-package"),
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await writePackage(folder);
  await mkdir(destination, { recursive: true });
  const args = ["pack", folder, "--pack-destination", destination, "--ignore-scripts", "--silent"];
  // On Windows, npm is a script of the shell.
  const { stdout } = await promisify(execFile)("npm", args, {
    cwd: root,
    shell: process.platform === "win32",
  });
  return join(destination, stdout.trim());
}

if (import.meta.main) {
  const destination = process.argv[2] ?? join(root, ".output");
  console.log(await packTenant(destination));
}
