import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Management, type AuthError } from "../../../../lib/auth/index.ts";
import { appOrigin, createOurs } from "./compared.ts";
import { FakeWindow } from "./fake-ports.ts";
import { findError, foreign, hold, listHeld, transmit } from "./mutations.ts";
import { RawSigner } from "./raw-signer.ts";
import { fragment, issuer, jwksUrl, seconds } from "./signed-tokens.ts";

// Thousands of cases take their time on a machine that has other work.
describe("one changed field of a message or an answer", { timeout: 60_000 }, () => {
  /** A call that waits for a message of another window, and the message that it waits for. */
  function waitForMessage(how: "frame" | "popup") {
    const page = new FakeWindow();
    const clock = { now: () => seconds * 1000, after: () => () => undefined };
    const webAuth = createOurs({ frames: page, popups: page, messages: page, clock });
    const outcome = how === "frame" ? webAuth.checkSession() : webAuth.popup.authorize();
    const state = page.frames[0]?.url.searchParams.get("state");
    const message = {
      origin: how === "frame" ? issuer.slice(0, -1) : appOrigin,
      source: page.frames[0]?.window,
      data: { type: "authorization_response", response: { access_token: "real", state } },
    };
    const forged = {
      ...message,
      data: { ...message.data, response: { access_token: "forged", state } },
    };
    return { page, outcome, message, forged };
  }

  test("in the origin of a message has it passed over, and the right one is taken", async () => {
    await hold(
      "message origin",
      fc.constantFrom<"frame" | "popup">("frame", "popup"),
      fc.oneof(
        fc.string().map((host) => `https://${host}.example`),
        fc.string(),
        fc.constantFrom(
          appOrigin,
          issuer,
          issuer.slice(0, -1),
          "https://tenant.example:443",
          "http://tenant.example",
          "https://tenant.example.evil.example",
          "null",
        ),
      ),
      async (how, origin) => {
        const { page, outcome, message, forged } = waitForMessage(how);
        fc.pre(origin !== message.origin);
        page.post({ ...forged, origin });
        page.post(message);
        expect((await outcome).accessToken).toBe("real");
        expect(page.isClean).toBe(true);
      },
    );
  });

  test("in the source of a message has it passed over, and the right one is taken", async () => {
    await hold(
      "message source",
      fc.constantFrom<"frame" | "popup">("frame", "popup"),
      foreign,
      async (how, source) => {
        const { page, outcome, message, forged } = waitForMessage(how);
        page.post({ ...forged, source });
        page.post(message);
        expect((await outcome).accessToken).toBe("real");
        expect(page.isClean).toBe(true);
      },
    );
  });

  test("in the body of an answer ends in a result that says what was sent, or in a documented error", async () => {
    const signer = await RawSigner.create();
    const id_token = await signer.sign();
    const key = { ...signer.publicJwk, kid: "key-1", use: "sig", alg: "RS256" };
    const user = { sub: "auth0|ada", name: "Ada", email: "a@b.example", email_verified: true };
    const tokens = { access_token: "a", id_token, refresh_token: "r", expires_in: 60 };
    const call = {
      async keys(body: object) {
        const hash = fragment({ access_token: "a", id_token, state: "s" });
        const { parseHash } = createOurs({ fetch: () => Response.json({ keys: [body] }) });
        return await parseHash({ hash, state: "s", nonce: "nonce-1" });
      },
      tokens(body: object) {
        const fetch = (url: string) => Response.json(url === jwksUrl ? { keys: [key] } : body);
        return createOurs({ fetch }).client.oauthToken({ refreshToken: "r0", nonce: "nonce-1" });
      },
      user: (body: object) => createOurs({ fetch: () => Response.json(body) }).client.userInfo("a"),
      profile: (body: object) =>
        new Management({
          domain: "tenant.example",
          token: "t",
          ports: { fetch: () => Response.json(body) },
        }).getUser("u"),
      async ticket(body: object) {
        const visited: string[] = [];
        const goTo = (url: string) => visited.push(url);
        const page = createOurs({ fetch: () => Response.json(body), navigation: { goTo } });
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
      "response body",
      fc
        .constantFrom(...names)
        .chain((name) =>
          fc.tuple(fc.constant(name), fc.constantFrom(...Object.keys(bodies[name]))),
        ),
      foreign,
      async ([name, member], value) => {
        const body = { ...bodies[name], [member]: value };
        const outcome = call[name](body);
        const error = await findError(outcome);
        const result: unknown = error ?? (await outcome);
        const isRight = judgeAnswer(name, member, transmit(value));
        expect([name, member, value, isRight(error, result, transmit(body))]).toEqual([
          name,
          member,
          value,
          true,
        ]);
      },
    );
  });

  test("was tried in every kind of field, with all of its cases", () => {
    expect(listHeld()).toEqual(["message origin", "message source", "response body"]);
  });
});

type Judgement = (error: AuthError | null, result: unknown, body: unknown) => boolean;

/** What must come of an answer one member of which is another value. */
function judgeAnswer(name: string, member: string, value: unknown): Judgement {
  const isText = typeof value === "string" && value !== "";
  const isTextOrNumber = isText || typeof value === "number";
  const holdsOnlyWith =
    (isGood: boolean): Judgement =>
    (error) =>
      (error === null) === isGood;
  const rules: Record<string, Judgement> = {
    // No other key verifies the signature, and a key of another kind or name is passed over.
    "keys.kty": holdsOnlyWith(false),
    "keys.n": holdsOnlyWith(false),
    "keys.e": holdsOnlyWith(false),
    "keys.kid": holdsOnlyWith(false),
    "keys.use": holdsOnlyWith(value === undefined),
    "keys.alg": holdsOnlyWith(value === undefined),
    "tokens.access_token": holdsOnlyWith(isTextOrNumber),
    // One that is no text counts as none; any text is verified.
    "tokens.id_token": (error, result) =>
      isTextOrNumber
        ? error?.error === "invalid_token"
        : result instanceof Object && "idTokenPayload" in result && result.idTokenPayload === null,
    "ticket.login_ticket": holdsOnlyWith(isText),
    "user.sub": holdsOnlyWith(typeof value === "string"),
  };
  const isPassedOn = name === "user" || name === "profile";
  const mayBeMalformed = name === "user" || (name === "ticket" && typeof value !== "string");
  const passOn: Judgement = (error, result, body) =>
    error === null
      ? !isPassedOn || JSON.stringify(result) === JSON.stringify(body)
      : mayBeMalformed && error.reason === "body_malformed";
  return rules[`${name}.${member}`] ?? passOn;
}
