import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { AuthError, Management } from "../../../../lib/auth/index.ts";
import { showAll } from "./caught-error.ts";
import { createWebAuth } from "./compared.ts";
import { findError, foreign, hold, listHeld, shares, transmit } from "./hostile-inputs.ts";
import { RawSigner } from "./raw-signer.ts";
import { fragment, jwksUrl } from "./signed-tokens.ts";

const documented = /^(?:invalid_token|request_error|too_many_requests|runtime_error|error)$/;
const createManagement = (token: string, fetch: () => Response) =>
  new Management({ domain: "tenant.example", token, ports: { fetch } });

describe("a response with one changed member, at any status", () => {
  const good = {
    login: { login_ticket: "t", co_id: "i", co_verifier: "v" },
    signup: { _id: "1", email: "e" },
    userInfo: { sub: "auth0|1" },
    oauthToken: { access_token: "a", token_type: "Bearer" },
    getUser: { user_id: "u" },
  };
  type Method = keyof typeof good;

  /** Calls a method with this secret as its password, its token or its refresh token. */
  async function call(method: Method, answer: () => Response, secret: string): Promise<unknown> {
    const webAuth = createWebAuth({ fetch: answer, navigation: { goTo: () => undefined } });
    const calls: Record<Method, () => Promise<unknown>> = {
      login: () => webAuth.login({ username: "u", password: secret, realm: "r" }),
      signup: () => webAuth.signup({ email: "e", password: secret, connection: "c" }),
      userInfo: () => webAuth.client.userInfo(secret),
      oauthToken: () => webAuth.client.oauthToken({ refreshToken: secret }),
      getUser: () => createManagement(secret, answer).getUser("u"),
    };
    return await calls[method]();
  }

  test("ends in a result or a documented error that does not repeat the secret", async () => {
    // Secrets of one word and of several are recognized in different ways.
    const secrets = fc.constantFrom("correctHorseBattery9", "correct-horse/battery+9");
    const members = fc.constantFrom(
      "error",
      "code",
      "error_description",
      "description",
      "message",
      "policy",
      "details",
      "password",
      "login_ticket",
      "access_token",
      "sub",
      "_id",
      "__proto__",
      "no member",
    );
    const echo = fc.constantFrom<(secret: string) => string>(
      (secret) => secret,
      encodeURIComponent,
      (secret) => `a ${secret} b`,
      (secret) => JSON.stringify(secret),
    );
    const methods = fc.constantFrom<Method>("login", "signup", "userInfo", "oauthToken", "getUser");
    await hold(
      "answer",
      fc.tuple(methods, fc.constantFrom(200, 400, 401, 403, 429, 500), members, secrets),
      fc.oneof(
        foreign.map((value) => ({ isEcho: false, write: (): unknown => value })),
        echo.map((write) => ({ isEcho: true, write: (secret: string): unknown => write(secret) })),
      ),
      async ([method, status, member, secret], { isEcho, write }) => {
        const value = write(secret);
        const nested = isEcho ? { nested: { [String(value)]: [value] } } : {};
        const answer = () =>
          member === "no member"
            ? new Response(JSON.stringify(value ?? null), { status })
            : Response.json({ ...good[method], [member]: value, ...nested }, { status });
        const outcome = await call(method, answer, secret).catch((error: unknown) => error);
        // Lets a late, unhandled rejection fail the test.
        await new Promise((resolve) => setImmediate(resolve));
        const error = outcome instanceof AuthError ? outcome : undefined;
        // A code that repeats the secret is replaced.
        const isCode = error && (isEcho || documented.test(error.error) || error.error === value);
        expect(isCode ?? (status === 200 && !(outcome instanceof Error))).toBe(true);
        const shown = error === undefined ? "" : showAll(error);
        expect(shown).not.toContain(secret);
        expect(shown).not.toContain(encodeURIComponent(secret));
      },
    );
  });
});

