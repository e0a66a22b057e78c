import { execFile, spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packTenant } from "../../../pack-tenant.ts";
import {
  installTenant,
  readReadmeCode,
  type InstalledTenant,
} from "../../launch/installed-tenant.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { root } from "../overlay.ts";

const name = "tenant-inspector-tenant";
let installed: InstalledTenant;

beforeAll(async () => {
  installed = await installTenant();
}, 240_000);

afterAll(async () => await installed.remove());

const inPackage = (file: string): string => join(installed.folder, "node_modules", name, file);

/** Runs a program of Node in the folder of the installed package; throws if it fails. */
async function runNode(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: installed.folder });
  return stdout;
}

describe("the package of the local tenant", () => {
  test("installs nothing else, and consists of one program with types and texts", async () => {
    expect(installed.packages).toEqual([`node_modules/${name}`]);
    expect((await readdir(inPackage(""))).toSorted()).toEqual([
      "LICENSE",
      "README.md",
      "THIRD-PARTY.txt",
      "index.d.ts",
      "package.json",
      "tenant.js",
    ]);
    const manifest: unknown = JSON.parse(await readFile(inPackage("package.json"), "utf8"));
    const { version }: { version: string } = JSON.parse(
      await readFile(join(root, "package.json"), "utf8"),
    );
    expect(manifest).toMatchObject({ name, version, license: "MIT", engines: { node: ">=22" } });
    expect(manifest).not.toHaveProperty("private");
    expect(manifest).not.toHaveProperty("dependencies");
  });

  test("names the license of each bundled package", async () => {
    const notices = await readFile(inPackage("THIRD-PARTY.txt"), "utf8");
    const heads = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\nLicence: MIT$/gm)].map(
      ([, each]) => each,
    );
    expect(heads).toEqual(["@hono/node-server", "hono", "jose", "zod"]);
    expect(notices.match(/WITHOUT WARRANTY OF ANY KIND/g)).toHaveLength(heads.length);
  });

  test("has the same bytes when it is packed again", async () => {
    const again = await makeTemporaryFolder("packed-again");
    try {
      const tarball = await packTenant(again.path, join(again.path, "content"));
      expect((await readFile(tarball)).equals(await readFile(installed.tarball))).toBe(true);
    } finally {
      await again.remove();
    }
  });

  test("starts by its command, prints where it is ready, and stops at SIGINT", async () => {
    // On Windows, the command of npm is a script of the shell.
    const program =
      process.platform === "win32"
        ? inPackage("tenant.js")
        : join(installed.folder, "node_modules", ".bin", name);
    const child = spawn(process.execPath, [program, "--port", "0", "--demo-port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes("Press Ctrl-C to stop.")) child.kill("SIGINT");
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(out).toMatch(/^Local tenant {2}http:\/\/localhost:\d+\n/);
    expect(out).toContain("Press Ctrl-C to stop.");
    expect(code).toBe(process.platform === "win32" ? null : 0);
  });

  test("has the name that its help, the extension and the documents tell users to run", async () => {
    expect(await runNode([inPackage("tenant.js"), "--help"])).toContain(
      `Usage: npx ${name} [options]`,
    );
    for (const path of [
      "components/welcome/WelcomePage.tsx",
      "components/options/OptionsPage.tsx",
      "lib/worker/local-tenant-commands.ts",
      "docs/local-tenant.md",
      "tenant/package/README.md",
    ]) {
      expect(await readFile(join(root, path), "utf8"), path).toContain(`npx ${name}`);
    }
  });

  test("starts by import and by require with the demo web app, and checks its options", async () => {
    const use = `
      const tenant = await startTenant({ port: 0, demoPort: 0, faults: ["wrong-key"] });
      const read = async (url) => (await fetch(url)).status;
      const [demo] = tenant.demoOrigins;
      const urls = ["/", "/demo.js", "/demo.css", "/auth-library/10.0.0/auth-library.js"];
      const found = await Promise.all(urls.map((url) => read(demo + url)));
      const faults = await (await fetch(tenant.origin + "/_control/faults")).json();
      await tenant.stop();
      const refusals = await Promise.all([
        { port: "secret" }, { faults: ["secret"] }, { colour: 1 }, { seed: { users: [{}] } },
      ].map((options) => startTenant(options).catch((error) => error.name + ": " + error.message)));
      console.log(JSON.stringify({ found, isPlanted: faults["wrong-key"], refusals }));`;
    const imported = `import { startTenant } from "${name}";${use}`;
    const required = `const { startTenant } = require("${name}"); (async () => {${use}})();`;
    await writeFile(join(installed.folder, "imported.mjs"), imported);
    await writeFile(join(installed.folder, "required.cjs"), required);
    for (const file of ["imported.mjs", "required.cjs"]) {
      expect(JSON.parse(await runNode([file]))).toEqual({
        found: [200, 200, 200, 200],
        isPlanted: true,
        refusals: [
          "TypeError: startTenant: port must be a number.",
          expect.stringMatching(
            /^TypeError: startTenant: faults\[0\] must be one of hs256-accepted,/,
          ),
          "TypeError: startTenant: the options object has the unknown field colour.",
          "SeedError: The option seed is not a valid seed: users[0].email is missing. Correct it and start again.",
        ],
      });
    }
  });

  test("compiles with its types and the example of its README, and refuses wrong options", async () => {
    const example = await readReadmeCode('faults: ["wrong-key"]');
    const refused = `
      // @ts-expect-error a port is a number
      await startTenant({ port: "4400" });
      // @ts-expect-error the library is a part of the package
      await startTenant({ authLibraryFile: "auth-library.js" });
      const origin: string = tenant.demoOrigins[1];
      export const address = origin;`;
    await writeFile(join(installed.folder, "consumer.mts"), `${example}${refused}`);
    const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
    const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes"];
    const target = ["--module", "nodenext", "--target", "es2024", "--lib", "es2024,dom"];
    expect(await runNode([tsc, ...strict, ...target, "consumer.mts"])).toBe("");
  });
});
