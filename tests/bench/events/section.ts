import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { load, openBenchBrowser, type BenchBrowser } from "./browser.ts";
import { cutIntoEvents, recordStream } from "./recording.ts";
import { openReplay, type Replay } from "./replay.ts";
import { openFilterBench, type FilterTiming } from "./filter.ts";
import { goToEvents, measureBlank, measureTab } from "./usable.ts";
import type { Figure, Section } from "../figure.ts";

/** The number of events that the worker stores in one round, and that the tab shows. */
const roundCount = 5_000;
const storedCount = 50_000;
/** A text near the end of some events. There are two, because a repeated filter costs nothing. */
const words = ["last_login", "identities"] as const;

/** The functions that stop the started parts, the last started first. */
const openings: (() => unknown)[] = [];

/** Measures frames per second in a separate process. */
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

/** Opens a tenant that sends a recording. */
async function openTenant(pieces: readonly Uint8Array[]): Promise<Replay> {
  const replay = await openReplay(pieces);
  openings.push(() => replay.close());
  return replay;
}

interface Places {
  browser: BenchBrowser;
  /** The tenant of the browser's worker: a recording of all events to store. */
  full: Replay;
  /** The start of the same recording, without any event; not connected yet. */
  empty: Replay;
  /** A part of the same recording, event by event; not connected yet. */
  even: Replay;
}

async function openPlaces(): Promise<Places> {
  const pieces = await recordStream(storedCount);
  const [full, empty] = [await openTenant(pieces), await openTenant(pieces.slice(0, 1))];
  const even = await openTenant(cutIntoEvents(pieces, load.count));
  const browser = await openBenchBrowser(full);
  openings.push(() => browser.close());
  return { browser, full, empty, even };
}

/**
 * Measures frames per second in the built extension's worker, from the first byte until the last
 * frame is stored. It includes all the product's work on a frame (schemas, deduplication, indexes,
 * texts for the filter, the badge), against one plain write per frame in the same worker. No page
 * is open that the worker would have to notify.
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
 * Measures the processor time of the worker and of the browser's process at 500 events a second,
 * against a plain reader of the same stream: fetch, the parser, and one write for each batch. Both
 * include what the browser itself needs. With the panel open, the product also tells it of the
 * events and it shows them; this figure is reported without a target.
 */
function compareLoad(open: () => Promise<Places>): Figure[] {
  const follow = doOnce(async () => {
    const places = await open();
    await places.browser.add(places.even);
    return places;
  });
  const ours = async (): Promise<number> => {
    const { browser, even } = await follow();
    await browser.followAnew();
    return await browser.measureLoad("product", even);
  };
  const other = async () => {
    const { browser, even } = await follow();
    return await browser.measureLoad("plain", even);
  };
  const figure = { unit: "% of a core", direction: "at most", samples: 3, other } as const;
  return [
    { ...figure, name: "worker", target: 2, ours },
    {
      ...figure,
      name: "worker-with-panel",
      target: undefined,
      async ours() {
        const { browser, even } = await follow();
        await browser.select(even);
        const panel = await browser.open("panel.html", [goToEvents]);
        const measured = await ours();
        await panel.close();
        return measured;
      },
    },
  ];
}

/**
 * Measures the Events tab with a full log, and its filter against a plain scan.
 *
 * The peer of the tab is the same tab with an empty log, so that the ratio shows the cost of the
 * stored events only: the same panel in the same browser, opened in the same way, with another
 * tenant selected. Costs that do not depend on the log (scripts, Run tab, the worker's response)
 * are on both sides. The figure against a blank page is reported beside it, so that these costs
 * stay visible.
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
  /** Both sides must find the same events, and at least one. */
  const check = (text: string, timing: FilterTiming): number => {
    const known = found.get(text) ?? timing.found;
    if (timing.found !== known || known === 0)
      throw new Error(`Both sides must find the same events, found ${timing.found} and ${known}.`);
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
      // The first filter: both sides read the texts from the log.
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
      // Each further filter, as with each typed key: both sides have the texts in memory.
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

/** Runs a function at the first call only, and shares its result. */
function doOnce<Thing>(make: () => Promise<Thing>): () => Promise<Thing> {
  let made: Promise<Thing> | undefined;
  return () => (made ??= make());
}

/**
 * The event stream: parsing of frames in Node, storage in the real worker, and the tab with a full
 * log.
 */
export const section: Section = {
  name: "events",
  prepare() {
    const open = doOnce(openPlaces);
    return [compareMessages(), compareStoring(open), ...compareLoad(open), ...compareTab(open)];
  },
  async close() {
    for (const end of openings.splice(0).toReversed()) await end();
  },
};
