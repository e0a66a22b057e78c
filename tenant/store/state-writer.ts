/// <reference types="node" />

import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { StateChange, TakeChange } from "./state-change.ts";
import { readErrorCode, StateFileError } from "./state-file-error.ts";
import type { TenantState } from "./tenant-state.ts";

/** Keeps a data file up to date with a tenant's state. */
export interface StateWriter {
  /**
   * Resolves when the disk has the state of now. Callers that wait at the same time share one write.
   *
   * @throws {StateFileError} `unwritable`; the next call tries again
   */
  flush(): Promise<void>;
  /** Writes the file anew, without the changes behind the state, and closes it. */
  close(): Promise<void>;
}

/** Least bytes of changes after which the file is written anew. */
const leastChanges = 4 * 1024 * 1024;

/**
 * Appends each change to the file, and now and then writes the whole state anew. What was appended
 * stays on disk when the process is killed; a line that was cut off is left out by the next start.
 */
export function createStateWriter(options: {
  file: string;
  takeState: () => TenantState;
  takeChange: TakeChange;
}): StateWriter {
  const { file, takeState, takeChange } = options;
  /** Undefined before the first write, and after a failure: a line may be cut off then. */
  let handle: FileHandle | undefined;
  let stateBytes = 0;
  let changeBytes = 0;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    if (handle === undefined || changeBytes > Math.max(leastChanges, stateBytes)) {
      await writeAnew();
      return;
    }
    const change = takeChange();
    if (change !== undefined) await append(handle, change);
  }

  async function append(open: FileHandle, change: StateChange): Promise<void> {
    try {
      const line = Buffer.from(`${JSON.stringify(change)}\n`);
      await open.appendFile(line);
      await open.datasync();
      changeBytes += line.length;
    } catch (cause) {
      await letGo();
      throw describeUnwritable(file, cause);
    }
  }

  async function writeAnew(): Promise<void> {
    await letGo();
    try {
      // Both at once: what changes while the file is written is told by the next change.
      takeChange();
      const text = Buffer.from(`${JSON.stringify(takeState())}\n`);
      await replaceFile(file, text);
      handle = await open(file, "a");
      stateBytes = text.length;
      changeBytes = 0;
    } catch (cause) {
      throw describeUnwritable(file, cause);
    }
  }

  async function letGo(): Promise<void> {
    const closing = handle;
    handle = undefined;
    await closing?.close().catch(() => undefined);
  }

  async function enqueue(work: () => Promise<void>): Promise<void> {
    const turn = running.catch(() => undefined).then(work);
    running = turn.catch(() => undefined);
    await turn;
  }

  return {
    async flush() {
      next ??= enqueue(async () => {
        // A change from here on needs a write of its own.
        next = undefined;
        await write();
      });
      await next;
    },
    close: async () =>
      await enqueue(async () => {
        if (handle === undefined || changeBytes > 0 || takeChange() !== undefined)
          await writeAnew();
        await letGo();
      }),
  };
}

function describeUnwritable(file: string, cause: unknown): StateFileError {
  const message = `The data file ${file} cannot be written (${readErrorCode(cause)}). Free the disk, or name another with --data.`;
  return new StateFileError("unwritable", message, { cause });
}

/** Writes a file beside the old one and renames it over that: a reader finds either, never half of one. */
async function replaceFile(file: string, text: Buffer): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
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
    throw cause;
  }
}
