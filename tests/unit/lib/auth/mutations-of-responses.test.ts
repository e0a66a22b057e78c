import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AuthPorts } from "../../../../lib/auth/index.ts";
import { createOurs } from "./compared.ts";
import { cases, findError, foreign, hold, listHeld, transmit } from "./mutations.ts";
import { RawSigner, serveTwoKeys } from "./raw-signer.ts";
import { fragment, goodClaims, issuer, jwksUrl, seconds } from "./signed-tokens.ts";

const accessToken = "access-1";
const at_hash = createHash("sha256")
  .update(accessToken)
  .digest()
  .subarray(0, 16)
  .toString("base64url");

// Thousands of cases take their time on a machine that has other work.
describe("one changed field of a redirect's response", { timeout: 60_000 }, () => {
  let signer: RawSigner;
  let stranger: RawSigner;
  beforeAll(async () => {
    [signer, stranger] = await Promise.all([RawSigner.create(), RawSigner.create()]);
  });

  /** A page, and what judges a response with an ID token there as the answer to a request with nonce-1. */
  function open(given: Partial<AuthPorts> = {}) {
    const { fetch, asked } = serveTwoKeys(signer, stranger);
    const webAuth = createOurs({ fetch, ...given });
    const judge = (id_token: string, changes: { state?: string; nonce?: string } = {}) =>
      webAuth.parseHash({
        hash: fragment({ access_token: accessToken, id_token, state: "s" }),
        state: "s",
        nonce: "nonce-1",
        ...changes,
      });
    return { webAuth, judge, asked };
  }

  test("in the header of an ID token is refused when it has a say in the signature, and asks nobody else", async () => {
    const { judge, asked } = open();
    expect(await judge(await signer.sign())).not.toBeNull();
    await hold(
      "header",
      fc.constantFrom("alg", "kid", "crit", "jku", "x5u", "jwk", "typ"),
      fc.oneof(
        foreign,
        fc.constantFrom("none", "HS256", "PS256", "rs256", "key-2", "https://evil.example/jwks"),
      ),
      async (name, value) => {
        fc.pre(value !== "RS256" && value !== "key-1");
        fc.pre(name !== "crit" || value !== undefined);
        const token = await signer.sign({ header: { [name]: value } });
        const error = await findError(judge(token));
        const isJudged = ["alg", "kid", "crit"].includes(name);
        expect(error?.error ?? null).toBe(isJudged ? "invalid_token" : null);
      },
    );
    expect([...asked]).toEqual([jwksUrl]);
  });

  test("in the claims of an ID token that the tenant signed is refused when the claim has a rule", async () => {
    let visited = "";
    const navigation = {
      goTo: (url: string) => {
        visited = url;
      },
    };
    const { webAuth } = open({ navigation });
    /** Answers a login with limits: within an hour of the password, in one organization. */
    const answer = async (claims: object) => {
      await webAuth.authorize({
        responseType: "token id_token",
        maxAge: 3600,
        organization: "org_7",
        nonce: "nonce-1",
      });
      const good = { azp: "client-1", at_hash, org_id: "org_7", nbf: seconds };
      const id_token = await signer.sign({ claims: { ...good, ...claims } });
      const state = new URL(visited).searchParams.get("state") ?? "";
      return webAuth.parseHash({ hash: fragment({ access_token: accessToken, id_token, state }) });
    };
    expect(await answer({})).toMatchObject({ idTokenPayload: { sub: goodClaims.sub } });
    const isNumber = (value: unknown, least: number, most: number) =>
      typeof value === "number" && value >= least && value <= most;
    const mayBe: Record<string, (value: unknown) => boolean> = {
      iss: (value) => value === issuer,
      sub: (value) => typeof value === "string" && value !== "",
      aud: (value) => value === "client-1" || JSON.stringify(value) === '["client-1"]',
      azp: (value) => value === "client-1" || value === undefined,
      nonce: (value) => value === "nonce-1",
      exp: (value) => isNumber(value, seconds - 60, Infinity),
      iat: (value) => isNumber(value, -Infinity, seconds + 60),
      nbf: (value) => value === undefined || isNumber(value, -Infinity, seconds + 60),
      auth_time: (value) => isNumber(value, seconds - 3660, Infinity),
      at_hash: (value) => value === undefined || value === at_hash,
      org_id: (value) => value === "org_7",
    };
    await hold(
      "claim",
      fc.constantFrom(...Object.keys(mayBe)),
      fc.oneof(
        foreign,
        fc.constantFrom(seconds, seconds - 61, seconds + 61, seconds - 3661, "client-2", "org_8"),
      ),
      async (claim, value) => {
        const sent = transmit(value);
        const error = await findError(answer({ [claim]: value }));
        expect([claim, sent, error?.error ?? null]).toEqual([
          claim,
          sent,
          mayBe[claim]?.(sent) ? null : "invalid_token",
        ]);
      },
    );
    expect(await answer({})).not.toBeNull();
  });

  test("in the signature of an ID token is refused: a bit, its length, its spelling, or another token's", async () => {
    const { judge } = open();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    const [header, payload, signature = ""] = token.split(".");
    const others = await Promise.all([
      stranger.sign(),
      signer.sign({ claims: { sub: "auth0|grace" } }),
      signer.sign({ header: { typ: "JWT" } }),
    ]);
    const bytes = Buffer.from(signature, "base64url");
    const ways: Record<string, (at: number) => string> = {
      bit(at) {
        const changed = Buffer.from(bytes);
        changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ (1 << (at % 8));
        return changed.toString("base64url");
      },
      shorter: (at) => bytes.subarray(0, at % bytes.length).toString("base64url"),
      longer: (at) => Buffer.concat([bytes, Buffer.alloc(1 + (at % 9))]).toString("base64url"),
      spelling: (at) => signature + ["=", " ", "\n", "A", ".", "%3D"][at % 6],
      another: (at) => others[at % others.length]?.split(".")[2] ?? "",
    };
    await hold(
      "signature",
      fc.constantFrom(...Object.keys(ways)),
      fc.nat({ max: 100_000 }),
      async (way, at) => {
        const changed = ways[way]?.(at) ?? "";
        fc.pre(changed !== signature);
        const error = await findError(judge(`${header}.${payload}.${changed}`));
        expect(error?.error).toBe("invalid_token");
      },
    );
    expect(await judge(token)).not.toBeNull();
  });

  test("in the state of a response is refused, and the login that waits is still there afterwards", async () => {
    let visited = "";
    const navigation = {
      goTo: (url: string) => {
        visited = url;
      },
    };
    const { authorize, parseHash } = createOurs({ navigation });
    const parse = (state: string) => parseHash({ hash: fragment({ access_token: "a", state }) });
    await hold(
      "state",
      fc.constantFrom("replaced", "cut", "longer", "case", "missing"),
      fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "null")),
      async (way, value) => {
        await authorize();
        const state = new URL(visited).searchParams.get("state") ?? "";
        const changed = {
          replaced: value,
          cut: state.slice(0, value.length),
          longer: state + value,
          case: state.toUpperCase(),
          missing: "",
        }[way];
        fc.pre(changed !== state);
        expect((await findError(parse(changed)))?.error).toBe("invalid_token");
        expect((await parse(state))?.accessToken).toBe("a");
      },
    );
  });

  test("in the nonce is refused, whether the request's or the token's is another", async () => {
    const { judge } = open();
    const tokens = new Map<string, Promise<string>>();
    const token = await signer.sign();
    expect(await judge(token)).not.toBeNull();
    await hold(
      "nonce",
      fc.constantFrom("request", "token"),
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("nonce-2", "Nonce-1", "nonce-1 ")),
      async (whose, nonce) => {
        fc.pre(nonce !== "nonce-1");
        const signed = tokens.get(nonce) ?? signer.sign({ claims: { nonce } });
        tokens.set(nonce, signed);
        const outcome = whose === "request" ? judge(token, { nonce }) : judge(await signed);
        expect(await findError(outcome)).toMatchObject({ error: "invalid_token", reason: "nonce" });
      },
    );
    expect(await judge(token)).not.toBeNull();
  });

  test("was tried in every kind of field, with all of its cases", () => {
    expect(listHeld()).toEqual(["header", "claim", "signature", "state", "nonce"]);
    const total = Object.values(cases).reduce((sum, count) => sum + count, 0);
    // With those of mutations-of-messages.test.ts.
    expect(total).toBeGreaterThanOrEqual(10_000);
  });
});
