import { signal } from "@preact/signals";
import { describe, expect, test, vi } from "vitest";

import type { SeenSelection, SeenToken } from "../../../../../lib/messages/seen-token.ts";
import type { PageStorage } from "../../../../../lib/models/tokens/read-page-storage.ts";
import { SeenTokensModel } from "../../../../../lib/models/tokens/seen-tokens-model.ts";
import type { SeenOrigin } from "../../../../../lib/models/tokens/token-field-model.ts";
import {
  createPrivateTokens,
  createSharedTokens,
  forgetTokensOf,
  recordSeenTokens,
  type SeenTokens,
} from "../../../../../lib/models/tokens/seen-tokens.ts";
import type { StoredToken } from "../../../../../lib/tokens/input/find-stored-tokens.ts";
import { createFakeWorker } from "../fake-worker.ts";
import { makeToken } from "../runs/sample-runs.ts";

const start = Date.parse("2026-11-21T08:00:00Z");
const minute = 60_000;

function makeSeen(id: string, over: Partial<SeenToken> = {}): SeenToken {
  return {
    id,
    token: `token-${id}`,
    role: "access",
    tenantId: "https://acme.example",
    group: "g",
    source: { kind: "run", title: "Login with popup" },
    seenAt: start,
    ...over,
  };
}

const pageToken: StoredToken = {
  token: "page-token",
  area: "localStorage",
  key: "auth",
  role: undefined,
};

async function openModel(
  tokens: readonly SeenToken[],
  given: { seen?: SeenTokens; readPage?: () => Promise<PageStorage> } = {},
) {
  const seen = given.seen ?? createPrivateTokens();
  await recordSeenTokens(seen, tokens);
  const clock = { time: start, timers: new Map<() => void, number>() };
  const inspected = signal<string | undefined>(undefined);
  const taken: [string, SeenOrigin][] = [];
  const kept: [string, SeenOrigin][] = [];
  const readPage = vi.fn<() => Promise<PageStorage>>(
    given.readPage ?? (() => Promise.reject(new Error("The page was read."))),
  );
  const model = new SeenTokensModel({
    seen,
    readPage,
    now: () => clock.time,
    schedule(callback, delay) {
      clock.timers.set(callback, clock.time + delay);
      return () => void clock.timers.delete(callback);
    },
    inspected,
    inspect(token, from) {
      taken.push([token, from]);
      inspected.value = token;
    },
    keep: (token, from) => void kept.push([token, from]),
    discard(isForgotten) {
      if (inspected.value !== undefined && isForgotten(inspected.value))
        inspected.value = undefined;
    },
  });
  /** Advances to the next timer, and returns the time that it took. */
  const passTimer = () => {
    const [next] = [...clock.timers].toSorted(([, one], [, other]) => one - other);
    if (next === undefined) throw new Error("No timer is set.");
    const waited = next[1] - clock.time;
    clock.time = next[1];
    clock.timers.delete(next[0]);
    next[0]();
    return waited;
  };
  await model.load();
  const ids = () => model.rows.value.map(({ id }) => id);
  return { model, seen, clock, inspected, taken, kept, readPage, ids, passTimer };
}

