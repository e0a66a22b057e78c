import { describe, expect, test } from "vitest";
import { contradictions } from "../../../../../lib/trace/contradictions/contradictions.ts";
import { traceOf, type EntryFacts } from "../entries.ts";
import { callback, script } from "../join/logins.ts";
import {
  authorize,
  callOf,
  discoveryOf,
  idTokenOf,
  implicitOf,
  loginOf,
  proveAll,
  refused,
  showSeen,
} from "./contradiction-case.ts";
import { idTokenCases } from "./id-token-cases.ts";
import { browserCases, responseCases, tokenOfRenewal } from "./response-cases.ts";
import { apiCases, tokenCases } from "./token-cases.ts";

const cases = [...tokenCases, ...apiCases, ...browserCases, ...responseCases, ...idTokenCases];

const list = async (entries: readonly EntryFacts[]) =>
  (await proveAll(entries)).map(({ row, severity }) => `${row.id}: ${severity}`);

describe("each row of the table", () => {
  test("has a case, and each case has a row", () => {
    expect(cases.map(({ id }) => id).toSorted()).toEqual(
      contradictions.map(({ id }) => id).toSorted(),
    );
  });

  test.each(cases)("$id: is proven with both values", async ({ id, has, severity, seen }) => {
    expect(await list(has)).toContain(`${id}: ${severity}`);
    const found = (await proveAll(has)).filter(({ row }) => row.id === id);
    expect(found.map(({ left, right }) => [showSeen(left), showSeen(right)])).toContainEqual(seen);
  });

  test.each(cases)("$id: is not said of a near miss", async ({ id, near }) => {
    expect((await proveAll(near)).map(({ row }) => row.id)).not.toContain(id);
  });
});

test("nothing contradicts a login with PKCE, or an implicit one", async () => {
  expect(await list(loginOf())).toEqual([]);
  expect(await list(implicitOf())).toEqual([]);
});

describe("the rank of a contradiction", () => {
  const otherRedirect = { redirect_uri: `${callback}/` };

  test("is advice if the provider accepted it", async () => {
    expect(await list(loginOf({ redeemed: otherRedirect }))).toEqual([
      "redirect-uri-differs: advice",
    ]);
  });

  test("is advice beside a stop of another party", async () => {
    const hidden = { status: 0, error: "net::ERR_FAILED" };
    expect(await list(loginOf({ redeemed: otherRedirect, token: hidden }))).toEqual([
      "redirect-uri-differs: advice",
    ]);
  });

  test("is the cause in a renewal as in a login", async () => {
    expect(await list(tokenOfRenewal)).toContain("redirect-uri-differs: cause");
  });

  test("is advice if the application used its tokens in spite of it", async () => {
    const old = { claims: { exp: 1, iat: 0 } };
    const call = callOf("access-of-login", { status: 200 });
    expect(await list(implicitOf(old))).toEqual(["id-token-expired: cause"]);
    expect(await list([...implicitOf(old), call])).toEqual(["id-token-expired: advice"]);
  });

  test("is advice if the application went on after the discovery or the response", async () => {
    const other = discoveryOf({ issuer: "https://other.example" });
    expect(await list([other])).toEqual(["discovery-of-other-issuer: cause"]);
    expect(await list([{ ...other, at: -50 }, authorize()])).toEqual([
      "discovery-of-other-issuer: advice",
    ]);
    const own = { ...discoveryOf({}), at: -50 };
    const given = { iss: "https://other.example/" };
    expect(await list([own, ...loginOf({ given, redeemed: false })])).toEqual([
      "response-of-other-issuer: cause",
    ]);
    expect(await list([own, ...loginOf({ given })])).toEqual(["response-of-other-issuer: advice"]);
  });

  test("is an error for a leak, also beside a stop", async () => {
    const redeemed = { client_secret: "secret-of-page" };
    expect(await list(loginOf({ redeemed, token: refused }))).toContain("secret-in-page: error");
  });

  test("of the same value belongs to its more specific row alone", async () => {
    const claims = { iss: "https://other.example/" };
    const { flows } = await traceOf([...loginOf({ claims }), callOf(idTokenOf())]);
    const ids = flows.flatMap(({ verdict }) => verdict.findings.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test("a value that an export replaced contradicts nothing", async () => {
  const redeemed = { code_verifier: "[removed code verifier 1]" };
  expect(await list(loginOf({ redeemed, token: { ...refused, ...script } }))).toEqual([]);
});
