/// <reference types="node" />

import { readFile } from "node:fs/promises";
import { parseTenantSeed, SeedError, type TenantSeed } from "../directory/tenant-seed.ts";
import { readErrorCode } from "./state-file-error.ts";

/**
 * Reads a seed file.
 *
 * @throws {SeedError}
 */
export async function readSeedFile(file: string): Promise<TenantSeed> {
  const source = `The seed file ${file}`;
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const message = `Could not read the seed file ${file} (${readErrorCode(cause)}). Name a JSON file; a text for repeatable identifiers is --id-seed.`;
    throw new SeedError(message, { cause });
  });
  return parseTenantSeed(source, parseJson(source, text));
}

function parseJson(source: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The whole message of the parser repeats a part of the file, which may be a password.
    const place =
      error instanceof Error ? /line \d+ column \d+/.exec(error.message)?.[0] : undefined;
    const where = place === undefined ? "" : ` (${place})`;
    throw new SeedError(`${source} is not JSON${where}. Correct it and start again.`);
  }
}
