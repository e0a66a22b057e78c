/// <reference types="node" />

import { readFile } from "node:fs/promises";
import * as z from "zod/mini";
import { importTenantKeys } from "../core/keys.ts";
import { applyChange, stateChangeSchema } from "./state-change.ts";
import { readErrorCode, StateFileError } from "./state-file-error.ts";
import { tenantStateSchema, type TenantState } from "./tenant-state.ts";

/**
 * Reads a state; undefined when there is no such file yet. The first line is a whole state, each line
 * after it a change. A last line without its end was never acknowledged, and is left out. The file is
 * not changed here.
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
  // A key can look right and be none: better said now than at the first token.
  await Promise.all(state.keys.map(importTenantKeys)).catch(() => {
    throw describeBroken(file, "see keys");
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
    place === "" ? `line ${number} is no object` : `see ${place.slice(0, 200)} in line ${number}`,
  );
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    const code = readErrorCode(cause);
    if (code === "ENOENT") return undefined;
    const message = `The data file ${file} cannot be read (${code}). Name another with --data.`;
    throw new StateFileError("unreadable", message, { cause });
  }
}

function describeBroken(file: string, reason: string): StateFileError {
  return new StateFileError(
    "broken",
    `The data file ${file} does not hold the state of a local tenant: ${reason}. It was left as it is. Move it away, or name another with --data.`,
  );
}
