import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { listWith } from "./matchers.ts";

const main = fileURLToPath(new URL("../../../tenant/main.ts", import.meta.url));

/** Runs the command line; `until` ends it with SIGINT as soon as the text was printed. */
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

describe("npm run tenant", () => {
  it("prints clients, users and addresses as JSON for --describe, and ends", async () => {
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

  it.each([[["--colour"]], [["--port", "many"]], [["--port", "70000"]], [["extra"]]])(
    "refuses %j with a sentence and the exit code 2",
    async (args) => {
      const { code, out, err } = await run(args);
      expect(code).toBe(2);
      expect(out).toBe("");
      expect(err).toContain("--help");
    },
  );

  it("explains its options for --help", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    expect(out).toContain("--demo-port NUMBER");
  });

  it("says that a port is taken, uses another, and ends at once on SIGINT", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(async () => {
      await new Promise<unknown>((resolve) => server.close(resolve));
    });
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const { code, out } = await run(["--port", String(port)], "Ctrl-C ends it.");
    expect(code).toBe(0);
    expect(out).toContain(`Port ${port} is taken; the tenant uses `);
    expect(out).toContain("ada@example.com");
  });
});
