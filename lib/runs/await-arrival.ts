import type { LoginProblem } from "./login-problem.ts";
import { createArrivalMatcher, type Arrival, type Departure } from "./match-arrival.ts";
import type { PageHostPorts } from "./page-port.ts";

/**
 * How long a response is awaited after the page shows the application again, in ms. DevTools can
 * report a request about a second after its end.
 */
const graceMs = 5000;

const atTenant = "The page is at the tenant. The run continues when it comes back.";
const noResponse: LoginProblem = {
  title: "The page came back without a response.",
  problem:
    "DevTools reported no response to this login. Clear the filter of the Network panel, then run it again.",
};

/**
 * Sends the inspected page to the tenant, and resolves with the response. Firefox loses requests
 * that end just before a navigation, so the loaded documents are read too.
 */
export async function awaitArrival(
  departure: Departure,
  { page, clock, onWait }: Omit<PageHostPorts, "crypto">,
  signal: AbortSignal,
): Promise<Arrival | LoginProblem> {
  signal.throwIfAborted();
  const matcher = createArrivalMatcher(departure);
  const ended = Promise.withResolvers<Arrival | LoginProblem>();
  const cancel = () => ended.reject(signal.reason);
  let stopGrace: (() => void) | undefined;
  const endGrace = async () => {
    stopGrace = undefined;
    // The report of an earlier navigation can be late: the page may be at the tenant.
    const shown = await page.evaluate("location.href").catch(() => undefined);
    if (typeof shown === "string" && matcher.isBack(shown)) ended.resolve(noResponse);
  };
  const resolveWith = (arrival: Arrival | undefined) => {
    if (arrival !== undefined) ended.resolve(arrival);
  };
  signal.addEventListener("abort", cancel);
  const stopWatching = page.watch({
    onRequest: (request) => resolveWith(matcher.matchRequest(request)),
    onNavigated(url) {
      resolveWith(matcher.matchNavigation(url));
      if (matcher.isBack(url)) stopGrace ??= clock.after(graceMs, () => void endGrace());
    },
  });
  try {
    onWait(atTenant);
    await Promise.race([
      page.evaluate(`void location.assign(${JSON.stringify(departure.url)})`),
      ended.promise,
    ]);
    return await ended.promise;
  } finally {
    stopGrace?.();
    stopWatching();
    signal.removeEventListener("abort", cancel);
    onWait(undefined);
  }
}
