import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readStateFile } from "../../../../tenant/store/state-file.ts";
import { createStateWriter, type StateWriter } from "../../../../tenant/store/state-writer.ts";
import { openTenant, type OpenTenant } from "../open-tenant.ts";

interface OpenWriter {
  open: OpenTenant;
  writer: StateWriter;
  folder: string;
  file: string;
  createUser: (name: string) => Promise<void>;
  countLines: () => Promise<number>;
}

async function openWriter(place = "state.json"): Promise<OpenWriter> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-writer-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  const file = join(folder, place);
  const open = openTenant();
  await open.tenant.ready;
  const writer = createStateWriter({
    file,
    takeState: () => open.tenant.save(),
    takeChange: open.tenant.trackChanges(),
  });
  return {
    open,
    writer,
    folder,
    file,
    createUser: async (name) => {
      const user = { email: `${name}@example.com`, password: "a-password-3" };
      expect(await open.control("POST", "users", user)).toHaveProperty("user_id");
    },
    countLines: async () => (await readFile(file, "utf8")).split("\n").length - 1,
  };
}

test("writes a file that only its owner can read, and leaves no temporary file", async () => {
  const { writer, folder, file } = await openWriter();
  await writeFile(file, "old");
  await writer.flush();
  expect(await readdir(folder)).toEqual(["state.json"]);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await writer.close();
});

test("appends the changes, which read back as the current state", async () => {
  const { open, writer, file, createUser, countLines } = await openWriter();
  await writer.flush();
  const before = (await stat(file)).size;
  await createUser("one");
  await writer.flush();
  await open.control("POST", "events", { count: 3 });
  await writer.flush();
  expect(await countLines()).toBe(3);
  expect((await stat(file)).size).toBeLessThan(2 * before + 20_000);
  expect(await readStateFile(file)).toEqual(open.tenant.save());
  await writer.close();
});

test("does not write if there is no change", async () => {
  const { writer, file } = await openWriter();
  await writer.flush();
  const before = await readFile(file, "utf8");
  await Promise.all([writer.flush(), writer.flush(), writer.flush()]);
  expect(await readFile(file, "utf8")).toBe(before);
  await writer.close();
});

test("shares one write among simultaneous callers, and stores the change of each", async () => {
  const { open, writer, file, createUser, countLines } = await openWriter();
  await writer.flush();
  const names = Array.from({ length: 20 }, (_, index) => `user-${index}`);
  await Promise.all(
    names.map(async (name) => {
      await createUser(name);
      await writer.flush();
      const emails = (await readStateFile(file))?.users.map((user) => user.email);
      expect(emails).toContain(`${name}@example.com`);
    }),
  );
  expect(await countLines()).toBeLessThan(names.length);
  expect(await readStateFile(file)).toEqual(open.tenant.save());
  await writer.close();
});

test("keeps only the events of the new run after a reset", async () => {
  const { open, writer, file } = await openWriter();
  await open.control("POST", "events", { count: 3 });
  await writer.flush();
  await open.control("POST", "reset");
  await open.control("POST", "events", { count: 2 });
  await writer.flush();
  expect(await readStateFile(file)).toEqual(open.tenant.save());
  expect((await readStateFile(file))?.events.events).toHaveLength(2);
  await writer.close();
});

test("writes the whole state if the changes are too large, and when it is closed", async () => {
  const { open, writer, file, createUser, countLines } = await openWriter();
  await writer.flush();
  let size = 0;
  for (let round = 0; round < 8; round += 1) {
    await open.control("POST", "events", { count: 500, object: { note: "x".repeat(2000) } });
    await open.control("PATCH", "limits", { retainedEvents: 5 + (round % 2) });
    await writer.flush();
    size = Math.max(size, (await stat(file)).size);
  }
  expect(size).toBeLessThan(8 * 1024 * 1024);
  await createUser("last");
  await writer.flush();
  expect(await readStateFile(file)).toEqual(open.tenant.save());
  await writer.close();
  expect(await countLines()).toBe(1);
  expect(await readStateFile(file)).toEqual(open.tenant.save());
});

test("reports a failed write, and stores everything with the next successful one", async () => {
  const { open, writer, folder, file, createUser } = await openWriter("later/state.json");
  await createUser("one");
  await expect(writer.flush()).rejects.toMatchObject({ code: "unwritable" });
  await expect(writer.flush()).rejects.toThrow(/Could not write the data file .+ \(ENOENT\)/);
  await mkdir(join(folder, "later"));
  await writer.flush();
  expect(await readStateFile(file)).toEqual(open.tenant.save());
  await writer.close();
});
