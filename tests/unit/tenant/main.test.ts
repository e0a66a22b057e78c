import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { faultNames } from "../../../tenant/core/faults.ts";
import { startTenant } from "../../../tenant/serve.ts";
import { listWith } from "./matchers.ts";

const main = fileURLToPath(new URL("../../../tenant/main.ts", import.meta.url));

/** Runs the command line; sends SIGINT as soon as it has printed `until`. */
async function run(
  args: string[],
  until?: string,
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const texts = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    texts.out += chunk.toString();
    if (until !== undefined && texts.out.includes(until)) child.kill("SIGINT");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    texts.err += chunk.toString();
  });
  return await new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, ...texts }));
  });
}

/** Writes a seed file that is removed after the test. */
async function writeSeed(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-seed-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const file = join(folder, "seed.json");
  await writeFile(file, text);
  return file;
}

describe("npm run tenant", () => {
  test("prints clients, users and URLs as JSON for --describe, and exits", async () => {
    const { code, out } = await run(["--describe", "--port", "4500"]);
    expect(code).toBe(0);
    const description: unknown = JSON.parse(out);
    expect(description).toMatchObject({
      issuer: "http://localhost:4500/",
      demo_origins: ["http://localhost:4401", "http://127.0.0.1:4401"],
      clients: listWith({
        client_id: "demo-management",
        client_secret: "demo-management-secret",
      }),
      users: listWith({ email: "ada@example.com", password: "correct-horse-1" }),
      actions: listWith({ id: "act_demo_legacy" }),
      connection_profiles: [{ name: "workforce" }, { name: "partners" }],
    });
  });

  test.each([[["--colour"]], [["--port", "many"]], [["--port", "70000"]], [["extra"]]])(
    "rejects %j with an error message and exit code 2",
    async (args) => {
      const { code, out, err } = await run(args);
      expect(code).toBe(2);
      expect(out).toBe("");
      expect(err).toContain("--help");
    },
  );

  test("prints its options for --help", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    expect(out).toContain("Usage: npm run tenant -- [options]");
    expect(out).toContain("--demo-port NUMBER");
  });

  test("names all faults if the name after --fault is unknown, and exits with code 2", async () => {
    const { code, out, err } = await run(["--fault", "wrong-key", "--fault", "wrong-door"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("--fault wrong-door is unknown. The faults are: hs256-accepted,");
    for (const name of faultNames) expect(err).toContain(name);
  });

  test("describes the tenant with the data of the file of --seed", async () => {
    const file = await writeSeed(JSON.stringify({ clients: [{ client_id: "shop" }] }));
    const { code, out } = await run(["--describe", "--seed", file]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ clients: listWith({ client_id: "shop" }) });
  });

  test("starts with the users of the file of --seed and the faults of --fault", async () => {
    const user = { email: "new@example.com", password: "of-the-file-1" };
    const seed = ["--seed", await writeSeed(JSON.stringify({ users: [user] }))];
    const ports = ["--port", "0", "--demo-port", "0"];
    const started = await run([...ports, ...seed, "--fault", "wrong-key"], "Ctrl-C to stop.");
    expect(started.code).toBe(0);
    expect(started.out).toContain("User          new@example.com  of-the-file-1");
    expect(started.out).toContain("Faults        wrong-key");
    expect(started.out).not.toContain("is in use");
  });

  test.each([
    [
      '{"users": [{"email": "a@example.com", "password": 5551234}]}',
      "users[0].password must be text",
    ],
    ['{"users": [{"password": 5551234', "is not JSON (line 1 column 32)"],
  ])("exits with code 1 for the seed %s, without its values", async (text, reason) => {
    const file = await writeSeed(text);
    for (const more of [[], ["--describe"]]) {
      const { code, out, err } = await run(["--seed", file, ...more]);
      expect({ code, out }).toEqual({ code: 1, out: "" });
      expect(err).toContain(`The seed file ${file} is not`);
      expect(err).toContain(reason);
      expect(err).not.toContain("555");
      expect(err).not.toContain("    at ");
    }
  });

  test("reports a used port, listens on another one, and exits at once on SIGINT", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(async () => {
      await new Promise<unknown>((resolve) => server.close(resolve));
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { code, out } = await run(["--port", String(port)], "Press Ctrl-C to stop.");
    expect(code).toBe(0);
    expect(out).toContain(`Port ${port} is in use; the tenant uses `);
    expect(out).toContain("ada@example.com");
  });

  test("keeps its state in the file of --data, and exits with code 1 if the file is broken", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-main-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const file = join(folder, "state.json");
    const ports = ["--port", "4700", "--demo-port", "4700"];
    const first = await run([...ports, "--data", file, "--id-seed", "x"], "Press Ctrl-C to stop.");
    expect(first.code).toBe(0);
    const kept = await readFile(file, "utf8");
    expect(JSON.parse(kept)).toMatchObject({ format: "local-tenant-state", starts: 1 });
    await writeFile(file, kept.slice(0, 100));
    const second = await run([...ports, "--data", file]);
    expect(second.code).toBe(1);
    expect(second.out).toBe("");
    expect(second.err).toContain(`The data file ${file} is not the state of a local tenant`);
    expect(second.err).not.toContain("    at ");
    expect(await readFile(file, "utf8")).toBe(kept.slice(0, 100));
  });

  test("exits with code 1 if another tenant uses the data file, and names the process", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tenant-main-"));
    onTestFinished(async () => await rm(folder, { recursive: true }));
    const dataFile = join(folder, "state.json");
    const first = await startTenant({ port: 0, demoPort: 0, dataFile });
    onTestFinished(async () => await first.stop());
    const { code, out, err } = await run(["--data", dataFile, "--port", "4720"]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(`Process ${process.pid} uses the data file`);
    expect(err).not.toContain("    at ");
  });

  test("serves https with --https and prints its certificate's fingerprint", async () => {
    const args = ["--https", "--port", "4710", "--demo-port", "4710"];
    const { code, out } = await run(args, "Press Ctrl-C to stop.");
    expect(code).toBe(0);
    expect(out).toContain("https://localhost:");
    expect(out).toMatch(/SHA-256 (?:[0-9A-F]{2}:){31}[0-9A-F]{2}/);
  });
});
