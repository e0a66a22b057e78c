import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { openChromium, openNode, scripts, type Place, type Task } from "./places.ts";
import { countPreflights } from "./preflights.ts";
import { prepareResponse } from "./response.ts";
import type { Figure, Section } from "../figure.ts";

// Many short rounds: a temporary slowdown of the machine affects both sides, and does not change a
// median.
const counts = { parse: 100, url: 1000, verify: 100 };
const samples = 41;

/**
 * Measures a file with GNU gzip, like `gzip -9 < file | wc -c`. The zlib of a runtime is patched
 * and writes other sizes in each.
 */
function measureGzip(path: string): number {
  if (!existsSync(path)) {
    throw new Error('Could not find the built library. Run "npm run build" first.');
  }
  const { status, stdout } = spawnSync("gzip", ["-9"], { input: readFileSync(path) });
  if (status !== 0) throw new Error("Could not run gzip. Install GNU gzip, then try again.");
  return stdout.length;
}

/**
 * Enough concurrent calls that a thread of Node always works. A single call waits until a thread
 * and then the caller wake up. On an idle machine the processors sleep meanwhile, and the figure
 * would measure their wake-up time.
 */
const manyUnderWay = 8;

/** Calls per second, ours against the peer's. */
function compareSpeed(
  name: string,
  { what, underWay = 1 }: { what: Task["what"]; underWay?: number },
  target: number | undefined,
  place: Place,
): Figure {
  const measure = async (which: Task["which"]): Promise<number> => {
    const { milliseconds } = await place.measure({ which, what, count: counts[what], underWay });
    return 1000 / milliseconds;
  };
  const [ours, other] = [() => measure("ours"), () => measure("peer")];
  return { name, unit: "ops/s", target, direction: "at least", samples, ours, other };
}

const places: Place[] = [];

/** Opens a runtime when its first figure is measured. */
function openLate(open: () => Place | Promise<Place>): Place {
  let opened: Promise<Place> | undefined;
  const place: Place = {
    async measure(task) {
      opened ??= Promise.resolve(open());
      return (await opened).measure(task);
    },
    close: async () => (await opened)?.close(),
  };
  places.push(place);
  return place;
}

/** The authentication library against the common library for this contract: its cost for a page. */
export const section: Section = {
  name: "auth",
  async prepare() {
    const size: Figure = {
      name: "gzip-size",
      unit: "B",
      target: 0.25,
      direction: "at most",
      samples: 1,
      ours: () => measureGzip(scripts.ours),
      other: () => measureGzip(scripts.peer),
    };
    if (!existsSync(scripts.ours)) return [size];
    const response = await prepareResponse("http://localhost/");
    const node = openLate(() => openNode(response));
    const browser = openLate(() => openChromium(response));
    const inNode = { which: "ours", what: "parse", count: counts.parse, underWay: 1 } as const;
    const timeInNode = async (what: Task["what"]): Promise<number> =>
      (await node.measure({ ...inNode, what })).milliseconds;
    const requests = async (which: Task["which"]): Promise<number> =>
      (await node.measure({ ...inNode, which })).requests;
    return [
      size,
      compareSpeed("parse-hash-node", { what: "parse", underWay: manyUnderWay }, 8, node),
      compareSpeed("parse-hash-node-one-by-one", { what: "parse" }, undefined, node),
      {
        name: "parse-hash-over-bare-webcrypto",
        unit: "ms",
        target: 2,
        direction: "at most",
        samples,
        ours: () => timeInNode("parse"),
        other: () => timeInNode("verify"),
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
      {
        name: "preflights-not-forced",
        unit: "requests",
        target: 0,
        direction: "at most",
        samples: 1,
        ours: () => countPreflights("ours"),
        other: () => countPreflights("peer"),
      },
      compareSpeed("build-authorize-url-node", { what: "url" }, 1, node),
      compareSpeed("parse-hash-chromium", { what: "parse" }, 18, browser),
      compareSpeed("build-authorize-url-chromium", { what: "url" }, 1, browser),
    ];
  },
  async close() {
    await Promise.all(places.map((place) => place.close()));
  },
};
