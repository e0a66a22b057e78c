import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { AuthError, Management, WebAuth, type AuthPorts } from "../../../../lib/auth/index.ts";
import { showAll } from "./caught-error.ts";
import { FakeClock, fakePorts, FakeWindow } from "./fake-ports.ts";
import { fragment, jwksUrl, options, seconds, Signer } from "./signed-tokens.ts";

/** Every case below is one field of something that is accepted unmutated in the same test. */
const appOrigin = "https://app.example";
const tenantOrigin = "https://tenant.example";
const documented =
  /^(?:invalid_token|invalid_hash|timeout|origin_mismatch|popup_blocked|popup_closed|error|request_error|too_many_requests|runtime_error)$/;
const times = (numRuns: number) => ({ numRuns });

/** Waits for nothing but what is already under way: none of the calls here needs a timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

const foreign = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(undefined, "", "null", [], {}, { toString: 1 }),
);

function create(ports: Partial<AuthPorts>) {
  return new WebAuth({
    ...options,
    redirectUri: `${appOrigin}/cb`,
    responseType: "token",
    ports: fakePorts({
      clock: new FakeClock(),
      storage: new Map<string, string>(),
      location: { origin: () => appOrigin, hash: () => "" },
      ...ports,
    }),
  });
}

describe("messages of hostile windows", () => {
  function openWindow() {
    const page = new FakeWindow();
    const ports = { frames: { open: page.open }, messages: { listen: page.listen } };
    const webAuth = create({ ...ports, popups: { open: page.open } });
    const good = () => ({
      origin: tenantOrigin,
      source: page.frames.at(-1)?.window,
      data: {
        type: "authorization_response",
        response: { access_token: "a", state: page.frames.at(-1)?.url.searchParams.get("state") },
      },
    });
    return { page, webAuth, good };
  }

  test("are nothing to a session check when origin, source or form is another", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("origin", "source", "data", "type"),
        fc.oneof(
          foreign,
          fc.string().map((text) => `https://${text}`),
          fc.constantFrom(appOrigin, `${tenantOrigin}/`, `${tenantOrigin}:443`),
        ),
        async (field, value) => {
          fc.pre(value !== tenantOrigin && value !== "authorization_response");
          const { page, webAuth, good } = openWindow();
          const outcome = webAuth.checkSession();
          const message = good();
          if (field === "type") page.post({ ...message, data: { ...message.data, type: value } });
          else page.post(Object.assign(message, { [field]: value }));
          expect(page.isClean).toBe(false);
          page.post(good());
          expect((await outcome).accessToken).toBe("a");
        },
      ),
      times(2500),
    );
  });

  test("are refused with a documented error when one member of the response is another", async () => {
    const name = fc.constantFrom("access_token", "state", "error", "id_token", "expires_in");
    await fc.assert(
      fc.asyncProperty(name, fc.oneof(foreign, fc.string()), async (member, value) => {
        const accepted = openWindow();
        const unmutated = accepted.webAuth.checkSession();
        accepted.page.post(accepted.good());
        expect((await unmutated).accessToken).toBe("a");
        const { page, webAuth, good } = openWindow();
        const outcome = webAuth.checkSession().catch((error: unknown) => error);
        const { response } = good().data;
        page.post({
          ...good(),
          data: { type: "authorization_response", response: { ...response, [member]: value } },
        });
        // An answer with another state is another request's: the call waits for its own.
        await new Promise((resolve) => setImmediate(resolve));
        expect(page.isClean).toBe(member !== "state");
        page.post(good());
        const result = await outcome;
        expect(page.isClean).toBe(true);
        expect(judge(member, value)(result)).toBe(true);
      }),
      times(1500),
    );
  });
});

/** What must come of a response one member of which is another: a member that is no text counts as absent. */
function judge(member: string, value: unknown): (result: unknown) => boolean {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return (result) => {
    const error = result instanceof AuthError ? result.error : undefined;
    if (member === "error" && text) return error === text.slice(0, 200);
    if (member === "state") return error === undefined;
    if (member === "id_token" && text) return error === "invalid_token";
    if (member === "access_token" && !text) return error === "invalid_hash";
    return error === undefined || documented.test(error);
  };
}

describe("hostile addresses", () => {
  test("are refused for any state but the one that waits, which is taken afterwards", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor")),
        async (other) => {
          let visited = "";
          const goTo = (url: string) => {
            visited = url;
          };
          const { authorize, parseHash } = create({ navigation: { goTo } });
          await authorize();
          await authorize({ responseType: "token" });
          const state = new URL(visited).searchParams.get("state") ?? "";
          fc.pre(other !== state);
          const parse = (given: string) =>
            parseHash({ hash: fragment({ access_token: "a", state: given }) });
          expect(await parse(other).catch((error: unknown) => error)).toMatchObject({
            error: "invalid_token",
            errorDescription: expect.stringContaining("`state` does not match."),
          });
          expect((await parse(state))?.accessToken).toBe("a");
        },
      ),
      times(2000),
    );
  });
});

