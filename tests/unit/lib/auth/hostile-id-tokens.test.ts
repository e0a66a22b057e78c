import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { AuthPorts } from "../../../../lib/auth/index.ts";
import { showAll } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { findError, foreign, hold, listHeld, transmit } from "./hostile-inputs.ts";
import { RawSigner, serveTwoKeys } from "./raw-signer.ts";
import { fragment, goodClaims, issuer, jwksUrl, seconds } from "./signed-tokens.ts";

const accessToken = "access-1";
const at_hash = createHash("sha256")
  .update(accessToken)
  .digest()
  .subarray(0, 16)
  .toString("base64url");
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("an ID token with one change", () => {
  let signer: RawSigner;
  let stranger: RawSigner;
  beforeAll(async () => {
    [signer, stranger] = await Promise.all([RawSigner.create(), RawSigner.create()]);
  });

  /** A page, and a function that returns a response to the login "s" with the nonce "nonce-1". */
  function open(given: Partial<AuthPorts> = {}) {
    const { fetch, asked } = serveTwoKeys(signer, stranger);
    const webAuth = createWebAuth({ fetch, ...given });
    const respond = (id_token: string, changes: { nonce?: string } = {}) =>
      webAuth.parseHash({
        hash: fragment({ access_token: accessToken, id_token, state: "s" }),
        state: "s",
        nonce: "nonce-1",
        ...changes,
      });
    return { webAuth, respond, asked };
  }

  test("in a character is rejected, without the token in the error", async () => {
    const { respond } = open();
    const token = await signer.sign();
    expect(await respond(token)).not.toBeNull();
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \n";
    await hold(
      "character",
      fc.tuple(fc.nat({ max: token.length - 1 }), fc.constantFrom("change", "insert", "remove")),
      fc.constantFrom(...alphabet),
      async ([position, way], character) => {
        const rest = token.slice(way === "insert" ? position : position + 1);
        const changed = token.slice(0, position) + (way === "remove" ? "" : character) + rest;
        fc.pre(changed !== token);
        const error = await findError(respond(changed));
        expect(error).toMatchObject({ error: "invalid_token" });
        expect(error === null ? token : showAll(error)).not.toContain(token.slice(0, 20));
      },
    );
  });

  test("to bytes that are not UTF-8 is rejected, even with the tenant's signature", async () => {
    const { respond } = open();
    const [header = "", payload = ""] = (await signer.sign()).split(".");
    const claims = Buffer.from(payload, "base64url");
    const nickname = Buffer.from([...Buffer.from('{"nickname":"'), 0xff, ...Buffer.from('",')]);
    const changed = Buffer.concat([nickname, claims.subarray(1)]).toString("base64url");
    const error = await findError(respond(await signer.signParts(header, changed)));
    expect(error).toMatchObject({ error: "invalid_token", reason: "token_malformed" });
  });

  test("in the header is rejected for alg, kid and crit, and only the tenant's keys are requested", async () => {
    const { respond, asked } = open();
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
        const error = await findError(respond(await signer.sign({ header: { [name]: value } })));
        const isChecked = ["alg", "kid", "crit"].includes(name);
        expect(error?.error ?? null).toBe(isChecked ? "invalid_token" : null);
      },
    );
    expect([...asked]).toEqual([jwksUrl]);
  });

  test("in a claim with a rule is rejected, even with the tenant's signature", async () => {
    let visited = "";
    const navigation = {
      goTo: (url: string) => {
        visited = url;
      },
    };
    const { webAuth } = open({ navigation });
    /** Responds to a login with limits: within an hour of the password, in one organization. */
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
    const isAllowed: Record<string, (value: unknown) => boolean> = {
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
      fc.constantFrom(...Object.keys(isAllowed)),
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
          isAllowed[claim]?.(sent) ? null : "invalid_token",
        ]);
      },
    );
    expect(await answer({})).not.toBeNull();
  });

  test("is rejected without a new signature, or with another bit, length, encoding or signature", async () => {
    const { respond } = open();
    const token = await signer.sign();
    const [header, payload, signature = ""] = token.split(".");
    const others = await Promise.all([
      stranger.sign(),
      signer.sign({ claims: { sub: "auth0|grace" } }),
      signer.sign({ header: { typ: "JWT" } }),
    ]);
    const bytes = Buffer.from(signature, "base64url");
    const withSignature = (text: string) => `${header}.${payload}.${text}`;
    const pick = <Item>(items: readonly Item[], at: number) => items[at % items.length];
    const ways: Record<string, (at: number) => string> = {
      claim(at) {
        const claim = pick([...Object.keys(goodClaims), "more"], at) ?? "";
        return `${header}.${encode({ ...goodClaims, [claim]: at })}.${signature}`;
      },
      header(at) {
        const name = pick(["alg", "kid", "typ", "jku", "jwk", "b64"], at) ?? "";
        return `${encode({ alg: "RS256", kid: "key-1", [name]: at })}.${payload}.${signature}`;
      },
      bit(at) {
        const changed = Buffer.from(bytes);
        changed[at % bytes.length] = (changed[at % bytes.length] ?? 0) ^ (1 << (at % 8));
        return withSignature(changed.toString("base64url"));
      },
      shorter: (at) => withSignature(bytes.subarray(0, at % bytes.length).toString("base64url")),
      longer: (at) =>
        withSignature(Buffer.concat([bytes, Buffer.alloc(1 + (at % 9))]).toString("base64url")),
      spelling: (at) => withSignature(`${signature}${pick(["=", " ", "\n", "A", ".", "%3D"], at)}`),
      another: (at) => withSignature(pick(others, at)?.split(".")[2] ?? ""),
    };
    await hold(
      "signature",
      fc.constantFrom(...Object.keys(ways)),
      fc.nat({ max: 100_000 }),
      async (way, at) => {
        const error = await findError(respond(ways[way]?.(at) ?? ""));
        const reason = way === "claim" ? { reason: "signature" } : {};
        expect(error).toMatchObject({ error: "invalid_token", ...reason });
      },
    );
    expect(await respond(token)).not.toBeNull();
  });

  test("in the last character of the signature is rejected, although it decodes to the same bytes", async () => {
    const { respond } = open();
    const token = await signer.sign();
    const last = Buffer.from(token.slice(-2), "base64url").toString("hex");
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const spellings = Array.from(alphabet, (end) => token.slice(0, -1) + end).filter(
      (text) => text !== token && Buffer.from(text.slice(-2), "base64url").toString("hex") === last,
    );
    expect(spellings.length).toBeGreaterThan(0);
    for (const spelling of spellings)
      expect((await findError(respond(spelling)))?.error).toBe("invalid_token");
  });

  test("in the nonce of the request or of the token is rejected", async () => {
    const { respond } = open();
    const tokens = new Map<string, Promise<string>>();
    const token = await signer.sign();
    expect(await respond(token)).not.toBeNull();
    await hold(
      "nonce",
      fc.constantFrom("request", "token"),
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("nonce-2", "Nonce-1", "nonce-1 ")),
      async (whose, nonce) => {
        fc.pre(nonce !== "nonce-1");
        const signed = tokens.get(nonce) ?? signer.sign({ claims: { nonce } });
        tokens.set(nonce, signed);
        const outcome = whose === "request" ? respond(token, { nonce }) : respond(await signed);
        expect(await findError(outcome)).toMatchObject({ error: "invalid_token", reason: "nonce" });
      },
    );
  });

  test("is tested with every input", () => {
    expect(listHeld()).toEqual(
      expect.arrayContaining(["character", "header", "claim", "signature", "nonce"]),
    );
  });
});
