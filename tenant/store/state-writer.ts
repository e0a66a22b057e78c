/// <reference types="node" />

import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { StateChange, TakeChange } from "./state-change.ts";
import { readErrorCode, StateFileError } from "./state-file-error.ts";
import type { TenantState } from "./tenant-state.ts";

/** Writes the state of a tenant to its data file. */
export interface StateWriter {
  /**
   * Resolves when the current state is on disk. Callers at the same time share one write.
   *
   * @throws {StateFileError} `unwritable`; the next call tries again
   */
  flush(): Promise<void>;
  /** Writes the whole state without changes after it, and closes the file. */
  close(): Promise<void>;
}

/** Minimum size of the changes before the whole state is written again. */
const minimumChangeBytes = 4 * 1024 * 1024;

/**
 * Creates the writer of a file. The writer appends each change, and sometimes writes the whole
 * state again. Appended changes survive a killed process; the next start ignores an incomplete last
 * line.
 */
export function createStateWriter(options: {
  file: string;
  takeState: () => TenantState;
  takeChange: TakeChange;
}): StateWriter {
  const { file, takeState, takeChange } = options;
  /** Undefined before the first write, and after a failure, which can leave an incomplete line. */
  let handle: FileHandle | undefined;
  let stateBytes = 0;
  let changeBytes = 0;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function write(): Promise<void> {
    if (handle === undefined || changeBytes > Math.max(minimumChangeBytes, stateBytes)) {
      await writeState();
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
      await closeHandle();
      throw describeUnwritable(file, cause);
    }
  }

  async function writeState(): Promise<void> {
    await closeHandle();
    try {
      // Take both at once: a change during the write is then part of the next change.
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

  async function closeHandle(): Promise<void> {
    const closing = handle;
    handle = undefined;
    await closing?.close().catch(() => undefined);
  }

  async function enqueue(work: () => Promise<void>): Promise<void> {
    const result = running.catch(() => undefined).then(work);
    running = result.catch(() => undefined);
    await result;
  }

  return {
    async flush() {
      next ??= enqueue(async () => {
        // A later change needs a write of its own.
        next = undefined;
        await write();
      });
      await next;
    },
    close: async () =>
      await enqueue(async () => {
        if (handle === undefined || changeBytes > 0 || takeChange() !== undefined)
          await writeState();
        await closeHandle();
      }),
  };
}

function describeUnwritable(file: string, cause: unknown): StateFileError {
  const message = `Could not write the data file ${file} (${readErrorCode(cause)}). Free disk space, or choose another file with --data.`;
  return new StateFileError("unwritable", message, { cause });
}

/** Replaces a file atomically: a reader finds the old file or the new one, never a part of it. */
async function replaceFile(file: string, text: Buffer): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.tmp`);
  try {
    // The file contains passwords: only its owner may read it.
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