describe("the list", () => {
  test("tells kind, subject, issuer, remaining life and source, newest first", async () => {
    const claims = { iss: "https://acme.example/", sub: "auth0|ada", exp: start / 1000 + 3_600 };
    const { model } = await openModel([
      makeSeen("id", { token: makeToken(claims), role: "id" }),
      makeSeen("at", {
        seenAt: start + 1,
        source: { kind: "exchange", profile: "Legacy\u202e" },
        exchange: {
          request: {},
          response: { expires_in: "90" },
          issuer: "https://acme.example/",
          receivedAt: start,
        },
      }),
      makeSeen("rt", { seenAt: start - 1, role: "refresh" }),
    ]);
    expect(model.rows.value).toEqual([
      {
        id: "at",
        kind: "Access token (opaque)",
        expiresAt: start + 90_000,
        life: "expires in 1 minute",
        source: "Popup: exchange, Legacy\\u202e",
        at: start + 1,
        isInspected: false,
      },
      {
        id: "id",
        kind: "ID token",
        subject: "auth0|ada",
        issuer: "https://acme.example/",
        expiresAt: start + 60 * minute,
        life: "expires in 1 hour",
        source: "Run: Login with popup",
        at: start,
        isInspected: false,
      },
      {
        id: "rt",
        kind: "Refresh token (opaque)",
        life: "expiry unknown",
        source: "Run: Login with popup",
        at: start - 1,
        isInspected: false,
      },
    ]);
  });

  test.each([
    [makeToken({ sub: 5, iss: ["x"], exp: "soon" }), { kind: "ID token", life: "expiry unknown" }],
    [makeToken({ exp: 1e300, sub: "" }), { kind: "ID token", life: "expiry unknown" }],
    [makeToken({ sub: "x".repeat(300) }), { subject: `${"x".repeat(200)}…` }],
    [`${makeToken({}).split(".")[0]}.AA`, { kind: "ID token (opaque)" }],
    ["eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.a.b.c.d", { kind: "ID token (encrypted)" }],
  ])("shows the token %# although its claims are unusual", async (token, row) => {
    const { model } = await openModel([makeSeen("a", { token, role: "id" })]);
    expect(model.rows.value).toMatchObject([row]);
    expect(model.rows.value[0]).not.toHaveProperty("token");
  });

  test("updates each remaining life when it changes, and stops with its view", async () => {
    const token = makeToken({ exp: start / 1000 + 61 });
    const { model, clock, passTimer } = await openModel([makeSeen("a", { token })]);
    const life = () => model.rows.value[0]?.life;
    const stop = model.follow();
    expect(life()).toBe("expires in 1 minute");
    expect(passTimer()).toBe(1_001);
    expect(life()).toBe("expires in 59 seconds");
    for (let step = 0; step < 70; step += 1) passTimer();
    expect(life()).toMatch(/^expired \d+ seconds ago$/u);
    stop();
    expect(clock.timers.size).toBe(0);
  });

  test("follows the changes of other pages", async () => {
    const { seen, ids } = await openModel([makeSeen("a")]);
    await seen.add([makeSeen("b", { seenAt: start + 1 })]);
    await vi.waitFor(() => expect(ids()).toEqual(["b", "a"]));
  });

  test("inspects a token against the facts of its response", async () => {
    const exchange = { request: { nonce: "n" }, response: {}, issuer: "i", receivedAt: 1 };
    const { model, taken, kept } = await openModel([
      makeSeen("id", { role: "id", token: makeToken({ sub: "ada" }), exchange }),
      makeSeen("at"),
    ]);
    model.inspect("id");
    model.inspect("unknown");
    model.keep("id");
    model.keep("unknown");
    expect(kept, "a kept token has the same facts").toEqual(taken);
    const response = { access_token: "token-at" };
    expect(taken).toEqual([
      [
        makeToken({ sub: "ada" }),
        {
          kind: "run",
          name: "ID token",
          label: "Seen token: ID token",
          exchange: { ...exchange, response },
        },
      ],
    ]);
    expect(model.rows.value.map(({ isInspected }) => isInspected)).toEqual([true, false]);
  });
});

describe("forgetting", () => {
  test("one removes it from the list and the store, and clears the field", async () => {
    const { model, seen, inspected, ids } = await openModel([makeSeen("a"), makeSeen("b")]);
    model.inspect("a");
    await model.forget("b");
    expect(inspected.value, "another token is inspected").toBe("token-a");
    await model.forget("a");
    expect(inspected.value).toBeUndefined();
    expect([ids(), await seen.list()]).toEqual([[], []]);
  });

  test("all removes those of the page too, and clears the field only from a listed token", async () => {
    const readPage = async (): Promise<PageStorage> => ({
      ok: true,
      tokens: [pageToken],
      searched: "S.",
    });
    const { model, seen, inspected, ids } = await openModel([makeSeen("a")], { readPage });
    await model.searchPage();
    inspected.value = "pasted-by-the-user";
    await model.forgetAll();
    expect(inspected.value).toBe("pasted-by-the-user");
    expect([ids(), await seen.list(), model.pageSearch.value]).toEqual([[], [], { kind: "none" }]);
  });

  test.each<[string, SeenSelection]>([
    ["one", { kind: "ids", ids: ["a"] }],
    ["all", { kind: "all" }],
    ["the runs", { kind: "runs" }],
  ])("%s in another page clears the field", async (_, selection) => {
    const { seen, inspected } = await openModel([makeSeen("a"), makeSeen("b")]);
    inspected.value = "token-a";
    await seen.forget(selection);
    await vi.waitFor(() => expect(inspected.value).toBeUndefined());
  });

  test("those of a tenant clears the field, and leaves the tokens of others", async () => {
    const tenantId = "https://other.example";
    const { seen, inspected, ids } = await openModel([makeSeen("a"), makeSeen("b", { tenantId })]);
    inspected.value = "token-b";
    await forgetTokensOf(tenantId, seen);
    await vi.waitFor(() => expect(ids()).toEqual(["a"]));
    expect(inspected.value).toBeUndefined();
  });

  test("does not clear the field from a token that newer ones displace", async () => {
    const tokens = Array.from({ length: 50 }, (_, at) => makeSeen(`${at}`, { seenAt: start + at }));
    const { seen, inspected, ids } = await openModel(tokens);
    inspected.value = "token-0";
    await seen.add([makeSeen("new", { seenAt: start + 99 })]);
    await vi.waitFor(() => expect(ids()).toContain("new"));
    expect(ids()).not.toContain("0");
    expect(inspected.value).toBe("token-0");
  });

  test("that fails says so, and lists the tokens that are still stored", async () => {
    const { send } = createFakeWorker({
      "seen-token.list": async () => ({ tokens: [makeSeen("a")] }),
      "seen-token.forget": () => Promise.reject(new Error("no storage")),
    });
    const seen = createSharedTokens(send, () => () => undefined);
    const { model, ids } = await openModel([], { seen });
    await model.forgetAll();
    expect(ids()).toEqual(["a"]);
    expect(model.failure.value).toMatchObject({ code: "unexpected" });
  });
});

