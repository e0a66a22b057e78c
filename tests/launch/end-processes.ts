import { readFileSync } from "node:fs";
import { waitFor } from "./wait-for.ts";

/** Returns true if a process runs. A process that has ended but was not collected does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== "linux") return true;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): the state follows the command's name, which is in parentheses and can contain any
    // character.
    return stat.slice(stat.lastIndexOf(")") + 2, stat.lastIndexOf(")") + 3) !== "Z";
  } catch {
    return false;
  }
}

/** Waits until the processes have ended, and kills the others after `graceMs`, each by its id. */
export async function endProcesses(pids: readonly number[], graceMs = 5_000): Promise<void> {
  const allEnded = () => !pids.some(isRunning);
  try {
    await waitFor(allEnded, { what: "the browser's processes to end", timeout: graceMs });
  } catch {
    for (const pid of pids.filter(isRunning)) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // The process ended between the check and the signal.
      }
    }
    await waitFor(allEnded, { what: `processes ${pids.join(", ")} to end after SIGKILL` });
  }
}

/** Kills processes at once, each by its id, and waits until they are gone. */
export async function killProcesses(pids: readonly number[]): Promise<void> {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
  await waitFor(() => !pids.some(isRunning), { what: `processes ${pids.join(", ")} to be killed` });
}
