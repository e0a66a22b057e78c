// Plain Node >= 18 and no dependency, like everything that the set-up script uses.
import { spawn } from "node:child_process";
import { constants } from "node:os";

const keptLines = 300;
/** @type {NodeJS.Signals[]} */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs one step of the set-up and shows one line of progress: its action, then, on a terminal, the
 * program's latest line, and at the end the duration.
 *
 * @typedef {object} StepOptions
 * @property {string} cwd
 * @property {import("./find-browser.mjs").Environment} env
 * @property {boolean} [shell]
 * @property {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} [out]
 *
 * @param {string} what completes "set-up: ..."
 * @param {string} command
 * @param {readonly string[]} args
 * @param {StepOptions} options
 * @returns {Promise<{ code: number, lines: string[] }>} the exit code (1 if the program could not
 *   be started) and the last lines of its output
 */
export function runStep(what, command, args, { env, cwd, shell = false, out = process.stdout }) {
  const startedAt = Date.now();
  const start = `set-up: ${what} ...`;
  const line = (/** @type {string} */ rest) =>
    out.isTTY ? `\r\u001B[K${start} ${rest}` : ` ${rest}`;
  // A wrapped line could not be overwritten.
  const room = Math.max(0, (out.columns ?? 80) - start.length - 2);
  out.write(start);
  return new Promise((resolve) => {
    /** @type {string[]} */
    const lines = [];
    const child = spawn(command, args, { env, cwd, shell, stdio: ["ignore", "pipe", "pipe"] });
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill("SIGTERM");
      out.write("\n");
      process.exit(128 + constants.signals[signal]);
    };
    for (const signal of endingSignals) process.once(signal, stop);
    const readLines = (/** @type {Buffer} */ chunk) => {
      lines.push(
        ...chunk
          .toString()
          .split(/[\r\n]+/)
          .filter((text) => text.trim()),
      );
      lines.splice(0, lines.length - keptLines);
      const latest = lines.at(-1);
      if (out.isTTY && latest) out.write(line(latest.trim().slice(0, room)));
    };
    child.stdout.on("data", readLines);
    child.stderr.on("data", readLines);
    let isFinished = false;
    const finish = (/** @type {number} */ code) => {
      if (isFinished) return;
      isFinished = true;
      for (const signal of endingSignals) process.off(signal, stop);
      const seconds = Math.round((Date.now() - startedAt) / 1000);
      out.write(`${line(`${code === 0 ? "done" : "failed"}, ${seconds} s`)}\n`);
      resolve({ code, lines });
    };
    child.once("error", (error) => {
      lines.push(error.message);
      finish(1);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}
