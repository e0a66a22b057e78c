import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { swapFolder } from "../../swap-folder.ts";

let base: string;
let fresh: string;
let loaded: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), "swap-folder-"));
  fresh = join(base, "fresh");
  loaded = join(base, "loaded");
});
afterEach(() => rm(base, { recursive: true, force: true }));

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();
}

const old = {
  "manifest.json": "{}",
  "panel.html": "a-1.js",
  "chunks/a-1.js": "1",
  "icon/16.png": "icon",
};
const next = {
  "manifest.json": '{"version":"2"}',
  "panel.html": "a-2.js",
  "chunks/a-2.js": "2",
  "icon/16.png": "icon",
};

describe("the folder that a browser has loaded", () => {
  test("keeps the files of the previous build for open pages, and no older files", async () => {
    await write(loaded, { ...old, "chunks/a-0.js": "0" });
    await write(fresh, next);
    await swapFolder(fresh, loaded, Object.keys(old));
    expect(await list(loaded)).toEqual([
      "16.png",
      "a-1.js",
      "a-2.js",
      "manifest.json",
      "panel.html",
    ]);
    expect(await readFile(join(loaded, "panel.html"), "utf8")).toBe("a-2.js");
  });

  test("contains the new build, and no files of an unknown build", async () => {
    await write(loaded, old);
    await write(fresh, next);
    await swapFolder(fresh, loaded, []);
    expect(await list(loaded)).toEqual(["16.png", "a-2.js", "manifest.json", "panel.html"]);
    expect(await readFile(join(loaded, "panel.html"), "utf8")).toBe("a-2.js");
  });

  test("is created by the first build", async () => {
    await write(fresh, next);
    await swapFolder(fresh, loaded, []);
    expect(await list(loaded)).toEqual(await list(fresh));
  });

  test("remains the same folder, with unchanged files untouched", async () => {
    await write(loaded, old);
    await write(fresh, next);
    const identify = async (path: string) => (await stat(join(loaded, path))).ino;
    const before = await Promise.all(["", "icon/16.png"].map(identify));
    await swapFolder(fresh, loaded, []);
    expect(await Promise.all(["", "icon/16.png"].map(identify))).toEqual(before);
  });

  test("always has a complete manifest and page, with the script that the page names", async () => {
    await write(loaded, old);
    await write(fresh, next);
    const state = { isOver: false };
    const swapping = swapFolder(fresh, loaded, []).finally(() => {
      state.isOver = true;
    });
    const seen = new Set<string>();
    while (!state.isOver) {
      seen.add(await readFile(join(loaded, "manifest.json"), "utf8"));
      const page = await readFile(join(loaded, "panel.html"), "utf8");
      seen.add(page);
      if (page === "a-2.js") seen.add(await readFile(join(loaded, "chunks", page), "utf8"));
    }
    await swapping;
    expect(
      [...seen].filter(
        (text) => !["{}", '{"version":"2"}', "a-1.js", "a-2.js", "2"].includes(text),
      ),
    ).toEqual([]);
  });
});
