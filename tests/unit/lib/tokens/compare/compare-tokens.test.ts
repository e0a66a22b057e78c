import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTokens } from "../../../../../lib/tokens/compare/compare-tokens.ts";
import { isDifferent, writePath } from "../../../../../lib/tokens/compare/difference.ts";
import { readComparable } from "../../../../../lib/tokens/compare/read-comparable.ts";
import { encode, writeToken } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1000;
const header = { alg: "RS256", kid: "key-1", typ: "JWT" };
const claims = {
  iss: "https://tenant.example/",
  aud: "app-1",
  sub: "ada",
  exp: seconds + 3600,
  iat: seconds - 60,
  jti: "1",
};

const compare = (first: string, second: string) =>
  compareTokens(readComparable(first), readComparable(second), now);
const compareClaims = (first: object, second: object) =>
  compare(
    writeToken(header, { ...claims, ...first }),
    writeToken(header, { ...claims, ...second }),
  );

const jwe = (alg: string) =>
  `${encode(JSON.stringify({ alg, enc: "A256GCM" }))}.a2V5.aXY.dGV4dA.dGFn`;

describe("the first difference that matters", () => {
  test.each<[first: object, second: object, title: string]>([
    [
      {},
      { iss: "https://other.example/" },
      'is from another issuer: iss is "https://other.example/", not "https://tenant.example/".',
    ],
    [{}, { aud: "app-2" }, 'is for another audience: aud is "app-2", not "app-1".'],
    [
      { aud: "https://a.example", scope: "read" },
      { aud: "https://b.example", scope: "read write" },
      'is for another API: aud is "https://b.example", not "https://a.example".',
    ],
    [{}, { sub: "bob", jti: "2" }, 'is about another subject: sub is "bob", not "ada".'],
    [
      {},
      { org_id: "org_1" },
      'is for another organization: org_id is "org_1"; the first has none.',
    ],
    [
      { scope: "openid a b" },
      { scope: "b openid c" },
      'has other scopes: scope adds "c" and lacks "a".',
    ],
    [{ permissions: ["a"] }, { permissions: [] }, 'has other permissions: permissions lacks "a".'],
    [{ azp: "a" }, {}, 'was issued to another client: azp is missing; in the first it is "a".'],
    [{ acr: "low" }, { acr: "high" }, 'is from another authentication: acr is "high", not "low".'],
    [
      { exp: seconds - 10 },
      { exp: seconds + 7190, "https://acme.example/role": "admin" },
      "is valid, the first is expired: exp is 2 h later.",
    ],
    [
      {},
      { nbf: seconds + 60, iat: seconds },
      `is not yet valid, the first is valid: nbf is ${seconds + 60}; the first has none.`,
    ],
    [
      {},
      { role: "admin", email: "a@b.example" },
      'has another custom claim: role is "admin"; the first has none.',
    ],
    [{ email: 1 }, { email: "1" }, 'has other data about the subject: email is "1", not 1.'],
    [
      {},
      { aud: ["app-1"], jti: "2" },
      "writes a value differently: aud is text in one token, and an array in the other.",
    ],
    [{}, { sub: "a\u202eb" }, String.raw`is about another subject: sub is "a\u202eb", not "ada".`],
  ])("of %j and %j", (first, second, title) => {
    expect(compareClaims(first, second).headline.title).toBe(`The second token ${title}`);
  });

  test.each<[first: object, second: object, other: object, title: string]>([
    [{}, { alg: "HS256" }, { iss: "x" }, 'has another algorithm: alg is "HS256", not "RS256"'],
    [
      {},
      { kid: "key-2" },
      { sub: "bob" },
      'is signed with another key: kid is "key-2", not "key-1"',
    ],
    [{}, { kid: "key-2" }, { iss: "x" }, 'is from another issuer: iss is "x"'],
    [{}, { typ: "at+jwt" }, { role: "a" }, 'has another header: typ is "at+jwt", not "JWT"'],
  ])("of headers %j and %j", (one, two, other, title) => {
    const first = writeToken({ ...header, ...one }, claims);
    const second = writeToken({ ...header, ...two }, { ...claims, ...other });
    expect(compare(first, second).headline.title).toContain(title);
  });

  test("is none if only times, IDs and hashes differ, and these come last", () => {
    const own = { exp: seconds + 7200, iat: seconds, jti: "2", nonce: "n", at_hash: "h" };
    const { headline } = compareClaims({}, own);
    expect(headline.title).toBe(
      "The tokens differ only in values that every token has of its own.",
    );
    const { members } = compareClaims({}, { ...own, name: "Ada" });
    expect(members.filter(isDifferent).map(({ path }) => writePath(path))).toEqual([
      "name",
      "exp",
      "iat",
      "jti",
      "nonce",
      "at_hash",
    ]);
  });

  test("is none if a token was signed again", () => {
    const { headline, counts } = compare(
      writeToken(header, claims, "YQ"),
      writeToken(header, claims, "Yg"),
    );
    expect(headline.title).toMatch(/^Header and claims are the same/);
    expect(counts).toEqual({ changed: 0, onlyFirst: 0, onlySecond: 0, same: 9 });
  });
});

