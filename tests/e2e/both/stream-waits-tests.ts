import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";
import { RequestWatch } from "../pages/request-watch.ts";

const eventsPath = "/api/v2/events";
const tokenPath = "/oauth/token";
const quarterOfAnHour = 15 * 60_000;
/** Long enough for a worker to stop and restart in the meantime. */
const asked = 10_000;
const retryAfter = { "retry-after": String(asked / 1_000) };

/** A browser whose extension listens to the tenant. The popup is open in a tab. */
interface Session {
  control: TenantControl;
  /** The popup. It connects to the next worker as soon as a worker stops. */
  popup: { evaluate(expression: string): Promise<unknown> };
  /** Stops the worker as the browser does, and waits until the next one runs. */
  restartWorker(): Promise<void>;
  /** Advances the clock of the running worker. */
  setAhead(ms: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tests the waits of a stream while workers stop and start.
 *
 * @param hasEveryWait false in a browser that only tests its own part; the worker's rules are the
 * same in every browser
 */
export function testStreamWaits(
  { hasEveryWait }: { hasEveryWait: boolean },
  open: () => Promise<Session>,
): void {
  let session: Session;
  let control: TenantControl;

  beforeAll(async () => {
    session = await open();
    ({ control } = session);
  });
  afterEach(async () => {
    await control.clearResponses();
  });
  afterAll(async () => {
    await session?.close();
  });

  const watch = (path: string) => RequestWatch.begin(control, path);

  /** Ends the stream. The worker reconnects without a back-off, since the stream sent an event. */
  async function breakStream(): Promise<void> {
    await control.emitEvents(1);
    await control.dropStreams();
  }

  /** Waits until the popup shows this state of the stream. */
  async function untilShown(words: RegExp): Promise<void> {
    const read = `document.querySelector(".stream-words .words")?.textContent ?? ""`;
    await waitFor(async () => words.test(String(await session.popup.evaluate(read))), {
      what: `the popup to show ${words}`,
    });
  }

  async function pressTryNow(): Promise<void> {
    await session.popup.evaluate(`document.querySelector(".stream-words button").click()`);
  }

  test("a 429 delays for its Retry-After, even if the worker is stopped", async () => {
    await control.untilListened();
    const requests = await watch(eventsPath);
    await control.planResponse({ path: eventsPath, status: 429, headers: retryAfter });
    await breakStream();
    await untilShown(/rate limit reached, retry in/u);
    await session.restartWorker();
    const [refused, next, ...others] = await requests.waitFor(200);
    expect([refused?.status, next?.status]).toEqual([429, 200]);
    expect(others).toEqual([]);
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBeGreaterThanOrEqual(asked);
  });

  test("the same worker retries a rejected stream after a quarter of an hour", async () => {
    await control.untilListened();
    const requests = await watch(eventsPath);
    await control.planResponse({ path: eventsPath, status: 404 });
    await breakStream();
    await untilShown(/no event stream found, retry in 15 min/u);
    await session.setAhead(quarterOfAnHour);
    expect(await requests.waitFor(200)).toMatchObject([{ status: 404 }, { status: 200 }]);

    // The next worker's clock is correct, so the last connection is in its future.
    const later = await watch(eventsPath);
    await control.untilListened();
    await session.restartWorker();
    expect(await later.waitFor(200)).toHaveLength(1);
  });

  // The waits above test the part of the browser: its storage, its alarms and its clock.
  if (!hasEveryWait) return;

  test("a 429 of the token endpoint delays for its Retry-After, and the next worker requests no token", async () => {
    await control.untilListened();
    const [tokens, requests] = [await watch(tokenPath), await watch(eventsPath)];
    await control.planResponse({ path: tokenPath, status: 429, headers: retryAfter });
    await control.planResponse({ path: eventsPath, status: 401 });
    await breakStream();
    await untilShown(/rate limit reached, retry in/u);
    await session.restartWorker();
    const next = (await requests.waitFor(200)).at(-1);
    const [limited, ...others] = await tokens.read();
    expect(limited?.status).toBe(429);
    expect(others).toEqual([]);
    expect((next?.at ?? 0) - (limited?.at ?? 0)).toBeGreaterThanOrEqual(asked);
  });

  test("a worker that is stopped before the tenant responds makes the next worker wait ten seconds", async () => {
    await control.untilListened();
    const requests = await watch(eventsPath);
    await control.planResponse({ path: eventsPath, delay: 600_000 });
    const begunAt = Date.now();
    await breakStream();
    await untilShown(/^(?:stream: )?connecting$/u);
    await session.restartWorker();
    // A busy machine can show the next worker only after its wait, when it connects.
    await untilShown(/no connection, retry in|connecting/u);
    // Release the held response. Its worker is gone, and perhaps its connection too.
    await control.clearResponses();
    const answered = await requests.waitForOneFrom(begunAt + asked);
    await control.untilListened();
    expect(answered.filter(({ at }) => at < begunAt + asked).length).toBeLessThanOrEqual(1);
  });

  test("a rejected secret is tried once, and again when the user retries, by any number of workers", async () => {
    await control.untilListened();
    const [tokens, requests] = [await watch(tokenPath), await watch(eventsPath)];
    await control.planResponse({ path: tokenPath, status: 401, times: 1_000 });
    await control.planResponse({ path: eventsPath, status: 401, times: 1_000 });
    await breakStream();
    for (let life = 1; life <= 3; life += 1) {
      await untilShown(/unauthorized, retry in 15 min/u);
      await session.restartWorker();
    }
    await untilShown(/unauthorized, retry in 15 min/u);
    await pressTryNow();
    await waitFor(async () => (await requests.read()).length > 1, {
      what: "a request for the stream",
    });
    await waitFor(async () => (await tokens.read()).length > 1, {
      what: "a request with the secret",
    });
    await untilShown(/unauthorized, retry in 15 min/u);
    expect([await tokens.read(), await requests.read()]).toMatchObject([
      [{ status: 401 }, { status: 401 }],
      [{ status: 401 }, { status: 401 }],
    ]);
  });
}
