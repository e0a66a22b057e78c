import type { CDPSession, Page } from "playwright";
import * as z from "zod/mini";
import { listenOnLoopback } from "../../../tenant/server/listen.ts";
import { openPanel } from "../../e2e/pages/chromium-devtools.ts";
import { builtExtension } from "../../launch/build-extension.ts";
import { openChromium } from "../../launch/open-chromium.ts";
import { waitFor } from "../../launch/wait-for.ts";

/** The number of requests that the inspected page makes, six at a time. */
export const requestCount = 500;

/** A page that makes requests, in two tabs whose DevTools show different panels. */
export interface InspectedPages {
  /** Makes the requests while our panel is open; returns milliseconds. */
  withPanel(): Promise<number>;
  /** Makes the requests while the Network panel is open, and ours never was; milliseconds. */
  withNetwork(): Promise<number>;
  /** The calls of our code in DevTools during the requests, before our panel was first opened. */
  calls: number;
  close(): Promise<void>;
}

/** Runs in the inspected page. */
async function makeRequests(count: number): Promise<number> {
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      const response = await fetch(`/data?${next}`);
      await response.json();
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  return performance.now() - startedAt;
}

/** Counts the calls of the extension's functions in the process of a frame. */
async function countCalls(profiler: CDPSession, act: () => Promise<unknown>): Promise<number> {
  await profiler.send("Profiler.enable");
  await profiler.send("Profiler.startPreciseCoverage", { callCount: true });
  // The first answer has the calls since the page was loaded; each one resets the counts.
  await profiler.send("Profiler.takePreciseCoverage");
  await act();
  const { result } = await profiler.send("Profiler.takePreciseCoverage");
  await profiler.send("Profiler.stopPreciseCoverage");
  return result
    .filter(({ url }) => url.startsWith("chrome-extension://"))
    .flatMap(({ functions }) => functions)
    .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
}

const answer = JSON.stringify({
  rows: Array.from({ length: 100 }, (_, id) => ({ id, name: "a" })),
});

export async function openInspectedPages(): Promise<InspectedPages> {
  const listener = await listenOnLoopback(0, ({ url }) =>
    url.includes("/data")
      ? new Response(answer, { headers: { "content-type": "application/json" } })
      : new Response("<!doctype html><title>Requests</title>", {
          headers: { "content-type": "text/html" },
        }),
  );
  const origin = `http://localhost:${listener.port}/`;
  const chromium = await openChromium({
    extensionDir: builtExtension.chromium,
    headless: true,
    startUrl: origin,
  });
  const close = async () => {
    await chromium.close();
    await listener.close();
  };
  const measure = async (page: Page) => {
    await page.bringToFront();
    // A new document: DevTools forgets the requests of the one before.
    await page.goto(origin);
    return z.number().parse(await page.evaluate(makeRequests, requestCount));
  };
  try {
    const other = await chromium.context.newPage();
    await other.goto(origin);
    const session = await chromium.context.newCDPSession(other);
    const { targetInfo } = await session.send("Target.getTargetInfo");
    await chromium.session.send("Target.openDevTools", {
      targetId: targetInfo.targetId,
      panelId: "network",
    });
    const frame = await waitFor(
      () =>
        chromium.context
          .pages()
          .flatMap((page) => page.frames())
          .find((each) => each.url() === `${chromium.extensionOrigin}/devtools.html`),
      { what: "the extension's page in DevTools" },
    );
    // The frame is listed before its script has run, which is a cost of opening DevTools.
    await frame.waitForLoadState("load");
    const calls = await countCalls(await chromium.context.newCDPSession(frame), () =>
      measure(other),
    );
    const ours = chromium.firstPage;
    await openPanel(chromium, ours, "Tenant Inspector");
    return {
      calls,
      withPanel: () => measure(ours),
      withNetwork: () => measure(other),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