describe("tokens that cannot be read completely", () => {
  const signed = writeToken({ alg: "RS256" }, claims);
  test.each<
    [what: string, first: string, second: string, title: string, limit: string, count: number]
  >([
    [
      "a signed and an encrypted one",
      signed,
      jwe("RSA-OAEP"),
      "has another algorithm",
      "The second token is encrypted (JWE), so only the headers were compared.",
      2,
    ],
    [
      "two encrypted ones",
      jwe("dir"),
      jwe("dir").replace("dGFn", "dGFh"),
      "The headers are the same.",
      "Each token is encrypted",
      2,
    ],
    [
      "an opaque and a signed one",
      "opaque-1",
      signed,
      "Nothing in them can be compared.",
      "The first token is opaque",
      0,
    ],
    [
      "an opaque and an encrypted one",
      "opaque-1",
      jwe("dir"),
      "Nothing in them can be compared.",
      "The first token is opaque",
      0,
    ],
    [
      "an opaque one and itself",
      "opaque-1",
      "opaque-1",
      "Both are the same token.",
      "Each token is opaque",
      0,
    ],
    [
      "a signed and a broken one",
      signed,
      "e30.e30",
      "Nothing in them can be compared.",
      "The second token cannot be decoded",
      0,
    ],
  ])("%s", (_what, first, second, title, limit, count) => {
    const { headline, members, limit: found } = compare(first, second);
    expect(headline.title).toContain(title);
    expect(found).toContain(limit);
    expect(members).toHaveLength(count);
  });
});

describe("compareTokens", () => {
  test("lists a bounded number of members, the differences first", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`c${at}`, at]));
    const { members, counts } = compareClaims(many, { ...many, c9999: 0 });
    expect(members.slice(0, 2).map(({ path }) => path[0])).toEqual(["c9999", "alg"]);
    expect(members).toHaveLength(1000);
    expect(counts).toEqual({ changed: 1, onlyFirst: 0, onlySecond: 0, same: 10_008 });
  });

  const anyClaims = fc.dictionary(
    fc.constantFrom("aud", "scope", "exp", "sub", "app", "__proto__", "a"),
    fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(fc.constantFrom("a", "b", 1))),
  );
  const anyToken = fc.oneof(
    fc
      .tuple(fc.constantFrom("RS256", "HS256"), anyClaims)
      .map(([alg, payload]) => writeToken({ alg }, payload)),
    fc.constantFrom(jwe("dir"), jwe("RSA-OAEP"), "opaque-1", "e30.e30", ""),
  );

  test("finds no difference between a token and itself", () => {
    fc.assert(
      fc.property(anyToken, (token) => {
        const { members, counts, headline } = compare(token, token);
        expect(members.filter(({ difference }) => difference.kind !== "same")).toEqual([]);
        expect(counts).toMatchObject({ changed: 0, onlyFirst: 0, onlySecond: 0 });
        expect(headline.title).toBe("Both are the same token.");
      }),
    );
  });

  test("finds the mirrored differences between swapped tokens", () => {
    const mirrored: Readonly<Record<string, string>> = {
      "only-first": "only-second",
      "only-second": "only-first",
    };
    fc.assert(
      fc.property(anyToken, anyToken, (one, other) => {
        const there = compare(one, other);
        const back = compare(other, one);
        const rows = (mirror: boolean, { members }: typeof there) =>
          members
            .map(({ part, path, first, second, difference: { kind } }) =>
              mirror
                ? JSON.stringify([part, path, second, first, mirrored[kind] ?? kind])
                : JSON.stringify([part, path, first, second, kind]),
            )
            .sort();
        expect(rows(true, back)).toEqual(rows(false, there));
        expect(back.counts).toEqual({
          ...there.counts,
          onlyFirst: there.counts.onlySecond,
          onlySecond: there.counts.onlyFirst,
        });
        for (const { difference } of there.members) {
          if (difference.kind !== "time") continue;
          expect(back.members.map((member) => member.difference)).toContainEqual({
            kind: "time",
            milliseconds: -difference.milliseconds,
          });
        }
      }),
    );
  });
});
