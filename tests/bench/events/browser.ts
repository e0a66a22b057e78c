import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "vite";
import * as z from "zod/mini";
import type { Page } from "playwright";
import { getWorker } from "../../e2e/pages/worker.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { listSetUpCommands } from "../../soak/set-up-extension.ts";
import type { Replay } from "./replay.ts";

const blankPage = "bench-blank.html";
/** The events of the stream whose load is measured, and how many of them arrive each second. */
export const load = { perSecond: 500, count: 5_000 };
/** After the stream, the last events are stored, and the badge shows their number. */
const settleMs = 1_500;

/** The built extension in Chromium, connected to a recording. */
export interface BenchBrowser {
  /** Opens a page of the extension, with scripts that run before its own. */
  open(page: "panel.html" | typeof blankPage, scripts: readonly (() => void)[]): Promise<Page>;
  /** Adds another tenant. */
  add(other: Replay): Promise<void>;
  /** Selects the tenant whose log new pages show. */
  select(followed: Replay): Promise<void>;
  /**
   * Deletes the stored events, and reconnects to the start of the recording, which has not begun.
   */
  followAnew(): Promise<void>;
  /** Lets the worker store this number of recorded events; returns milliseconds. */
  store(count: number): Promise<number>;
  /**
   * Does the same with one write per frame, in a plain reader in the same worker; returns
   * milliseconds.
   */
  storeByFrame(count: number): Promise<number>;
  /**
   * Lets the product, or a plain reader in the same worker, store 500 events a second of a stream.
   *
   * @returns the processor time of the browser's process and of the extension's processes, in
   *   percent of a core
   */
  measureLoad(side: "product" | "plain", stream: Replay): Promise<number>;
  close(): Promise<void>;
}

/**
 * Creates a copy of the built extension with a blank page and with the plain reader beside the
 * worker's code.
 */
async function copyExtension(folder: string): Promise<void> {
  await cp(builtExtension.chromium, folder, { recursive: true });
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      rollupOptions: {
        input: ["peer", "blank"].map((name) => join(import.meta.dirname, `${name}.ts`)),
        output: { entryFileNames: "bench-[name].js", chunkFileNames: "bench-[name].js" },
      },
    },
  });
  const worker = join(folder, "background.js");
  await writeFile(worker, `import "./bench-peer.js";\n${await readFile(worker, "utf8")}`);
  await writeFile(
    join(folder, blankPage),
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Blank</title><script type="module" src="/bench-blank.js"></script></head><body></body></html>',
  );
}

export async function openBenchBrowser(replay: Replay): Promise<BenchBrowser> {
  const followed: Replay[] = [];
  const folder = await makeTemporaryFolder("bench-extension");
  await copyExtension(folder.path);
  const chromium = await openChromium({ extensionDir: folder.path, headless: true });
  const close = async () => {
    await chromium.close();
    await folder.remove();
  };
  /** A page without a feed: the worker's messages to its pages are not part of storing. */
  const remote = await chromium.extensionPage(blankPage);

  async function send(command: string, request: object): Promise<void> {
    const message = { command, request };
    const answer: unknown = await remote.evaluate(
      (sent): Promise<unknown> => chrome.runtime.sendMessage(sent),
      message,
    );
    if (!JSON.stringify(answer).startsWith('{"ok":true'))
      throw new Error(`The extension rejected ${command}: ${JSON.stringify(answer)}`);
  }

  async function measure(
    name: "storeByFrame" | "storeInBatches" | "awaitStored",
    ...given: unknown[]
  ) {
    const worker = await getWorker(chromium);
    const call = `${name}(${given.map((one) => JSON.stringify(one)).join(", ")})`;
    return z.number().parse(await worker.evaluate(call));
  }

  /** Returns the processor time that was used so far, in seconds. */
  async function readProcessorTime(): Promise<number> {
    const { processInfo } = await chromium.session.send("SystemInfo.getProcessInfo");
    return processInfo
      .filter(({ type }) => type === "browser" || type === "renderer")
      .reduce((sum, { cpuTime }) => sum + cpuTime, 0);
  }

  async function startStream(url: string): Promise<void> {
    const worker = await getWorker(chromium);
    await worker.evaluate((started) => fetch(started).then(() => undefined), `${url}?start`);
  }

  async function follow(one: Replay): Promise<void> {
    for (const { command, request } of listSetUpCommands(one.origin)) await send(command, request);
    followed.push(one);
  }

  try {
    await follow(replay);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async open(page, scripts) {
      const opened = await chromium.context.newPage();
      for (const script of scripts) await opened.addInitScript(script);
      await opened.goto(`${chromium.extensionOrigin}/${page}`);
      return opened;
    },
    add: follow,
    select: ({ origin }) => send("tenant.select", { tenantId: origin }),
    async followAnew() {
      for (const one of followed) one.drop();
      // The last events may not be stored yet.
      await waitFor(() => send("events.reset", {}).then(() => true), {
        what: "the removal of the stored events",
      });
      for (const one of followed) {
        await send("stream.retry", { tenantId: one.origin });
        await one.awaited();
      }
    },
    async store(count) {
      replay.limit(count);
      return await measure("awaitStored", `${replay.origin}/api/v2/events`, count);
    },
    async storeByFrame(count) {
      replay.limit(count);
      return await measure("storeByFrame", replay.plainUrl, count);
    },
    async measureLoad(side, stream) {
      const { perSecond, count } = load;
      stream.limit(count, perSecond);
      const begunAt = performance.now();
      const before = await readProcessorTime();
      // No page is read or asked meanwhile: each question would be a part of the load.
      const own =
        side === "product"
          ? startStream(`${stream.origin}/api/v2/events`)
          : measure("storeInBatches", stream.plainUrl, count);
      await pause((1_000 * count) / perSecond + settleMs);
      await own;
      const used = (await readProcessorTime()) - before;
      const seconds = (performance.now() - begunAt) / 1_000;
      if (side === "product") await measure("awaitStored", stream.plainUrl, count);
      return (100 * used) / seconds;
    },
    close,
  };
}
