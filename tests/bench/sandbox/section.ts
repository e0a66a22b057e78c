import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openChromium, type OpenedChromium } from "../../launch/open-chromium.ts";
import { watchWorker } from "../../e2e/pages/worker.ts";
import { findReachable, measureEntry, type Bundle } from "../../repo/bundle/check-bundle.ts";
import type { Section } from "../figure.ts";
import { makeBuilds } from "./builds.ts";

/** The number of unmeasured starts: the browser compiles the scripts once, and keeps the result. */
const warmUps = 5;

/** A text of the tenant's own code. */
const tenantMark = "local-tenant-state";

function readBundle(folder: string): Bundle {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** Returns the bytes of the listed scripts that contain code of the tenant. */
function measureTenantCode(bundle: Bundle, paths: readonly string[]): number {
  const texts = paths.map((path) => bundle.get(path)?.toString() ?? "");
  const own = texts.filter((text) => text.includes(tenantMark));
  return own.reduce((sum, { length }) => sum + length, 0);
}

/** Opens a browser, and returns the function that measures one start of its worker. */
async function openBrowser(extensionDir: string) {
  const chromium = await openChromium({ extensionDir, headless: true });
  const page = await chromium.extensionPage("empty.html");
  const worker = await watchWorker(chromium);
  return {
    chromium,
    /** Measures milliseconds from a message that starts the worker to its answer. */
    async measureStart(): Promise<number> {
      await worker.stop();
      return await page.evaluate(async () => {
        const startedAt = performance.now();
        await chrome.runtime.sendMessage({ command: "unknown", request: {} });
        return performance.now() - startedAt;
      });
    },
    /** Returns the number of documents of the extension that no user sees. */
    countHidden: () =>
      page.evaluate(async () => {
        const contextTypes = [chrome.runtime.ContextType.OFFSCREEN_DOCUMENT];
        return (await chrome.runtime.getContexts({ contextTypes })).length;
      }),
  };
}

const openings: (() => Promise<void>)[] = [];

async function open(extensionDir: string) {
  const opened = await openBrowser(extensionDir);
  const { chromium }: { chromium: OpenedChromium } = opened;
  openings.push(() => chromium.close());
  return opened;
}

/** The sandbox while it is not in use, against a background of the same source without it. */
export const section: Section = {
  name: "sandbox",
  async prepare() {
    const builds = await makeBuilds();
    openings.push(() => builds.remove());
    const [whole, without] = [readBundle(builds.whole), readBundle(builds.without)];
    const [ours, other] = [await open(builds.whole), await open(builds.without)];
    for (let turn = 0; turn < warmUps; turn += 1) {
      await ours.measureStart();
      await other.measureStart();
    }
    return [
      {
        name: "worker-start",
        unit: "ms",
        target: 1.05,
        direction: "at most",
        samples: 61,
        ours: () => ours.measureStart(),
        other: () => other.measureStart(),
      },
      {
        name: "background-gzip-size",
        unit: "B",
        target: undefined,
        direction: "at most",
        samples: 1,
        ours: () => measureEntry(whole, "background.js"),
        other: () => measureEntry(without, "background.js"),
      },
      {
        // A hidden document would have started the tenant in its worker.
        name: "tenant-code-loaded",
        unit: "B",
        target: 0,
        direction: "at most",
        samples: 1,
        async ours() {
          const size = measureTenantCode(whole, ["sandbox-worker.js"]);
          const loaded = measureTenantCode(whole, findReachable(whole, "background.js"));
          return loaded + size * (await ours.countHidden());
        },
        other: () => measureTenantCode(whole, ["sandbox-worker.js"]),
      },
    ];
  },
  async close() {
    for (const end of openings.splice(0).toReversed()) await end();
  },
};
