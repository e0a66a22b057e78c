import { signal } from "@preact/signals";
import { describe, expect, test } from "vitest";
import { explainKinds } from "../../../../../lib/models/tokens/compare-labels.ts";
import { CompareModel } from "../../../../../lib/models/tokens/compare-model.ts";
import type { FoundToken } from "../../../../../lib/tokens/input/find-tokens.ts";
import type { TokenOrigin } from "../../../../../lib/models/tokens/token-field-model.ts";
import { writePath } from "../../../../../lib/tokens/compare/difference.ts";
import { writeToken } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");
const token = (payload: object, header: object = { alg: "RS256" }) => writeToken(header, payload);
const found = (text: string, name?: string): FoundToken => ({ text, kind: "jws", name });
const [ada, bob] = [token({ sub: "ada" }), token({ sub: "bob" })];

function openModel(...first: FoundToken[]) {
  const tokens = signal<readonly FoundToken[]>(first);
  const chosen = signal(0);
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  const clock = { time: now, timers: new Set<() => void>() };
  const model = new CompareModel({
    now: () => clock.time,
    schedule(callback, delayMs) {
      expect(delayMs).toBe(1_000);
      clock.timers.add(callback);
      return () => void clock.timers.delete(callback);
    },
    inspected: {
      tokens,
      chosen,
      origin,
      choose(place) {
        chosen.value = place;
        return Promise.resolve();
      },
    },
  });
  const pass = (seconds: number) => {
    clock.time += seconds * 1000;
    const due = [...clock.timers];
    clock.timers.clear();
    for (const callback of due) callback();
  };
  return { model, tokens, chosen, origin, clock, pass };
}

type Model = ReturnType<typeof openModel>["model"];
const titleOf = (model: Model) => model.comparison.value?.headline.title;
const listedOf = (model: Model) => model.listed.value.members.map(({ path }) => writePath(path));

