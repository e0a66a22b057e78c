import { expect, test } from "vitest";

import { classifyResponse } from "../../../../../lib/events/stream/classify-response.ts";
import { createFakeClock } from "../fake-clock.ts";

/** A clock that stands still at the epoch. */
const clock = { now: () => 0, schedule: () => () => undefined };
const { signal } = new AbortController();
const options = { clock, token: "secret-token", signal, hadStream: false };

/** Creates a body that never ends, and records its cancellation. */
function openEndless() {
  const fate = { sent: 0, isCancelled: false };
  const kilobyte = new TextEncoder().encode("x".repeat(1_024));
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        fate.sent += kilobyte.length;
        if (fate.sent > 10_000_000) throw new Error("The test has sent too much.");
        controller.enqueue(kilobyte);
      },
      cancel() {
        fate.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, fate };
}

test("reads only the start of an endless error body, and cancels it", async () => {
  const { body, fate } = openEndless();
  const outcome = await classifyResponse(new Response(body, { status: 403 }), options);
  expect(outcome).toMatchObject({ kind: "stop", why: "forbidden" });
  expect(fate.sent).toBeLessThanOrEqual(20_000);
  expect(fate.isCancelled).toBe(true);
});

test.each([
  [429, "rate-limited"],
  [503, "server-error"],
])("classifies %i before its body arrives, and cancels the body", async (status, why) => {
  const { body, fate } = openEndless();
  const response = new Response(body, { status, headers: { "retry-after": "60" } });
  const outcome = await classifyResponse(response, options);
  expect(outcome).toMatchObject({ kind: "wait", why, askedMs: 60_000 });
  expect(fate).toEqual({ sent: 0, isCancelled: true });
});

test("classifies a refusal by its status if its body does not arrive within five seconds", async () => {
  const fake = createFakeClock();
  const cancelled = Promise.withResolvers<void>();
  const body = new ReadableStream({ cancel: () => cancelled.resolve() });
  const judging = classifyResponse(new Response(body, { status: 404 }), {
    ...options,
    clock: fake,
  });
  fake.advance(5_000);
  expect(await judging).toMatchObject({ kind: "stop", why: "refused" });
  await cancelled.promise;
});

test("cancels the body of a response that is not an event stream", async () => {
  const { body, fate } = openEndless();
  const headers = { "content-type": "text/html" };
  const outcome = await classifyResponse(new Response(body, { headers }), options);
  expect(outcome).toMatchObject({ kind: "wait", why: "not-an-event-stream" });
  expect(fate).toEqual({ sent: 0, isCancelled: true });
});

test.each([
  ["text/event-stream", "stream"],
  ["Text/Event-Stream; charset=utf-8", "stream"],
  ["text/event-streams", "wait"],
  ["application/json", "wait"],
])("classifies a 200 of the type %s as %s", async (type, kind) => {
  const { body } = openEndless();
  const response = new Response(body, { headers: { "content-type": type } });
  expect(await classifyResponse(response, options)).toMatchObject({ kind });
});

test.each([
  [403, "insufficient_scope", { kind: "stop", why: "insufficient-scope" }],
  [403, "feature_not_enabled", { kind: "stop", why: "forbidden" }],
  [403, "insufficient_entitlement", { kind: "stop", why: "forbidden" }],
  [403, undefined, { kind: "stop", why: "forbidden" }],
  [400, undefined, { kind: "stop", why: "bad-request" }],
  [400, "invalid_cursor", { kind: "position-lost", reason: "refused" }],
  [410, undefined, { kind: "position-lost", reason: "expired" }],
  [401, undefined, { kind: "renew-token" }],
  [404, undefined, { kind: "stop", why: "refused" }],
  [408, undefined, { kind: "wait", why: "server-error" }],
  [429, undefined, { kind: "wait", why: "rate-limited" }],
  [500, undefined, { kind: "wait", why: "server-error" }],
  [503, undefined, { kind: "wait", why: "server-error" }],
])("classifies %i with the code %s, and any message, as %j", async (status, errorCode, wanted) => {
  // The text belongs to another refusal: only status and code may decide.
  const message = "Insufficient scope, expected any of: read:events. Maximum concurrent streams.";
  const response = Response.json({ statusCode: status, message, errorCode }, { status });
  expect(await classifyResponse(response, options)).toMatchObject(wanted);
});

test.each([
  [429, "rate-limited", 60_000],
  [503, "server-error", undefined],
])(
  "on %i with a rate limit reset, as in every response, the reason is %s and the requested wait %s ms",
  async (status, why, askedMs) => {
    const answer = new Response(null, { status, headers: { "x-ratelimit-reset": "60" } });
    expect(await classifyResponse(answer, options)).toMatchObject({ kind: "wait", why, askedMs });
  },
);

test.each([
  "Insufficient scope, expected any of: read:events",
  "Events is not enabled for this tenant.",
  "Maximum concurrent event stream connections reached (1).",
])("quotes a 403 without a known code, and names each possible cause: %s", async (message) => {
  const refuse = () => Response.json({ statusCode: 403, message }, { status: 403 });
  const outcome = await classifyResponse(refuse(), options);
  expect(outcome).toMatchObject({ kind: "stop", why: "forbidden" });
  const words = "message" in outcome ? outcome.message : "";
  expect(words).toContain(`Response from the tenant: ${message}`);
  for (const cause of ["read:events", "streams of the plan", "events are not enabled"]) {
    expect(words).toContain(cause);
  }
  // The scope and the plan were right a moment ago, so the tenant may still count the old stream.
  const later = await classifyResponse(refuse(), { ...options, hadStream: true });
  expect(later).toMatchObject({ kind: "wait", why: "too-many-streams" });
  expect("message" in later ? later.message : "").toContain(`Response from the tenant: ${message}`);
});

test("shortens the message of a refusal, and removes no empty token from it", async () => {
  const answer = Response.json({ message: "No. ".repeat(500) }, { status: 400 });
  const outcome = await classifyResponse(answer, { ...options, token: "" });
  expect(outcome).toMatchObject({ kind: "stop", why: "bad-request" });
  const words = "message" in outcome ? outcome.message : "";
  expect(words).toContain("Response from the tenant: No. No.");
  expect(words.length).toBeLessThan(450);
});
