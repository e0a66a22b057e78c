import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEventLog } from "../../../../../lib/events/log/idb-event-log.ts";
import { NoTokenError, type NoTokenCode } from "../../../../../lib/events/ports.ts";
import {
  connectOnce,
  type ConnectionOptions,
} from "../../../../../lib/events/stream/connect-once.ts";
import { createWatchdog } from "../../../../../lib/events/stream/watchdog.ts";
import { nextTurn } from "../../messages/next-turn.ts";
import { createFakeClock, start } from "../fake-clock.ts";
import { createHarness, frameOf, listen } from "../subscription-harness.ts";

const unfaked = (name: string) => () => {
  throw new Error(`${name} is not faked.`);
};

/** Makes a connection with the ports of a test and an empty log; each other port throws. */
async function connect(
  ports: Partial<Pick<ConnectionOptions, "accessToken" | "fetch" | "position" | "eventTypes">>,
) {
  const clock = createFakeClock();
  const watchdog = createWatchdog(clock, 60_000);
  const stop = new AbortController();
  const log = await openEventLog({ indexedDB: new IDBFactory() });
  onTestFinished(() => log.close());
  const end = connectOnce({
    tenantId: "a",
    baseUrl: "https://acme.example/api/v2",
    eventTypes: [],
    position: {},
    fetch: unfaked("fetch"),
    clock,
    log,
    accessToken: () => Promise.resolve("secret-token"),
    watchdog,
    hadStream: false,
    signal: stop.signal,
    onAccepted: unfaked("onAccepted"),
    onListening: unfaked("onListening"),
    onRead: unfaked("onRead"),
    ...ports,
  });
  return { end: () => end, clock, stop };
}

const text = "Could not get an access token for the event stream.";

describe("without an access token", () => {
  test.each<[NoTokenCode, number | undefined, object]>([
    ["refused", undefined, { kind: "stop", why: "unauthorized", message: `${text} Said why.` }],
    ["missing", undefined, { kind: "stop", why: "no-token", message: `${text} Said why.` }],
    ["unavailable", undefined, { kind: "wait", why: "no-token", message: `${text} Said why.` }],
    ["unavailable", 5_000, { kind: "wait", why: "no-token", askedMs: 5_000 }],
    ["rate-limited", 9_000, { kind: "wait", why: "rate-limited", askedMs: 9_000 }],
    ["rate-limited", 7_200_000, { kind: "wait", why: "rate-limited", askedMs: 3_600_000 }],
  ])("because it is %s, with a wait of %s ms, the end says what follows", async (code, ms, end) => {
    const retryAt = ms === undefined ? undefined : start + ms;
    const accessToken = () => Promise.reject(new NoTokenError(code, "Said why.", retryAt));
    expect(await (await connect({ accessToken })).end()).toMatchObject(end);
  });

  test.each([0, -1])("a time to retry that is %s ms from now asks for no wait", async (ms) => {
    const failure = new NoTokenError("rate-limited", "", start + ms);
    const { end } = await connect({ accessToken: () => Promise.reject(failure) });
    expect(await end()).toEqual({
      kind: "wait",
      why: "rate-limited",
      askedMs: undefined,
      message:
        "The tenant's rate limit for access tokens is reached. The subscription resumes when the limit resets.",
    });
  });

  test.each<[string, unknown, string]>([
    ["an error", new Error("Said why."), `${text} Said why.`],
    ["an error without a text", new Error(""), text],
    ["no error", "secret", text],
    ["an error with a long text", new Error("x".repeat(400)), `${text} ${"x".repeat(299)}`],
  ])("because of %s, the subscription waits and retries", async (_name, thrown, message) => {
    const accessToken = () => {
      const token = Promise.withResolvers<string>();
      token.reject(thrown);
      return token.promise;
    };
    const { end } = await connect({ accessToken });
    expect(await end()).toEqual({ kind: "wait", why: "no-token", message, askedMs: undefined });
  });

  test.each(["network", "silent"] as const)(
    "because the connection ended meanwhile, the end is %s",
    async (why) => {
      const { end, clock, stop } = await connect({ accessToken: () => new Promise(() => {}) });
      if (why === "silent") clock.advance(60_000);
      else stop.abort();
      expect(await end()).toMatchObject({ kind: "wait", why });
    },
  );
});

describe("the request", () => {
  test("is a stream of the types from the position, with the token in a header, and follows no redirect", async () => {
    const asked: [string, RequestInit | undefined][] = [];
    const { end } = await connect({
      position: { cursor: "c1", resumeFrom: "2026-11-20T00:00:00Z" },
      eventTypes: ["user.created"],
      fetch(url, init) {
        asked.push([url, init]);
        return Promise.reject(new TypeError("failed"));
      },
    });
    expect(await end()).toMatchObject({ kind: "wait", why: "network" });
    expect(asked).toMatchObject([
      [
        "https://acme.example/api/v2/events?from=c1&event_type=user.created",
        {
          headers: { accept: "text/event-stream", authorization: "Bearer secret-token" },
          cache: "no-store",
          credentials: "omit",
          redirect: "manual",
        },
      ],
    ]);
  });
});

test("closes a response that arrives after the subscription was stopped: it would use a stream of the plan", async () => {
  const h = await createHarness();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<Response>();
  const closed = Promise.withResolvers<string>();
  h.service.answer(() => {
    asked.resolve();
    return answered.promise;
  });
  h.subscription.start();
  await asked.promise;
  await h.subscription.stop();
  const body = new ReadableStream({ cancel: () => closed.resolve("closed") });
  answered.resolve(new Response(body, { headers: { "content-type": "text/event-stream" } }));
  expect(await closed.promise).toBe("closed");
});

test("stores the first event at once, and the events of the next 16 ms in one transaction", async () => {
  const { clock, stream, ids, reported, until } = await listen({ isPausePassed: false });
  for (const id of ["2", "3", "4"]) {
    stream.send(frameOf(id));
    await nextTurn();
  }
  expect(ids()).toHaveLength(1);
  clock.advance(16);
  await until(() => ids().length === 4);
  expect(reported.map(({ stored }) => stored.length)).toEqual([1, 3]);
  clock.advance(16);
});

test("does not delay a stream that catches up", async () => {
  const { stream, ids, clock, until } = await listen({ isPausePassed: false });
  const many = Array.from({ length: 40 }, (_, index) => frameOf(`${index + 2}`));
  stream.send(many.join(""));
  await nextTurn();
  clock.advance(16);
  await until(() => ids().length === 41);
  stream.send(frameOf("42"));
  await until(() => ids().length === 42);
  expect(ids().at(-1)).toBe("42");
});

test("a pause between two reads ends with the subscription", async () => {
  const { subscription } = await listen({ isPausePassed: false });
  await subscription.stop();
  expect(subscription.state).toMatchObject({ name: "stopped", why: "asked" });
});
