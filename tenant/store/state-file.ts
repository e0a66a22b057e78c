/// <reference types="node" />

import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { importTenantKeyPair } from "../core/keys.ts";
import { applyChange, stateChangeSchema } from "./state-change.ts";
import { readErrorCode, StateFileError } from "./state-file-error.ts";
import { tenantStateSchema, type TenantState } from "./tenant-state.ts";

/**
 * Reads a data file; undefined if it does not exist. The first line is a whole state, each line
 * after it a change. A last line without line break was never acknowledged and is ignored.
 *
 * @throws {StateFileError} `unreadable` or `broken`
 */
export async function readStateFile(file: string): Promise<TenantState | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  const end = text.lastIndexOf("\n");
  const [first = "", ...changes] = (end < 0 ? text : text.slice(0, end)).split("\n");
  const state = parseLine(file, tenantStateSchema, first, 1);
  for (const [index, line] of changes.entries()) {
    applyChange(state, parseLine(file, stateChangeSchema, line, index + 2));
  }
  // The schema cannot tell whether a key is valid: import it now, not at the first token.
  await Promise.all(state.keys.map(importTenantKeyPair)).catch(() => {
    throw describeBroken(file, "a key is invalid, see keys");
  });
  return state;
}

function parseLine<Schema extends z.core.$ZodType>(
  file: string,
  schema: Schema,
  line: string,
  number: number,
): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw describeBroken(file, `line ${number} is not JSON`);
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const place = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
  throw describeBroken(
    file,
    place === ""
      ? `line ${number} is not an object`
      : `line ${number} has an invalid value at ${place.slice(0, 200)}`,
  );
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const code = readErrorCode(cause);
    if (code === "ENOENT") return undefined;
    const message = `Could not read the data file ${file} (${code}). Choose another file with --data.`;
    throw new StateFileError("unreadable", message, { cause });
  }
}

function describeBroken(file: string, reason: string): StateFileError {
  return new StateFileError(
    "broken",
    `The data file ${file} is not the state of a local tenant: ${reason}. The file is unchanged. Move it, or choose another file with --data.`,
  );
}
