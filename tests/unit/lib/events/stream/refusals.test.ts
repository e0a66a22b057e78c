import { describe, expect, test, vi } from "vitest";

import { start } from "../fake-clock.ts";
import { refuse, type Answer } from "../fake-service.ts";
import { createHarness, nameOf, testToken } from "../subscription-harness.ts";

test("renews the token once after 401, and continues", async () => {
  const h = await createHarness();
  h.service.answer(refuse(401));
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  expect(h.renewals).toEqual([false, true]);
});

test("stops after a second 401, with the service's message but without the token", async () => {
  const h = await createHarness();
  const echo = refuse(401, { message: `Bad audience in ${testToken}` });
  h.service.answer(echo, echo);
  h.subscription.start();
  await h.reach("stopped:unauthorized");
  expect(JSON.stringify(h.subscription.state)).toContain("Bad audience in [token]");
  expect(h.service.requests).toHaveLength(2);
});

test("keeps a new token through server errors: services count each issued token", async () => {
  const h = await createHarness();
  h.service.answer(refuse(401), refuse(503), refuse(503));
  h.subscription.start();
  for (const requests of [2, 3]) {
    await h.until(() => h.service.requests.length === requests);
    await h.reach("waiting:server-error");
    if (requests === 2) h.passWait();
  }
  h.service.answer(refuse(401), refuse(401));
  h.passWait();
  await h.reach("stopped:unauthorized");
  expect(h.renewals).toEqual([false, true, false, false, true]);
});

test("renews again after a failed renewal", async () => {
  const asked: boolean[] = [];
  const h = await createHarness({
    async accessToken({ renew }) {
      asked.push(renew);
      if (asked.length === 2) throw new Error("The token service is down.");
      return testToken;
    },
  });
  h.service.answer(refuse(401));
  h.subscription.start();
  await h.reach("waiting:no-token");
  h.service.openStream();
  h.passWait();
  await h.reach("listening");
  expect(asked).toEqual([false, true, true]);
});

describe("retry after a refusal", () => {
  const refusals: [string, Answer[], string][] = [
    ["403 for the scope", [refuse(403, { errorCode: "insufficient_scope" })], "insufficient-scope"],
    ["403 for the plan", [refuse(403, { errorCode: "feature_not_enabled" })], "forbidden"],
    ["403 without a code", [refuse(403, { message: "No." })], "forbidden"],
    ["400", [refuse(400)], "bad-request"],
    ["404", [refuse(404)], "refused"],
    ["a redirect", [() => new Response(null, { status: 302 })], "refused"],
    ["two 401s", [refuse(401), refuse(401)], "unauthorized"],
  ];

  test.each(refusals)(
    "retries %s in the same worker after exactly 15 minutes",
    async (_, answers, why) => {
      const h = await createHarness();
      h.service.answer(...answers);
      h.subscription.start();
      const state = await h.reach(`stopped:${why}`);
      const asked = h.service.requests.length;
      expect(state).toMatchObject({ until: h.clock.now() + 900_000 });
      h.clock.advance(899_999);
      await h.subscription.nudge("wake");
      expect(h.service.requests).toHaveLength(asked);
      h.service.openStream();
      h.clock.advance(1);
      await h.reach("listening");
    },
  );

  test.each(refusals)("retries %s at once if a person asks", async (_, answers, why) => {
    const h = await createHarness();
    h.service.answer(...answers);
    h.subscription.start();
    await h.reach(`stopped:${why}`);
    h.clock.advance(1_000);
    h.service.openStream();
    await h.subscription.nudge("person");
    expect(await h.reach("listening")).toMatchObject({ since: h.clock.now() });
  });

  test("waits as long again after the same refusal", async () => {
    const h = await createHarness();
    h.service.answer(refuse(404), refuse(404));
    h.subscription.start();
    await h.reach("stopped:refused");
    h.passWait();
    await h.until(() => h.service.requests.length === 2);
    expect(await h.reach("stopped:refused")).toMatchObject({ until: start + 1_800_000 });
  });
});

