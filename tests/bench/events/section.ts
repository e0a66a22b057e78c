import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openBenchBrowser, type BenchBrowser } from "./browser.ts";
import { recordStream } from "./recording.ts";
import { openReplay, type Replay } from "./replay.ts";
import { openFilterBench, type FilterTiming } from "./filter.ts";
import { measureBlank, measureTab } from "./usable.ts";
import type { Figure, Section } from "../figure.ts";

/** What is stored at once in a round of the worker, and what the tab has to show. */
const roundCount = 5_000;
const storedCount = 50_000;
/** In some of the events, far behind the start of their texts. Two of them, since a filter that stays costs nothing. */
const words = ["last_login", "identities"] as const;

/** What has to be ended, the last opened first. */
const openings: (() => unknown)[] = [];

/** Frames a second in a process of its own. */
function compareMessages(): Figure {
  let node: ChildProcess | undefined;
  const measure = async (side: "ours" | "other"): Promise<number> => {
    if (node === undefined) {
      const started = fork(new URL("./node.ts", import.meta.url));
      openings.push(() => started.kill());
      node = started;
    }
    node.send(side);
    const answers: unknown[] = await once(node, "message");
    const rate = answers[0];
    if (typeof rate !== "number") throw new Error(String(rate));
    return rate;
  };
  const [ours, other] = [() => measure("ours"), () => measure("other")];
  return {
    name: "frames-to-messages",
    unit: "frames/s",
    target: 0.35,
    direction: "at least",
    samples: 7,
    ours,
    other,
  };
}

/** A tenant that tells what was recorded. */
async function openTenant(pieces: readonly Uint8Array[]): Promise<Replay> {
  const replay = await openReplay(pieces);
  openings.push(() => replay.close());
  return replay;
}

interface Places {
  browser: BenchBrowser;
  /** Whom the browser's worker follows: a recording of all that is to be stored. */
  full: Replay;
  /** The beginning of the same recording, without any event; not followed yet. */
  empty: Replay;
}

async function openPlaces(): Promise<Places> {
  const pieces = await recordStream(storedCount);
  const [full, empty] = [await openTenant(pieces), await openTenant(pieces.slice(0, 1))];
  const browser = await openBenchBrowser(full);
  openings.push(() => browser.close());
  return { browser, full, empty };
}

/**
 * Frames a second in the built extension's worker, from the first byte until the last frame is stored: with all that the product
 * does about them (schemas, recognising what came before, indexes, texts for the filter, the badge), against one plain write for
 * each frame in the same worker. No page is open that the worker would have to tell.
 */
function compareStoring(open: () => Promise<Places>): Figure {
  const perSecond = (milliseconds: number): number => (1000 * roundCount) / milliseconds;
  return {
    name: "frames-to-stored",
    unit: "frames/s",
    target: 2,
    direction: "at least",
    samples: 5,
    async ours() {
      const { browser } = await open();
      await browser.followAnew();
      return perSecond(await browser.store(roundCount));
    },
    other: async () => perSecond(await (await open()).browser.storeByFrame(roundCount)),
  };
}

/**
 * The Events tab over a full log, and its filter against a plain scan.
 *
 * The tab's peer is itself over an empty log, which is what the stored events are to blame for and nothing else: the same panel
 * in the same browser, opened in the same way, with another tenant selected. What the panel costs whatever the log holds (its
 * scripts, its Run tab, the worker's answer) stands on both sides; the figure against a blank page is told beside it, so that
 * this cost does not go out of sight.
 */
function compareTab(open: () => Promise<Places>): Figure[] {
  const fill = doOnce(async () => {
    const places = await open();
    await places.browser.add(places.empty);
    await places.browser.followAnew();
    await places.browser.store(storedCount);
    return places;
  });
  const tab = async () => {
    const { browser, full } = await fill();
    return await measureTab(browser, full, storedCount);
  };
  const filter = doOnce(async () => {
    const { browser, full } = await fill();
    return await openFilterBench(browser, full);
  });
  const found = new Map<string, number>();
  /** Both sides have to find the same, and something. */
  const check = (text: string, timing: FilterTiming): number => {
    const known = found.get(text) ?? timing.found;
    if (timing.found !== known || known === 0)
      throw new Error(`One side found ${timing.found} events, the other ${known}.`);
    found.set(text, known);
    return timing.milliseconds;
  };
  let round = 0;
  return [
    {
      name: `tab-with-${storedCount}-usable`,
      unit: "ms",
      target: 2,
      direction: "at most",
      samples: 15,
      ours: tab,
      async other() {
        const { browser, empty } = await fill();
        return await measureTab(browser, empty, 0);
      },
    },
    {
      name: `tab-with-${storedCount}-against-a-blank-page`,
      unit: "ms",
      target: undefined,
      direction: "at most",
      samples: 7,
      ours: tab,
      other: async () => await measureBlank((await fill()).browser),
    },
    {
      // The first filter: the texts are read from the log, on both sides.
      name: `first-text-filter-over-${storedCount}`,
      unit: "ms",
      target: 5,
      direction: "at most",
      samples: 5,
      async ours() {
        const bench = await filter();
        await bench.clear();
        return check(words[0], await bench.filter(words[0]));
      },
      other: async () => check(words[0], await (await filter()).readAndScan(words[0])),
    },
    {
      // Each further filter, as with each key that is typed: both sides hold the texts.
      name: `next-text-filter-over-${storedCount}`,
      unit: "ms",
      target: 5,
      direction: "at most",
      samples: 15,
      async ours() {
        round += 1;
        const text = words[round % 2] ?? words[0];
        return check(text, await (await filter()).filter(text));
      },
      async other() {
        const text = words[round % 2] ?? words[0];
        return check(text, await (await filter()).scan(text));
      },
    },
  ];
}

/** Does something when it is first wanted, and once. */
function doOnce<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined;
  return () => (made ??= make());
}

/** The event stream: what is made of frames in Node, what is stored in the real worker, and the tab over a full log. */
export const section: Section = {
  name: "events",
  prepare() {
    const open = doOnce(openPlaces);
    return [compareMessages(), compareStoring(open), ...compareTab(open)];
  },
  async close() {
    for (const end of openings.splice(0).toReversed()) await end();
  },
};
