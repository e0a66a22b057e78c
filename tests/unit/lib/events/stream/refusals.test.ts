import { describe, expect, test, vi } from "vitest";

import { start } from "../fake-clock.ts";
import { refuse, type Answer } from "../fake-service.ts";
import { createHarness, nameOf, testToken } from "../subscription-harness.ts";

test("401 renews the token once and goes on", async () => {
  const h = await createHarness();
  h.service.answer(refuse(401));
  h.service.openStream();
  h.subscription.start();
  await h.reach("listening");
  expect(h.renewals).toEqual([false, true]);
});

test("401 with the new token stops, in the service's words, without the token", async () => {
  const h = await createHarness();
  const echo = refuse(401, { message: `Bad audience in ${testToken}` });
  h.service.answer(echo, echo);
  h.subscription.start();
  await h.reach("stopped:unauthorized");
  expect(JSON.stringify(h.subscription.state)).toContain("Bad audience in [token]");
  expect(h.service.requests).toHaveLength(2);
});

test("a new token that meets a tenant in trouble is used on: services count each one they issue", async () => {
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

test("a renewal that failed is asked for again", async () => {
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

describe("a refusal", () => {
  const refusals: [string, Answer[], string][] = [
    ["403 for the scope", [refuse(403, { errorCode: "insufficient_scope" })], "insufficient-scope"],
    ["403 for the plan", [refuse(403, { errorCode: "feature_not_enabled" })], "forbidden"],
    ["400", [refuse(400)], "bad-request"],
    ["404", [refuse(404)], "refused"],
    ["a redirect", [() => new Response(null, { status: 302 })], "refused"],
    ["two 401s", [refuse(401), refuse(401)], "unauthorized"],
  ];

  test.each(refusals)(
    "%s is asked again by the same worker, when a quarter of an hour is over and not before",
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

  test.each(refusals)("%s is asked again at once when a person tries", async (_, answers, why) => {
    const h = await createHarness();
    h.service.answer(...answers);
    h.subscription.start();
    await h.reach(`stopped:${why}`);
    h.clock.advance(1_000);
    h.service.openStream();
    await h.subscription.nudge("person");
    expect(await h.reach("listening")).toMatchObject({ since: h.clock.now() });
  });

  test("that comes again holds for as long again", async () => {
    const h = await createHarness();
    h.service.answer(refuse(404), refuse(404));
    h.subscription.start();
    await h.reach("stopped:refused");
    h.passWait();
    await h.until(() => h.service.requests.length === 2);
    expect(await h.reach("stopped:refused")).toMatchObject({ until: start + 1_800_000 });
  });
});

test("a refusal that arrives while the subscription is stopped holds for the next start", async () => {
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

test("a start that follows a stop before the answer waits for a second, not for the answer", async () => {
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

test("403 for the scope names the scope, and the application that is to have it", async () => {
  const h = await createHarness();
  h.service.answer(refuse(403, { errorCode: "insufficient_scope" }));
  h.subscription.start();
  expect(await h.reach("stopped:insufficient-scope")).toMatchObject({
    message: expect.stringMatching(
      /lacks the scope read:events. Grant it to the application, then try again/u,
    ),
  });
});

test("403 for too many streams waits and tries again", async () => {
  const h = await createHarness();
  h.service.answer(refuse(403, { message: "Maximum concurrent connections reached" }));
  h.subscription.start();
  await h.reach("waiting:too-many-streams");
  h.service.openStream();
  h.passWait();
  expect(await h.reach("listening")).toMatchObject({ resume: "now" });
});

test("400 stops with the service's own words", async () => {
  const h = await createHarness();
  h.service.answer(refuse(400, { message: "No enum match for: user.cloned" }));
  h.subscription.start();
  await h.reach("stopped:bad-request");
  expect(JSON.stringify(h.subscription.state)).toContain("No enum match for: user.cloned");
});

test("404, and a redirect, stop: the token goes to no other address", async () => {
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
])("429 waits as long as %s say, and a nudge does not shorten it", async (_, headers, ms) => {
  const h = await createHarness();
  h.service.answer(refuse(429, {}, headers));
  h.subscription.start();
  await h.reach("waiting:rate-limited");
  expect(h.subscription.state).toMatchObject({ until: start + ms });
  await h.subscription.nudge("wake");
  expect(nameOf(h.subscription.state)).toBe("waiting:rate-limited");
  expect(h.clock.pending, "the wait's timer still runs").toBe(1);
});

test("a 2xx that is no event stream is a state of its own", async () => {
  const h = await createHarness();
  h.service.answer(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
  h.subscription.start();
  const state = await h.reach("waiting:not-an-event-stream");
  expect(JSON.stringify(state)).toContain("not an event stream");
});

test("no access token is a state of its own, with the reason", async () => {
  const h = await createHarness({
    accessToken: () => Promise.reject(new Error("The client secret is wrong.")),
  });
  h.subscription.start();
  await h.reach("waiting:no-token");
  expect(JSON.stringify(h.subscription.state)).toContain("The client secret is wrong.");
});
