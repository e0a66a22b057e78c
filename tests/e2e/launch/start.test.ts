import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { stat } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../launch/build-extension.ts";
import { isRunning } from "../../launch/end-processes.ts";
import { hasProgram } from "../../launch/find-browser.mjs";
import { waitFor } from "../../launch/wait-for.ts";

const hasXvfb = hasProgram(process.platform, process.env, "Xvfb");

/** Returns the child processes of a process, at all levels. Only Linux has Xvfb and /proc. */
function listDescendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      parents.set(Number(name), Number(parent));
    } catch {
      // The process ended while the list was read.
    }
  }
  const found = [pid];
  for (const candidate of found) {
    found.push(
      ...[...parents].filter(([, parent]) => parent === candidate).map(([child]) => child),
    );
  }
  return found.slice(1);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

describe.runIf(hasXvfb)("npm start with a display", () => {
  let xvfb: ChildProcess;
  let display = "";

  beforeAll(async () => {
    // Xvfb chooses a free display and writes its number to this file descriptor.
    xvfb = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    let written = "";
    xvfb.stdio[3]?.on("data", (chunk: Buffer) => {
      written += chunk.toString();
    });
    await waitFor(() => written.endsWith("\n"), { what: "Xvfb to name its display" });
    display = `:${written.trim()}`;
  });
  afterAll(() => {
    xvfb?.kill();
  });

  /** Starts the program, and waits for its start message. */
  async function startWith(...words: string[]) {
    const file = join(root, "tests", "launch", "start.ts");
    const program = spawn(process.execPath, [file, ...words], {
      cwd: root,
      env: { ...process.env, DISPLAY: display },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [program.stdout, program.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const ended = new Promise<number | null>((resolve) => program.once("exit", resolve));
    await waitFor(() => output.includes("Ctrl-C ends") || program.exitCode !== null, {
      what: `the start message of npm start ${words.join(" ")}`,
    });
    const processes = listDescendants(program.pid ?? 0);
    return { output, processes, interrupt: () => (program.kill("SIGINT"), ended) };
  }

  const findPorts = (output: string) =>
    [...output.matchAll(/http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/g)].map(([, port]) =>
      Number(port),
    );

  test.each([[[]], [["--firefox"]]])(
    "starts a tenant and opens the panel with %j, and Ctrl-C ends every process and frees every port",
    async (words) => {
      const { output, processes, interrupt } = await startWith(...words);
      expect(output).toMatch(/Building the extension[^]+Tenant Inspector is open/);
      expect(output).toContain("ada@example.com");
      const ports = findPorts(output);
      expect(ports.length).toBeGreaterThanOrEqual(3);
      for (const port of ports) expect(await isListening(port), `port ${port}`).toBe(true);
      expect(processes.length).toBeGreaterThan(2);
      expect(await interrupt()).toBe(0);
      // The browser ends its helper processes, which takes a moment.
      await expect.poll(() => processes.filter(isRunning)).toEqual([]);
      for (const port of ports) expect(await isListening(port), `port ${port}`).toBe(false);
    },
  );

  test.each([[["--sandbox"]], [["--sandbox", "--firefox"]]])(
    "opens the sandbox with %j and no server, and Ctrl-C ends every process",
    async (words) => {
      const { output, processes, interrupt } = await startWith(...words);
      expect(output).toContain("at its sandbox. No server was started.");
      expect(output).not.toContain("http:");
      expect(processes.length).toBeGreaterThan(1);
      expect(await interrupt()).toBe(0);
      await expect.poll(() => processes.filter(isRunning)).toEqual([]);
    },
  );
});

interface Ended {
  code: number;
  output: string;
}

function start(...words: string[]): Promise<Ended> {
  const program = join(root, "tests", "launch", "start.ts");
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { cwd: root }, (error, out, err) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: `${out}${err}` });
    });
  });
}

describe("npm start", () => {
  test.each([
    [["--tuor"], "tuor"],
    [["--fault", "wrong-key"], "--fault needs --tour"],
    [["--tour", "--sandbox"], "Choose --tour or --sandbox"],
    [["--tour", "--firefox"], "Choose --tour or --firefox"],
    [["--tour", "--fault", "nothing"], "Unknown fault: nothing"],
  ])("reports the error of the options %j and exits with code 2", async (words, complaint) => {
    const { code, output } = await start(...words);
    expect(output).toContain(complaint);
    expect(code).toBe(2);
  });

  test("runs all steps of --tour with a picture each, and exits with code 0", async () => {
    const { code, output } = await start("--tour");
    expect(output).toContain("20 passed, 0 failed");
    expect(code).toBe(0);
    const pictures = [...output.matchAll(/^ok +(\d+) (\S+)/gm)].map(
      ([, number, name]) => `${number}-${name}.png`,
    );
    expect(pictures).toHaveLength(20);
    for (const picture of pictures) {
      const { size } = await stat(join(root, ".output", "tour", picture));
      expect(size, picture).toBeGreaterThan(5_000);
    }
  });

  test("exits with code 1 if --fault plants a fault for --tour, and reports the failed steps", async () => {
    const { code, output } = await start("--tour", "--fault", "tenant-down");
    // The sandbox needs no tenant.
    expect(output).toContain("1 passed, 19 failed");
    expect(output).toMatch(/^ok +\d+ sandbox/m);
    expect(code).toBe(1);
  });
});
