/// <reference types="node" />

import { link, readFile, readlink, realpath, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { readErrorCode, StateFileError } from "./state-file-error.ts";

/**
 * Locks of this process. A stale lock can contain the same process id, so the ID alone does not
 * identify the holder.
 */
const held = new Set<string>();

/** Releases a data file. */
export type ReleaseStateFile = () => Promise<void>;

/**
 * Locks a data file for this process: two tenants would overwrite each other's changes. The lock is
 * a file with the process id. A hard link creates it, so that it is never empty. The lock of a
 * process that has ended is replaced.
 *
 * @throws {StateFileError} `in-use` with the process id of the other tenant, `unwritable`
 */
export async function lockStateFile(file: string): Promise<ReleaseStateFile> {
  const lock = `${await findTarget(file)}.lock`;
  const own = `${lock}.${process.pid}`;
  if (held.has(lock)) throw describeInUse(file, lock, process.pid);
  held.add(lock);
  try {
    await writeFile(own, `${process.pid}\n`, { mode: 0o600 });
    while (!(await tryLink(own, lock))) await removeStale(file, lock);
  } catch (cause) {
    held.delete(lock);
    if (cause instanceof StateFileError) throw cause;
    const message = `Could not create the lock file ${lock} (${readErrorCode(cause)}). Choose another data file with --data.`;
    throw new StateFileError("unwritable", message, { cause });
  } finally {
    await rm(own, { force: true });
  }
  return async () => {
    held.delete(lock);
    await rm(lock, { force: true });
  };
}

/** Links that lead to themselves end here, as in the kernel. */
const maxLinks = 40;

/** Follows symbolic links: a file and a link to it are one file. It need not exist yet. */
async function findTarget(file: string, links = 0): Promise<string> {
  const place = resolve(file);
  try {
    return await realpath(place);
  } catch {
    const target = await readlink(place).catch(() => undefined);
    if (target !== undefined && links < maxLinks) {
      return await findTarget(resolve(dirname(place), target), links + 1);
    }
    const folder = await realpath(dirname(place)).catch(() => dirname(place));
    return join(folder, basename(place));
  }
}

async function tryLink(own: string, lock: string): Promise<boolean> {
  try {
    await link(own, lock);
    return true;
  } catch (error) {
    if (readErrorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes the lock of a process that has ended; throws if the process is running. */
async function removeStale(file: string, lock: string): Promise<void> {
  const text = await readIfThere(lock);
  if (text === undefined) return;
  const holder = Number(text);
  if (holder !== process.pid && isRunning(holder)) throw describeInUse(file, lock, holder);
  // Two starts can find the same stale lock: each renames the lock and checks the renamed file.
  const stale = `${lock}.${process.pid}.stale`;
  await rename(lock, stale).catch(() => undefined);
  const taken = await readIfThere(stale);
  if (taken !== undefined && taken !== text) await link(stale, lock).catch(() => undefined);
  await rm(stale, { force: true });
}

async function readIfThere(path: string): Promise<string | undefined> {
  return await readFile(path, "utf8").catch((error: unknown) => {
    if (readErrorCode(error) === "ENOENT") return undefined;
    throw error;
  });
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process belongs to another user, so it is running.
    return readErrorCode(error) === "EPERM";
  }
}

function describeInUse(file: string, lock: string, holder: number): StateFileError {
  return new StateFileError(
    "in-use",
    `Process ${holder} uses the data file ${file}. Stop that tenant, or choose another file with --data. If the process is not a tenant, delete ${lock}.`,
  );
}
