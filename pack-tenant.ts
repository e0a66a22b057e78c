import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import * as z from "zod/mini";
import { readDemoFiles } from "./tenant/demo/demo-files.ts";
import { noteThirdParties, noticesName } from "./third-party.ts";

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

/** The library that the build of the extension wrote. */
const builtLibrary = join(root, ".output", "chrome-mv3", "auth-library.js");

/** Reads the demo web app with its library. */
async function readDemo(file: string): Promise<object> {
  const authLibrary = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = `Could not read ${file}. Run "npm run build", then pack the tenant again.`;
    throw new Error(message, { cause });
  });
  return { ...(await readDemoFiles()), authLibrary };
}

/** Bundles the tenant into one file, and returns the notices of the code in it. */
async function bundle(folder: string, authLibrary: string): Promise<string> {
  const thirdParties = noteThirdParties(root);
  await build({
    configFile: false,
    root: join(root, "tenant"),
    logLevel: "warn",
    define: { __DEMO_FILES__: JSON.stringify(await readDemo(authLibrary)) },
    plugins: [thirdParties.plugin()],
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
  return thirdParties.write();
}

/** Writes the folder of the package. */
async function writePackage(folder: string, authLibrary: string): Promise<void> {
  const notices = await bundle(folder, authLibrary);
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
  await writeFile(join(folder, noticesName), notices);
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
 * @param authLibrary the file of the library that the demo web app loads
 * @returns the path of the tarball
 */
export async function packTenant(
  destination: string,
  folder = join(root, ".output", "tenant-package"),
  authLibrary = builtLibrary,
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await writePackage(folder, authLibrary);
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
