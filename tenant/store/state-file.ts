/// <reference types="node" />

import { open, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { importTenantKeys } from "../keys.ts";
import { tenantStateSchema, type TenantState } from "./tenant-state.ts";

export type StateFileErrorCode = "unreadable" | "broken" | "unwritable";

/** The file with the tenant's state cannot be used. */
export class StateFileError extends Error {
  override name = "StateFileError";
  readonly code: StateFileErrorCode;

  constructor(code: StateFileErrorCode, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** Reads a state; undefined when there is no such file yet. The file is never changed here. */
export async function readStateFile(file: string): Promise<TenantState | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw describeBroken(file, "it is not JSON");
  }
  const state = tenantStateSchema.safeParse(value);
  if (state.success) {
    // A key can look right and be none: better said now than at the first token.
    await Promise.all(state.data.keys.map(importTenantKeys)).catch(() => {
      throw describeBroken(file, "see keys");
    });
    return state.data;
  }
  const place = state.error.issues[0]?.path.map(String).join(".") ?? "";
  throw describeBroken(file, place === "" ? "it is no object" : `see ${place.slice(0, 200)}`);
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

function readErrorCode(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}

/** Keeps a file up to date with a state that changes. */
export interface StateWriter {
  /** Something may have changed: the file is written soon, once for many changes. */
  touch(): void;
  /** Resolves when the file holds the state of now. */
  flush(): Promise<void>;
}

/** Milliseconds that changes are gathered for. */
const patience = 300;

/**
 * Writes whole files beside the old one and renames them over it, so that a reader, or the next
 * start after a crash, finds either state and never half of one.
 */
export function createStateWriter(options: {
  file: string;
  takeState: () => TenantState;
  /** Told of a write that failed with nobody waiting for it. */
  onFailure: (error: unknown) => void;
}): StateWriter {
  const { file, takeState, onFailure } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let queue: Promise<void> = Promise.resolve();
  let written = "";

  async function write(): Promise<void> {
    const text = `${JSON.stringify(takeState())}\n`;
    if (text === written) return;
    await replaceFile(file, text);
    written = text;
  }

  /** One write after the other; a failure of one does not keep the next from trying. */
  async function enqueue(): Promise<void> {
    const turn = queue.then(write);
    queue = turn.catch(() => undefined);
    await turn;
  }

  return {
    touch() {
      timer ??= setTimeout(() => {
        timer = undefined;
        enqueue().catch(onFailure);
      }, patience);
    },
    async flush() {
      clearTimeout(timer);
      timer = undefined;
      await enqueue();
    },
  };
}

async function replaceFile(file: string, text: string): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    // Passwords are in it: for its owner alone.
    const handle = await open(temporary, "w", 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  } catch (cause) {
    await rm(temporary, { force: true });
    const message = `The data file ${file} cannot be written (${readErrorCode(cause)}). Free the disk, or name another with --data.`;
    throw new StateFileError("unwritable", message, { cause });
  }
}
