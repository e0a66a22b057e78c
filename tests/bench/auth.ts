import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { openChromium, openNode, scripts, type Place, type Task } from "./auth-places.ts";
import { prepareResponse } from "./auth-response.ts";
import type { Figure, Section } from "./figure.ts";

const counts = { parse: 1000, url: 5000 };

function measureGzip(path: string): number {
  if (existsSync(path)) return gzipSync(readFileSync(path), { level: 9 }).length;
  throw new Error('The library has not been built: run "npm run build" first.');
}

/** Calls in a second, ours against the peer's. */
function compareSpeed(
  name: string,
  what: Task["what"],
  target: number,
  place: Place,
  samples: number,
): Figure {
  const measure = async (which: Task["which"]): Promise<number> => {
    const { milliseconds } = await place.measure({ which, what, count: counts[what] });
    return 1000 / milliseconds;
  };
  const [ours, other] = [() => measure("ours"), () => measure("peer")];
  return { name, unit: "ops/s", target, direction: "at least", samples, ours, other };
}

/** The authentication library against the usual one for this contract: what a page pays for it. */
export const section: Section = {
  name: "auth",
  async prepare() {
    const size: Figure = {
      name: "gzip-size",
      unit: "B",
      target: 0.16,
      direction: "at most",
      samples: 1,
      ours: () => measureGzip(scripts.ours),
      other: () => measureGzip(scripts.peer),
    };
    if (!existsSync(scripts.ours)) return [size];
    const response = await prepareResponse("http://localhost/");
    const node = openNode(response);
    let chromium: Promise<Place> | undefined;
    // The browser starts when its first figure is measured, and ends after the last.
    const browser: Place = {
      measure: async (task) => {
        chromium ??= openChromium(response);
        return (await chromium).measure(task);
      },
      close: async () => (await chromium)?.close(),
    };
    const bareVerify = async (): Promise<number> => {
      const start = performance.now();
      for (let count = 0; count < counts.parse; count += 1) {
        if (!(await response.verify())) throw new Error("The signature does not verify.");
      }
      return (performance.now() - start) / counts.parse;
    };
    const inNode = { which: "ours", what: "parse", count: counts.parse } as const;
    const parseTime = async (): Promise<number> => (await node.measure(inNode)).milliseconds;
    const requests = async (which: Task["which"]): Promise<number> =>
      (await node.measure({ ...inNode, which })).requests;
    const lastInBrowser = compareSpeed("build-authorize-url-chromium", "url", 1, browser, 7);
    return [
      size,
      compareSpeed("parse-hash-node", "parse", 8, node, 7),
      {
        name: "parse-hash-over-bare-verify",
        unit: "ms",
        target: 2.5,
        direction: "at most",
        samples: 15,
        ours: parseTime,
        other: bareVerify,
      },
      {
        name: "key-requests-per-call",
        unit: "requests",
        target: 0,
        direction: "at most",
        samples: 1,
        ours: () => requests("ours"),
        other: () => requests("peer"),
      },
      compareSpeed("build-authorize-url-node", "url", 1, node, 7),
      compareSpeed("parse-hash-chromium", "parse", 18, browser, 7),
      {
        ...lastInBrowser,
        samples: 1,
        ours: () => lastInBrowser.ours(),
        other: async () => {
          try {
            return await lastInBrowser.other();
          } finally {
            await browser.close();
          }
        },
      },
    ];
  },
};