describe("hostile ID tokens", () => {
  let signer: Signer;
  beforeAll(async () => {
    signer = await Signer.create();
  });

  test("are refused for any one claim of another value, signed by the tenant or not", async () => {
    const fetch = () => Response.json({ keys: [signer.publicJwk] });
    const { parseHash } = create({ fetch });
    const parse = (token: string) =>
      parseHash({
        hash: fragment({ access_token: "a", id_token: token, state: "s" }),
        state: "s",
        nonce: "nonce-1",
      });
    const good = await signer.sign();
    expect(await parse(good)).not.toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("iss", "aud", "nonce", "azp", "exp", "iat", "sub", "nbf"),
        foreign,
        async (claim, value) => {
          fc.pre(!(claim === "sub" && typeof value === "string" && value !== ""));
          fc.pre(!(claim === "iat" && typeof value === "number" && value <= seconds));
          fc.pre(
            !(
              claim === "nbf" &&
              (value === undefined || (typeof value === "number" && value <= seconds))
            ),
          );
          fc.pre(!(claim === "azp" && value === undefined));
          fc.pre(!(claim === "exp" && typeof value === "number"));
          fc.pre(JSON.stringify(value) !== undefined || value === undefined);
          const signed = await parse(await signer.sign({ [claim]: value })).catch(
            (e: unknown) => e,
          );
          expect(signed).toMatchObject({ error: "invalid_token" });
        },
      ),
      times(400),
    );
    expect(await parse(good)).not.toBeNull();
  });
});

describe("hostile answers", () => {
  // One word, since a code of several words is looked at in another way, and one that is more.
  const secrets = fc.constantFrom("correctHorseBattery9", "correct-horse/battery+9");
  const good = {
    login: { login_ticket: "t", co_id: "i", co_verifier: "v" },
    signup: { _id: "1", email: "e" },
    userInfo: { sub: "auth0|1" },
    oauthToken: { access_token: "a", token_type: "Bearer" },
    getUser: { user_id: "u" },
  };

  function call(
    method: keyof typeof good,
    answer: () => Response,
    secret = "correct-horse-battery-9",
  ): Promise<unknown> {
    const webAuth = create({ fetch: answer, navigation: { goTo: () => undefined } });
    const connection = "c";
    if (method === "login") {
      return webAuth.login({ username: "u", password: secret, realm: "r" }).then(() => "left");
    }
    if (method === "signup") return webAuth.signup({ email: "e", password: secret, connection });
    if (method === "userInfo") return webAuth.client.userInfo(secret);
    if (method === "oauthToken") return webAuth.client.oauthToken({ refreshToken: secret });
    const management = new Management({
      domain: "tenant.example",
      token: secret,
      ports: { fetch: answer },
    });
    return management.getUser("u");
  }

  const methods = fc.constantFrom<keyof typeof good>(
    "login",
    "signup",
    "userInfo",
    "oauthToken",
    "getUser",
  );

  test("end in a result or a documented error, whatever the status and one member are", async () => {
    await fc.assert(
      fc.asyncProperty(
        methods,
        fc.constantFrom(200, 400, 401, 403, 429, 500),
        fc.constantFrom(
          "error",
          "code",
          "error_description",
          "description",
          "message",
          "policy",
          "login_ticket",
          "access_token",
          "sub",
          "_id",
          "__proto__",
        ),
        foreign,
        async (method, status, member, value) => {
          expect(await call(method, () => Response.json(good[method]))).not.toBeInstanceOf(Error);
          const body = { ...good[method], [member]: value };
          const outcome = await call(method, () => Response.json(body, { status })).catch(
            (error: unknown) => error,
          );
          await settle();
          expect(status === 200 || outcome instanceof AuthError).toBe(true);
          const isResult = !(outcome instanceof Error);
          expect(isResult || isDocumented(outcome, value)).toBe(true);
        },
      ),
      times(2500),
    );
  });

  test("have no secret in an error, wherever they repeat what was sent", async () => {
    const wrap = fc.constantFrom(
      (text: string) => text,
      encodeURIComponent,
      (text: string) => `a ${text} b`,
      (text: string) => JSON.stringify(text),
    );
    const place = fc.constantFrom(
      "error",
      "code",
      "error_description",
      "description",
      "message",
      "details",
      "password",
      "plain",
    );
    await fc.assert(
      fc.asyncProperty(methods, secrets, place, wrap, async (method, secret, member, write) => {
        expect(await call(method, () => Response.json(good[method]))).not.toBeInstanceOf(Error);
        const text = write(secret);
        const answer = () =>
          member === "plain"
            ? new Response(text, { status: 403 })
            : Response.json({ [member]: text, nested: { [text]: [text] } }, { status: 403 });
        const error = await call(method, answer, secret).catch((failure: unknown) => failure);
        const shown = error instanceof AuthError ? showAll(error) : secret;
        expect(shown).not.toContain(secret);
        expect(shown).not.toContain(encodeURIComponent(secret));
      }),
      times(1500),
    );
  });

  test("of the key endpoint never make a token acceptable", async () => {
    const [signer, stranger] = await Promise.all([Signer.create(), Signer.create()]);
    const token = await signer.sign();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("kty", "n", "e", "kid", "use", "alg"),
        fc.oneof(foreign, fc.constantFrom("oct", "AQAC", "enc", "HS256", stranger.publicJwk.n)),
        async (member, value) => {
          fc.pre(JSON.stringify(value) !== undefined && value !== signer.publicJwk[member]);
          const asked: string[] = [];
          const parse = (key: object) => {
            const fetch = (url: string) => {
              asked.push(url);
              return Response.json({ keys: [key] });
            };
            return create({ fetch }).parseHash({
              hash: fragment({ access_token: "a", id_token: token, state: "s" }),
              state: "s",
              nonce: "nonce-1",
            });
          };
          expect(await parse(signer.publicJwk)).not.toBeNull();
          const bad = await parse({ ...signer.publicJwk, [member]: value }).catch(
            (e: unknown) => e,
          );
          expect(bad).toMatchObject({ error: "invalid_token" });
          expect(new Set(asked)).toEqual(new Set([jwksUrl]));
        },
      ),
      times(300),
    );
  });
});

/** An error has a code of the library, or that of the service. */
function isDocumented(error: Error, code: unknown): boolean {
  return error instanceof AuthError && (documented.test(error.error) || error.error === code);
}