describe("the kept token", () => {
  test("is compared with each token that is inspected later", () => {
    const { model, tokens } = openModel(found(ada));
    model.keep();
    expect(model.kept.value).toMatchObject({ what: "JWT", keptAt: now, subject: "ada" });
    expect(model.comparison.value).toBeUndefined();
    expect(model.isKeptInspected.value).toBe(true);
    tokens.value = [];
    expect(model.kept.value?.subject).toBe("ada");
    expect(model.comparison.value).toBeUndefined();
    tokens.value = [found(bob)];
    expect(titleOf(model)).toBe(
      'The second token is about another subject: sub is "bob", not "ada".',
    );
    tokens.value = [found("opaque-1")];
    expect(model.comparison.value?.limit).toContain("The second token is opaque");
  });

  test("can be a seen token, which is not inspected, under the name that it came with", () => {
    const { model } = openModel(found(bob));
    model.keepSeen(ada, { kind: "seen", label: "Seen token", name: "id_token" });
    expect(model.kept.value).toMatchObject({ what: "ID token", keptAt: now, subject: "ada" });
    expect(titleOf(model)).toContain('sub is "bob", not "ada"');
  });

  test("stays the first one for the next token", () => {
    const { model, tokens } = openModel(found(ada, "id_token"));
    model.keep();
    tokens.value = [found(bob, "access_token")];
    expect(model.labels.value?.map(({ what }) => what)).toEqual(["ID token", "Access token"]);
    tokens.value = [found(token({ sub: "eve" }))];
    expect(titleOf(model)).toContain('sub is "eve", not "ada"');
  });

  test("is dropped at the end of the comparison, and the next one is the first again", () => {
    const { model, tokens } = openModel(found(ada));
    model.keep();
    tokens.value = [found(bob)];
    model.stop();
    expect(model.kept.value).toBeUndefined();
    expect(model.comparison.value).toBeUndefined();
    model.keep();
    tokens.value = [found(ada)];
    expect(titleOf(model)).toContain('sub is "ada", not "bob"');
  });

  test("is dropped if it is one of the forgotten tokens, and only then", () => {
    const { model } = openModel(found(ada));
    model.discard(() => true);
    model.keep();
    model.discard((text) => text === bob);
    expect(model.kept.value?.subject).toBe("ada");
    model.discard((text) => text === ada);
    expect(model.kept.value).toBeUndefined();
  });

  test.each<[name: "ID token" | "access token", what: string]>([
    ["ID token", "ID token"],
    ["access token", "Access token"],
  ])("of a run is named as the %s that it is", (name, what) => {
    const { model, origin } = openModel(found(ada));
    const exchange = {
      request: {},
      response: {},
      issuer: "https://acme.example/",
      receivedAt: now,
    };
    origin.value = { kind: "run", label: "Last run", name, exchange };
    model.keep();
    expect(model.kept.value).toMatchObject({ what, subject: "ada" });
  });

  test("needs an inspected token", () => {
    const { model } = openModel();
    expect(model.canKeep.value).toBe(false);
    model.keep();
    expect(model.kept.value).toBeUndefined();
  });

  test("explains two kinds of tokens as the reason for many differences", () => {
    const names = ["id_token", "access_token", "logout_token", "dpop", undefined];
    const labelOf = (name: string | undefined) => {
      const { model } = openModel({ text: ada, kind: "jws", name });
      model.keep();
      return model.kept.value ?? { what: "", kind: "jwt" as const };
    };
    const [id, access, logout, dpop, unknown] = names.map(labelOf);
    const explain = (one = unknown, two = unknown) => one && two && explainKinds(one, two);
    expect(explain(id, access)).toMatch(/^The first is an ID token, the second an access token:/);
    expect(explain(dpop, logout)).toMatch(/^The first is a DPoP proof, the second a logout token:/);
    expect([explain(id, id), explain(id), explain(undefined, access)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ["id_token", token({ sub: "ada" }), "ID token", "ada"],
    ["cookie", token({ sub: 1 }), "JWT", undefined],
    [undefined, "opaque-1", "Opaque token", undefined],
    ["refresh_token", "opaque-1", "Opaque token", undefined],
    [undefined, "e30.e30", "Unreadable token", undefined],
    [undefined, "x".repeat(1_100_000), "Unreadable token", undefined],
    [undefined, token({ sub: "a\nb\u202e" }), "JWT", String.raw`a\u000ab\u202e`],
    [undefined, token({ sub: "s".repeat(41) }), "JWT", `${"s".repeat(40)}…`],
  ])("with the name %s has a label without its text", (name, text, what, subject) => {
    const { model } = openModel({ text, kind: "named", name });
    model.keep();
    expect(model.kept.value).toMatchObject({
      what,
      keptAt: now,
      ...(subject === undefined ? {} : { subject }),
    });
  });
});

describe("a text with exactly two tokens", () => {
  test("is compared by one action", async () => {
    const { model, chosen } = openModel(found(ada), found(bob));
    expect(model.isPair.value).toBe(true);
    chosen.value = 1;
    await model.compareBoth(undefined);
    expect(chosen.value).toBe(1);
    expect(titleOf(model)).toContain('sub is "bob", not "ada"');
  });

  test("differs from texts with one or three", async () => {
    const { model, tokens } = openModel(found(ada));
    expect(model.isPair.value).toBe(false);
    tokens.value = [found(ada), found(bob), found("opaque-1")];
    expect(model.isPair.value).toBe(false);
    tokens.value = [];
    await model.compareBoth(undefined);
    expect(model.kept.value).toBeUndefined();
  });
});

describe("the list", () => {
  test("has only the differences until the user wants all", () => {
    const { model, tokens } = openModel(found(token({ aud: "app", sub: "ada" })));
    expect(listedOf(model)).toEqual([]);
    model.keep();
    tokens.value = [found(token({ aud: "app", sub: "bob" }))];
    expect(listedOf(model)).toEqual(["sub"]);
    model.setShowsAll(true);
    expect(listedOf(model)).toEqual(["sub", "alg", "aud"]);
  });

  test("tells how many members it left out", () => {
    const claims = (value: number) =>
      Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`c${at}`, value]));
    const { model, tokens } = openModel(found(token(claims(1))));
    model.keep();
    tokens.value = [found(token(claims(2)))];
    expect(model.listed.value.members).toHaveLength(1_000);
    expect(model.listed.value.leftOut).toBe(500);
    model.setShowsAll(true);
    expect(model.listed.value.leftOut).toBe(501);
  });
});

describe("the clock", () => {
  const seconds = now / 1000;
  const [short, long] = [token({ exp: seconds + 3 }), token({ exp: seconds + 60 })];

  test("runs only while two tokens are compared", () => {
    const { model, tokens, clock, pass } = openModel(found(short));
    model.keep();
    expect(clock.timers.size).toBe(0);
    tokens.value = [found(long)];
    pass(1);
    expect(model.now.value).toBe(now + 1_000);
    expect(clock.timers.size).toBe(1);
    model.stop();
    expect(clock.timers.size).toBe(0);
  });

  test("compares again when one of the tokens expires, and not before", () => {
    const { model, tokens, pass } = openModel(found(short));
    model.keep();
    tokens.value = [found(long)];
    const before = model.comparison.value;
    expect(before?.headline.title).toContain("differ only in values");
    pass(2);
    expect(model.comparison.value).toBe(before);
    pass(1);
    expect(titleOf(model)).toBe(
      "The second token is valid, the first is expired: exp is 57 s later.",
    );
  });
});
