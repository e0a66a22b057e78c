import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createStateWriter,
  readStateFile,
  StateFileError,
} from "../../../../tenant/store/state-file.ts";
import { openTenant } from "../open-tenant.ts";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-state-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  return folder;
}

function neverFails(error: unknown): void {
  throw error;
}

describe("reading the state", async () => {
  it("gives nothing when there is no file yet", async () => {
    expect(await readStateFile(join(await createFolder(), "none.json"))).toBeUndefined();
  });

  it("gives exactly what was written", async () => {
    const file = join(await createFolder(), "state.json");
    const open = openTenant();
    await open.control("POST", "users", { email: "new@example.com", password: "a-password-3" });
    const state = open.tenant.save();
    const writer = createStateWriter({ file, takeState: () => state, onFailure: neverFails });
    await writer.flush();
    expect(await readStateFile(file)).toEqual(state);
  });

  const open = openTenant();
  await open.tenant.ready;
  const whole = JSON.stringify(open.tenant.save());
  it.each([
    ["an empty file", ""],
    ["half a file", whole.slice(0, whole.length / 2)],
    ["another program's JSON", '{"name":"x"}'],
    ["no object", "[]"],
    ["a newer version", whole.replace('"version":1', '"version":2')],
    ["a user without a password", whole.replace('"password":"correct-horse-1",', "")],
    ["a key that is none", whole.replace(/"n":"[^"]+"/, '"n":"AQAB"')],
    ["a profile with a wrong name", whole.replace('"workforce"', '""')],
    ["more events than were counted", whole.replace('"end":0', '"end":-1')],
  ])("refuses %s and leaves it untouched", async (_title, text) => {
    const file = join(await createFolder(), "state.json");
    await writeFile(file, text);
    const reading = readStateFile(file);
    await expect(reading).rejects.toThrow(StateFileError);
    await expect(reading).rejects.toMatchObject({ code: "broken" });
    await expect(reading).rejects.toThrow(/It was left as it is/);
    await expect(reading).rejects.not.toThrow(/correct-horse|battery-staple/);
    expect(await readFile(file, "utf8")).toBe(text);
  });

  it("says that a folder is not a file", async () => {
    await expect(readStateFile(await createFolder())).rejects.toMatchObject({ code: "unreadable" });
  });
});

describe("writing the state", () => {
  it("replaces the file as a whole, readable by its owner alone, and leaves nothing beside it", async () => {
    const folder = await createFolder();
    const file = join(folder, "state.json");
    await writeFile(file, "old");
    const { tenant } = openTenant();
    const writer = createStateWriter({
      file,
      takeState: () => tenant.save(),
      onFailure: neverFails,
    });
    await writer.flush();
    expect(await readdir(folder)).toEqual(["state.json"]);
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it("gathers many changes into one write, which a flush brings forward", async () => {
    const file = join(await createFolder(), "state.json");
    const { tenant } = openTenant();
    let taken = 0;
    const writer = createStateWriter({
      file,
      takeState() {
        taken += 1;
        return tenant.save();
      },
      onFailure: neverFails,
    });
    for (let count = 0; count < 100; count += 1) writer.touch();
    await writer.flush();
    expect(taken).toBe(1);
  });

  it("writes by itself after a change", async () => {
    const file = join(await createFolder(), "state.json");
    const { tenant } = openTenant();
    await tenant.ready;
    const writer = createStateWriter({
      file,
      takeState: () => tenant.save(),
      onFailure: neverFails,
    });
    writer.touch();
    await expect.poll(async () => await readStateFile(file)).toEqual(tenant.save());
  });

  it("says so when it cannot write, and keeps the old file", async () => {
    const file = join(await createFolder(), "no-such-folder", "state.json");
    const { tenant } = openTenant();
    const failures: unknown[] = [];
    const writer = createStateWriter({
      file,
      takeState: () => tenant.save(),
      onFailure: (error) => failures.push(error),
    });
    await expect(writer.flush()).rejects.toMatchObject({ code: "unwritable" });
    writer.touch();
    await expect.poll(() => failures).toMatchObject([{ code: "unwritable" }]);
  });
});
