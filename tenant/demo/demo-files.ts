/// <reference types="node" />

import { readdir, readFile } from "node:fs/promises";
import type { DemoOptions } from "./demo-app.ts";

/** The demo web app's own files, and the library if it comes with them. */
export type DemoFiles = DemoOptions["files"] & { authLibrary?: string };

/** Reads the files of the demo web app from this folder of the sources. */
export async function readDemoFiles(): Promise<DemoFiles> {
  const folder = new URL("./", import.meta.url);
  const read = async (name: string): Promise<string> =>
    await readFile(new URL(name, folder), "utf8");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  const [html, css, helperHtml, ...texts] = await Promise.all([
    read("index.html"),
    read("demo.css"),
    read("helper.html"),
    ...names.map(read),
  ]);
  const scripts = Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
  return { html, css, helperHtml, scripts };
}
