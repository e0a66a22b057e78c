import type { CommandSender } from "../../lib/messages/command-channel.ts";
import type { PerformRun } from "../../lib/models/runs/run-port.ts";
import type { ReadPlace } from "../../lib/models/runs/run-places.ts";
import { readHtmlText } from "../../lib/platform/html-text.ts";
import { inspectedPage } from "../../lib/platform/inspected-page.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import type { Way } from "../../lib/runs/operation.ts";

/** Returns a function that loads the library, and runs operations with it. */
export function createRunnerLoader(
  send: CommandSender,
  fetchFromHere: (url: string, init: RequestInit) => Promise<Response>,
): () => Promise<PerformRun> {
  const { now } = systemClock;
  return openOnce(async () => {
    const [{ performRun }, { findPagePorts }, { createPageHost }, keys, { connectSandbox }] =
      await Promise.all([
        import("../../lib/models/runs/perform-run.ts"),
        import("../../lib/auth/page-ports.ts"),
        import("../../lib/runs/page-host.ts"),
        import("../../lib/tokens/key-set.ts"),
        import("./sandbox-part.ts"),
      ]);
    const { location: place, frames, messages } = findPagePorts();
    const windows = connectSandbox(send).openFrames({
      ...(frames && { frames }),
      ...(messages && { messages }),
    });
    const port = {
      send,
      fetch: fetchFromHere,
      clock: systemClock,
      crypto,
      readHtml: readHtmlText,
      keySets: keys.createKeySets({ fetch: fetchFromHere, now }),
      page: {
        ...windows,
        ...(place && { location: place }),
      },
      createPageHost: (onWait: (sentence: string | undefined) => void) =>
        createPageHost({ page: inspectedPage, clock: systemClock, crypto, onWait }),
    };
    const perform: PerformRun = (tenantId, run, context) =>
      performRun(tenantId, run, port, context);
    return perform;
  });
}

/** Creates a function that reads the addresses of a place for runs. */
export function createPlaceReader(send: CommandSender): (way: Way) => Promise<ReadPlace> {
  // The addresses of the extension do not change while its page is open.
  const readOwn = openOnce(async (): Promise<ReadPlace> => {
    const { redirectUrl } = await send("login.redirect-url", {});
    const { origin } = location;
    return { pageOrigin: origin, redirectUri: redirectUrl, messageUri: `${origin}/` };
  });
  return async (way) => {
    if (way === "extension") return await readOwn();
    const { readPagePlace } = await import("../../lib/runs/page-place.ts");
    const place = await readPagePlace(inspectedPage);
    if ("problem" in place) return place;
    const { origin, url, ...rest } = place;
    return { ...rest, pageOrigin: origin, redirectUri: url, messageUri: url };
  };
}
