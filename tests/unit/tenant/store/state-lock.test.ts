import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lockStateFile } from "../../../../tenant/store/state-lock.ts";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-lock-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  return folder;
}

/** Returns the ID of a process that has just ended. */
function findGoneProcess(): number {
  return spawnSync(process.execPath, ["--version"]).pid;
}

test("names the process that locks the file, and is free after its release", async () => {
  const folder = await createFolder();
  const file = join(folder, "state.json");
  const release = await lockStateFile(file);
  expect(await readFile(`${file}.lock`, "utf8")).toBe(`${process.pid}\n`);
  const second = lockStateFile(file);
  await expect(second).rejects.toMatchObject({ code: "in-use" });
  await expect(second).rejects.toThrow(`Process ${process.pid} uses the data file`);
  await release();
  expect(await readdir(folder)).toEqual([]);
  await (
    await lockStateFile(file)
  )();
});

test("is one lock for a file and the symbolic links to it, also before the file exists", async () => {
  const folder = await createFolder();
  const file = join(folder, "state.json");
  const links = [join(folder, "link.json"), join(folder, "link-of-link.json")] as const;
  await symlink("state.json", links[0]);
  await symlink(links[0], links[1]);
  for (const exists of [false, true]) {
    if (exists) await writeFile(file, "{}");
    for (const [first, second] of [
      [file, links[1]],
      [links[0], file],
    ] as const) {
      const release = await lockStateFile(first);
      await expect(lockStateFile(second)).rejects.toMatchObject({ code: "in-use" });
      await release();
    }
  }
});

test("is rejected while another process of any user runs", async () => {
  const folder = await createFolder();
  const file = join(folder, "state.json");
  await writeFile(`${file}.lock`, "1\n");
  await expect(lockStateFile(file)).rejects.toThrow("Process 1 uses the data file");
  expect(await readdir(folder)).toEqual(["state.json.lock"]);
});

test.each([
  ["a process that has ended", () => `${findGoneProcess()}\n`],
  ["an earlier process with the same ID", () => `${process.pid}\n`],
  ["a process that is not readable", () => "?"],
])("replaces the lock of %s", async (_title, write) => {
  const folder = await createFolder();
  const file = join(folder, "state.json");
  await writeFile(`${file}.lock`, write());
  const release = await lockStateFile(file);
  expect(await readFile(`${file}.lock`, "utf8")).toBe(`${process.pid}\n`);
  await release();
  expect(await readdir(folder)).toEqual([]);
});

test("is granted to exactly one of many simultaneous starts, also after a stale lock", async () => {
  const folder = await createFolder();
  const file = join(folder, "state.json");
  await writeFile(`${file}.lock`, `${findGoneProcess()}\n`);
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, async () => await lockStateFile(file)),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("reports a folder that does not exist", async () => {
  const file = join(await createFolder(), "no-such-folder", "state.json");
  await expect(lockStateFile(file)).rejects.toMatchObject({ code: "unwritable" });
});