test("applies a refusal that arrives while the subscription is stopped to the next start", async () => {
  const h = await createHarness();
  const asked = Promise.withResolvers<void>();
  h.service.answer(() => {
    asked.resolve();
    return new Response(new ReadableStream(), { status: 404 });
  });
  h.subscription.start();
  await asked.promise;
  // The second timer is the time limit of the body, which starts after the status.
  await vi.waitUntil(() => h.clock.pending === 2);
  await h.subscription.stop();
  h.subscription.start();
  await h.reach("stopped:refused");
  expect(h.service.requests).toHaveLength(1);
});

test("waits one second, not for the response, at a start after a stop during a request", async () => {
  const h = await createHarness();
  const asked = Promise.withResolvers<void>();
  h.service.answer(() => {
    asked.resolve();
    return new Promise<never>(() => {});
  });
  h.subscription.start();
  await asked.promise;
  await h.subscription.stop();
  h.service.openStream();
  h.subscription.start();
  expect(await h.reach("listening")).toMatchObject({ since: start + 1_000 });
});

test("names the missing scope after 403, and the application that needs it", async () => {
  const h = await createHarness();
  h.service.answer(refuse(403, { errorCode: "insufficient_scope" }));
  h.subscription.start();
  expect(await h.reach("stopped:insufficient-scope")).toMatchObject({
    message: expect.stringMatching(
      /lacks the scope read:events. Grant it to the application, then try again/u,
    ),
  });
});

test("waits and retries after 403 if an own stream ended shortly before", async () => {
  const h = await createHarness();
  const first = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  h.service.answer(refuse(403, { message: "Maximum concurrent connections reached" }));
  first.end();
  await h.reach("waiting:rotation");
  h.passWait();
  await h.reach("waiting:too-many-streams");
  h.service.openStream();
  h.passWait();
  await h.reach("listening");
  expect(h.service.requests).toHaveLength(3);
});

test("waits 15 minutes after 403 if the last own stream ended more than an hour ago", async () => {
  const h = await createHarness();
  const first = h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  first.end();
  await h.reach("waiting:rotation");
  await h.subscription.stop();
  h.clock.advance(3_600_001);
  h.service.answer(refuse(403, { message: "Maximum concurrent connections reached" }));
  h.subscription.start();
  expect(await h.reach("stopped:forbidden")).toMatchObject({ until: h.clock.now() + 900_000 });
});

test("stops after 400 with the service's message", async () => {
  const h = await createHarness();
  h.service.answer(refuse(400, { message: "No enum match for: user.cloned" }));
  h.subscription.start();
  await h.reach("stopped:bad-request");
  expect(JSON.stringify(h.subscription.state)).toContain("No enum match for: user.cloned");
});

test("stops after 404 and after a redirect, and sends the token to no other URL", async () => {
  for (const status of [404, 302]) {
    const h = await createHarness();
    h.service.answer(
      () => new Response(null, { status, headers: { location: "https://x.example" } }),
    );
    h.subscription.start();
    await h.reach("stopped:refused");
    expect(h.service.requests).toHaveLength(1);
  }
});

test.each([
  ["seconds", { "retry-after": "7" }, 7_000],
  ["a date", { "retry-after": "Sat, 21 Nov 2026 08:00:30 GMT" }, 20_000],
  ["the limit's reset", { "x-ratelimit-reset": String(start / 1_000 + 9) }, 9_000],
  ["a reset that is past", { "retry-after": "0" }, 1_000],
])("waits as long as %s requests after 429, also if it is woken", async (_, headers, ms) => {
  const h = await createHarness();
  h.service.answer(refuse(429, {}, headers));
  h.subscription.start();
  await h.reach("waiting:rate-limited");
  expect(h.subscription.state).toMatchObject({ until: start + ms });
  await h.subscription.nudge("wake");
  expect(nameOf(h.subscription.state)).toBe("waiting:rate-limited");
  expect(h.clock.pending, "the wait's timer still runs").toBe(1);
});

test("has its own state for a 2xx response that is not an event stream", async () => {
  const h = await createHarness();
  h.service.answer(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  h.subscription.start();
  const state = await h.reach("waiting:not-an-event-stream");
  expect(JSON.stringify(state)).toContain("not an event stream");
});

test("has its own state for a missing access token, with the reason", async () => {
  const h = await createHarness({
    accessToken: () => Promise.reject(new Error("The client secret is wrong.")),
  });
  h.subscription.start();
  await h.reach("waiting:no-token");
  expect(JSON.stringify(h.subscription.state)).toContain("The client secret is wrong.");
});