describe("a successful response with one changed member", () => {
  let signer: RawSigner;
  let stranger: RawSigner;
  beforeAll(async () => {
    [signer, stranger] = await Promise.all([RawSigner.create(), RawSigner.create()]);
  });

  test("ends in a result with the sent values, or in a documented error", async () => {
    const id_token = await signer.sign();
    const key = { ...signer.publicJwk, kid: "key-1", use: "sig", alg: "RS256" };
    const user = { sub: "auth0|ada", name: "Ada", email: "a@b.example", email_verified: true };
    const tokens = { access_token: "a", id_token, refresh_token: "r", expires_in: 60 };
    const asked = new Set<string>();
    const call = {
      async keys(body: object) {
        const hash = fragment({ access_token: "a", id_token, state: "s" });
        const { parseHash } = createWebAuth({
          fetch(url) {
            asked.add(url);
            return Response.json({ keys: [body] });
          },
        });
        return await parseHash({ hash, state: "s", nonce: "nonce-1" });
      },
      tokens(body: object) {
        const fetch = (url: string) => Response.json(url === jwksUrl ? { keys: [key] } : body);
        return createWebAuth({ fetch }).client.oauthToken({ refreshToken: "r0", nonce: "nonce-1" });
      },
      user: (body: object) =>
        createWebAuth({ fetch: () => Response.json(body) }).client.userInfo("a"),
      profile: (body: object) => createManagement("t", () => Response.json(body)).getUser("u"),
      async ticket(body: object) {
        const visited: string[] = [];
        const goTo = (url: string) => visited.push(url);
        const page = createWebAuth({ fetch: () => Response.json(body), navigation: { goTo } });
        await page.login({ username: "u", password: "correct-horse-1", realm: "r" });
        return visited;
      },
    };
    const bodies: Record<keyof typeof call, Record<string, unknown>> = {
      keys: key,
      tokens,
      user,
      profile: { user_id: "u", ...user },
      ticket: { login_ticket: "t", co_id: "i", co_verifier: "v" },
    };
    const names = ["keys", "tokens", "user", "profile", "ticket"] as const;
    for (const name of names) expect(await findError(call[name](bodies[name]))).toBeNull();
    await hold(
      "member of an answer",
      fc
        .constantFrom(...names)
        .chain((name) =>
          fc.tuple(fc.constant(name), fc.constantFrom(...Object.keys(bodies[name]))),
        ),
      fc.oneof(foreign, fc.constantFrom("oct", "AQAC", "enc", "HS256", stranger.publicJwk.n)),
      async ([name, member], value) => {
        fc.pre(value !== bodies[name][member]);
        const body = { ...bodies[name], [member]: value };
        const outcome = call[name](body);
        const error = await findError(outcome);
        const result: unknown = error ?? (await outcome);
        const isRight = expectOutcome(name, member, transmit(value));
        expect([name, member, value, isRight(error, result, transmit(body))]).toEqual([
          name,
          member,
          value,
          true,
        ]);
      },
    );
    expect(asked).toEqual(new Set([jwksUrl]));
  });
});

describe("the hostile inputs of this folder", () => {
  test("are all used, and their shares add up", () => {
    expect(listHeld()).toEqual(expect.arrayContaining(["answer", "member of an answer"]));
    expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBe(100);
  });
});

type Expectation = (error: AuthError | null, result: unknown, body: unknown) => boolean;

/** Returns the check of the outcome for a response whose member has this value. */
function expectOutcome(name: string, member: string, value: unknown): Expectation {
  const isText = typeof value === "string" && value !== "";
  const isTextOrNumber = isText || typeof value === "number";
  const holdsOnlyWith =
    (isGood: boolean): Expectation =>
    (error) =>
      (error === null) === isGood;
  const rules: Record<string, Expectation> = {
    // No other key verifies the signature, and a key of another kind or name is ignored.
    "keys.kty": holdsOnlyWith(false),
    "keys.n": holdsOnlyWith(false),
    "keys.e": holdsOnlyWith(false),
    "keys.kid": holdsOnlyWith(false),
    "keys.use": holdsOnlyWith(value === undefined),
    "keys.alg": holdsOnlyWith(value === undefined),
    "tokens.access_token": holdsOnlyWith(isTextOrNumber),
    // An ID token that is not a string counts as absent; every string is verified.
    "tokens.id_token": (error, result) =>
      isTextOrNumber
        ? error?.error === "invalid_token"
        : result instanceof Object && "idTokenPayload" in result && result.idTokenPayload === null,
    "ticket.login_ticket": holdsOnlyWith(isText),
    "user.sub": holdsOnlyWith(typeof value === "string"),
  };
  const isPassedOn = name === "user" || name === "profile";
  const mayBeMalformed = name === "user" || (name === "ticket" && typeof value !== "string");
  const passOn: Expectation = (error, result, body) =>
    error === null
      ? !isPassedOn || JSON.stringify(result) === JSON.stringify(body)
      : mayBeMalformed && error.reason === "body_malformed";
  return rules[`${name}.${member}`] ?? passOn;
}