describe("the tokens of the page", () => {
  test("are not read before the user asks", async () => {
    const { model, readPage } = await openModel([makeSeen("a")]);
    model.follow()();
    model.inspect("a");
    await model.forget("a");
    expect(readPage).not.toHaveBeenCalled();
  });

  test("are listed with their place, and are not stored", async () => {
    const tokens = [pageToken, { ...pageToken, token: "token-a" }];
    const readPage = async (): Promise<PageStorage> => ({
      ok: true,
      tokens,
      searched: "Searched.",
    });
    const { model, seen, taken } = await openModel([makeSeen("a")], { readPage });
    await model.searchPage();
    expect(model.rows.value, "an equal token is listed once").toMatchObject([
      { kind: "Opaque token", source: "Page: localStorage auth" },
      { id: "a" },
    ]);
    expect(model.pageSearch.value).toEqual({ kind: "read", count: 2, searched: "Searched." });
    model.inspect(model.rows.value[0]?.id ?? "");
    expect(taken).toEqual([["page-token", { kind: "seen", label: "Seen token: Opaque token" }]]);
    expect(JSON.stringify(await seen.list())).not.toContain("page-token");
    await model.forget("a");
    expect(model.rows.value, "it is forgotten in both places").toHaveLength(1);
  });

  test.each([
    ["id", "id_token"],
    ["access", "access_token"],
    ["refresh", "refresh_token"],
  ] as const)("are inspected under the name of their role %s", async (role, name) => {
    const readPage = async (): Promise<PageStorage> => ({
      ok: true,
      tokens: [{ ...pageToken, role }],
      searched: "Searched.",
    });
    const { model, taken } = await openModel([], { readPage });
    await model.searchPage();
    model.inspect(model.rows.value[0]?.id ?? "");
    expect(taken[0]?.[1]).toMatchObject({ kind: "seen", name });
  });

  test("that arrive after “Forget all” are not listed", async () => {
    const answer = Promise.withResolvers<PageStorage>();
    const { model, ids } = await openModel([], { readPage: () => answer.promise });
    const search = model.searchPage();
    expect(model.pageSearch.value).toEqual({ kind: "reading" });
    await model.forgetAll();
    answer.resolve({ ok: true, tokens: [pageToken], searched: "" });
    await search;
    expect([ids(), model.pageSearch.value]).toEqual([[], { kind: "none" }]);
  });

  test("that cannot be read leave a sentence", async () => {
    const readPage = async () => ({ ok: false, message: "Open a page." }) as const;
    const { model } = await openModel([], { readPage });
    await model.searchPage();
    expect(model.pageSearch.value).toEqual({ kind: "failed", message: "Open a page." });
  });
});

test("a panel in a private window sends none of its tokens to the worker", async () => {
  const { send, sent } = createFakeWorker({});
  const { model, ids } = await openModel([makeSeen("a")], { seen: createPrivateTokens() });
  expect([model.isPrivate.value, ids(), sent]).toEqual([true, ["a"], []]);
  await recordSeenTokens(
    createSharedTokens(send, () => () => undefined),
    [],
  );
  expect(sent).toEqual([]);
});
