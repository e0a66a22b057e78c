import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { expect, onTestFinished, test } from "vitest";

const main = fileURLToPath(new URL("../../../tenant/main.ts", import.meta.url));
const descriptionSchema = z.object({ users: z.array(z.object({ email: z.string() })) });
const profilesSchema = z.object({ token_exchange_profiles: z.array(z.unknown()) });
const eventsSchema = z.object({ events: z.array(z.object({ id: z.string() })) });
const createdSchema = z.object({ event_id: z.string() });
const tokenSchema = z.object({ access_token: z.string() });

async function createDataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-killed-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  return join(folder, "state.json");
}

/** Starts the command line with a data file; resolves with the tenant's origin when it responds. */
async function start(file: string): Promise<{ child: ChildProcess; origin: string }> {
  const args = [main, "--data", file, "--port", "4800", "--demo-port", "4800"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return await new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const origin = /^Local tenant +(\S+)$/m.exec(text)?.[1];
      if (origin !== undefined && text.includes("Ctrl-C")) resolve({ child, origin });
    });
    child.on("exit", () => reject(new Error("The tenant ended before it answered.")));
  });
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

async function describe(file: string): Promise<string[]> {
  const args = [main, "--describe", "--data", file];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((resolve) => child.once("close", resolve));
  return descriptionSchema.parse(JSON.parse(text)).users.map((user) => user.email);
}

async function createUser(origin: string, email: string): Promise<string> {
  const response = await fetch(`${origin}/_control/users`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a-password-3" }),
  });
  expect(response.status).toBe(201);
  return createdSchema.parse(await response.json()).event_id;
}

test("keeps each user that it acknowledged before it was killed, created one by one or in parallel", async () => {
  const file = await createDataFile();
  const acknowledged: string[] = [];
  for (const [round, count] of [1, 9, 1, 9].entries()) {
    const { child, origin } = await start(file);
    const emails = Array.from(
      { length: count },
      (_, index) => `user-${round}-${index}@example.com`,
    );
    // The kill follows the first response at once: the other changes may be stored or not.
    await Promise.race(
      emails.map(async (email) => {
        await createUser(origin, email);
        acknowledged.push(email);
        child.kill("SIGKILL");
      }),
    );
    await kill(child);
    expect(await describe(file)).toEqual(expect.arrayContaining(acknowledged));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(4);
});

test("keeps profiles, and events in their order, when it is killed", async () => {
  const file = await createDataFile();
  const first = await start(file);
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    ids.push(await createUser(first.origin, `user-${index}@example.com`));
  }
  await createProfile(first.origin, await getToken(first.origin));
  await kill(first.child);

  const second = await start(file);
  const events = await (await fetch(`${second.origin}/_control/events`)).json();
  expect(eventsSchema.parse(events).events.map((event) => event.id)).toEqual(ids);
  const list = await fetch(`${second.origin}/api/v2/token-exchange-profiles`, {
    headers: { authorization: `Bearer ${await getToken(second.origin)}` },
  });
  expect(profilesSchema.parse(await list.json()).token_exchange_profiles).toHaveLength(1);
});

test("keeps each of thousands of events that were acknowledged by one response", async () => {
  const file = await createDataFile();
  const first = await start(file);
  // Enough events that the write takes longer than the response and the kill.
  const response = await fetch(`${first.origin}/_control/events`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ count: 10_000 }),
  });
  first.child.kill("SIGKILL");
  expect(response.status).toBe(201);
  await kill(first.child);

  const second = await start(file);
  const list = await fetch(`${second.origin}/_control/events?count=10000`);
  expect(eventsSchema.parse(await list.json()).events).toHaveLength(10_000);
});

async function getToken(origin: string): Promise<string> {
  const response = await fetch(`${origin}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "demo-management",
      client_secret: "demo-management-secret",
      audience: "/api/v2/",
    }),
  });
  return tokenSchema.parse(await response.json()).access_token;
}

async function createProfile(origin: string, token: string): Promise<void> {
  const response = await fetch(`${origin}/api/v2/token-exchange-profiles`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      name: "Kept",
      subject_token_type: "urn:acme:kept",
      action_id: "act_demo_legacy",
      type: "custom_authentication",
    }),
  });
  expect(response.status).toBe(201);
}
