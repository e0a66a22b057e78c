import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TemporaryFolder {
  readonly path: string;
  remove(): Promise<void>;
}

// A browser that has just ended may still write its last files.
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

/**
 * Creates a folder in the system's temporary directory. The folder is removed when this process
 * exits, if not before.
 */
export async function makeTemporaryFolder(purpose: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), `tenant-inspector-${purpose}-`));
  const removeAtExit = () => {
    rmSync(path, removal);
  };
  process.once("exit", removeAtExit);
  return {
    path,
    async remove() {
      await rm(path, removal);
      process.off("exit", removeAtExit);
    },
  };
}
