/// <reference types="node" />

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "./command-line.ts";

/** Finds the library in the output of the extension's build. */
function findAuthLibrary(): string | undefined {
  return ["chrome-mv3", "firefox-mv3"]
    .map((build) => fileURLToPath(new URL(`../.output/${build}/auth-library.js`, import.meta.url)))
    .find((file) => existsSync(file));
}

const authLibraryFile = findAuthLibrary();

process.exitCode = await runCommandLine(process.argv.slice(2), {
  command: "npm run tenant --",
  ...(authLibraryFile !== undefined && { authLibraryFile }),
});
