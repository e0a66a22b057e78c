/// <reference types="node" />

import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { runCommandLine } from "../command-line.ts";
import { describeIssue } from "../core/describe-issue.ts";
import { faultNames } from "../core/faults.ts";
import type { DemoFiles } from "../demo/demo-files.ts";
import { parseTenantSeed } from "../directory/tenant-seed.ts";
import { startTenant as start } from "../serve.ts";
import type * as published from "./index.d.ts";

/** The files of the demo web app with the library; `pack-tenant.ts` inserts them. */
declare const __DEMO_FILES__: DemoFiles;

const port = z.exactOptional(z.int().check(z.minimum(0), z.maximum(65_535)));
const text = z.exactOptional(z.string().check(z.minLength(1)));

const optionsSchema = z.strictObject({
  port,
  demoPort: port,
  dataFile: text,
  idSeed: text,
  seed: z.optional(z.unknown()),
  faults: z.exactOptional(z.array(z.enum(faultNames))),
  isHttps: z.exactOptional(z.boolean()),
  hostname: text,
});

/** Starts a tenant, as `index.d.ts` describes it to users of the package. */
export const startTenant: typeof published.startTenant = async (options = {}) => {
  const parsed = z.safeParse(optionsSchema, options, { reportInput: true });
  if (!parsed.success) {
    throw new TypeError(`startTenant: ${describeIssue(parsed.error, "the options object")}.`);
  }
  const { seed, ...rest } = parsed.data;
  return await start({
    ...rest,
    ...(seed !== undefined && { seed: parseTenantSeed("The option seed", seed) }),
    demoFiles: __DEMO_FILES__,
  });
};

/**
 * Returns true if Node runs this file as a program. npm's command is a link to this file, and
 * `import.meta.main` needs a newer Node than the package.
 */
function isProgram(): boolean {
  const program = process.argv[1];
  if (program === undefined) return false;
  try {
    return realpathSync(program) === realpathSync(fileURLToPath(import.meta.url));
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    command: "npx tenant-inspector-tenant",
    demoFiles: __DEMO_FILES__,
  });
}

// Not awaited: `require()` loads an ES module only if it has no await at its top level.
if (isProgram()) void main();
