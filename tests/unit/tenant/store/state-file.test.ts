import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readStateFile } from "../../../../tenant/store/state-file.ts";
import { StateFileError } from "../../../../tenant/store/state-file-error.ts";
import { openTenant } from "../open-tenant.ts";

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tenant-state-"));
  onTestFinished(async () => await rm(folder, { recursive: true }));
  return folder;
}

async function writeText(text: string): Promise<string> {
  const file = join(await createFolder(), "state.json");
  await writeFile(file, text);
  return file;
}

describe("reading the state", async () => {
  test("returns undefined if the file does not exist", async () => {
    expect(await readStateFile(join(await createFolder(), "none.json"))).toBeUndefined();
  });

  const open = openTenant();
  await open.tenant.ready;
  const whole = JSON.stringify(open.tenant.save());

  test("reads the state of version 1, which has no change lines", async () => {
    const file = await writeText(`${whole.replace('"version":2', '"version":1')}\n`);
    expect(await readStateFile(file)).toEqual(open.tenant.save());
  });

  test("applies the changes after the state, and ignores an incomplete last line", async () => {
    const lines = [whole, '{"parts":{"skew":5}}', '{"parts":{"starts":7}}', '{"parts":{"skew":9}'];
    expect(await readStateFile(await writeText(lines.join("\n")))).toEqual({
      ...open.tenant.save(),
      skew: 5,
      starts: 7,
    });
  });

  test.each([
    ["an empty file", ""],
    ["half a file", whole.slice(0, whole.length / 2)],
    ["another program's JSON", '{"name":"x"}'],
    ["a list", "[]"],
    ["a newer version", whole.replace('"version":2', '"version":3')],
    ["a user without a password", whole.replace('"password":"correct-horse-1",', "")],
    ["an invalid key", whole.replace(/"n":"[^"]+"/, '"n":"AQAB"')],
    ["a profile with a wrong name", whole.replace('"workforce"', '""')],
    ["a change that is not JSON", `${whole}\n{"parts":\n{}\n`],
    ["a change of an unknown shape", `${whole}\n{"parts":{"users":[{}]}}\n`],
    ["more events than were counted", whole.replace('"end":0', '"end":-1')],
  ])("rejects %s and does not change it", async (_title, text) => {
    const file = await writeText(text);
    const reading = readStateFile(file);
    await expect(reading).rejects.toThrow(StateFileError);
    await expect(reading).rejects.toMatchObject({ code: "broken" });
    await expect(reading).rejects.toThrow(/The file is unchanged/);
    await expect(reading).rejects.not.toThrow(/correct-horse|battery-staple/);
    expect(await readFile(file, "utf8")).toBe(text);
  });

  test("reports a folder in place of a file", async () => {
    await expect(readStateFile(await createFolder())).rejects.toMatchObject({ code: "unreadable" });
  });
});
