import { describe, expect, test } from "vitest";
import {
  Management,
  WebAuth,
  type AuthPorts,
  type FetchRequest,
  type WebAuthOptions,
} from "../../../../lib/auth/index.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { FakeClock, fakePorts, FakeWindow } from "./fake-ports.ts";
import { fragment, options, Signer } from "./signed-tokens.ts";

// The time limits of calls, with a fake clock.

const appOrigin = "https://app.example";
const signer = await Signer.create();

/** Waits for the microtasks and the timers that are due in this task. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A tenant that responds only to the paths with a prepared response. */
class HangingTenant {
  readonly requests: FetchRequest[] = [];
  readonly answers = new Map<string, () => Response>();

  readonly fetch = (url: string, request: FetchRequest): Promise<Response> => {
    this.requests.push(request);
    const answer = this.answers.get(new URL(url).pathname);
    // This port ignores the signal, as a caller's own port may.
    return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer());
  };
}

function setUp(given: Partial<WebAuthOptions> = {}, more: Partial<AuthPorts> = {}) {
  const clock = new FakeClock();
  const tenant = new HangingTenant();
  const page = new FakeWindow();
  const ports = fakePorts({
    clock,
    fetch: tenant.fetch,
    storage: new Map<string, string>(),
    frames: page,
    messages: page,
    location: { origin: () => appOrigin, hash: () => "" },
    navigation: { goTo: () => undefined },
    ...more,
  });
  const common = { ...options, redirectUri: `${appOrigin}/cb`, responseType: "token id_token" };
  const webAuth = new WebAuth({ ...common, ...given, ports });
  const { requestTimeout } = given;
  const management = new Management({ domain: options.domain, token: "t", requestTimeout, ports });
  /** Posts tokens, or a code, to a frame of checkSession. */
  const answer = async (index = 0) => {
    const sent = page.frames[index]?.url.searchParams;
    const state = sent?.get("state");
    const id_token = await signer.sign({ nonce: sent?.get("nonce") });
    const response =
      sent?.get("response_type") === "code"
        ? { code: "c", state }
        : { access_token: "a", id_token, state };
    const data = { type: "authorization_response", response };
    page.post({ origin: "https://tenant.example", source: page.frames[index]?.window, data });
    await nextTurn();
  };
  return { webAuth, management, clock, tenant, page, answer };
}

type Page = ReturnType<typeof setUp>;

const credentials = { username: "ada", password: "correct-horse-1", realm: "r" };

const requests: readonly (readonly [name: string, call: (page: Page) => Promise<unknown>])[] = [
  ["userInfo", ({ webAuth }) => webAuth.client.userInfo("token-1")],
  ["oauthToken", ({ webAuth }) => webAuth.client.oauthToken({ refreshToken: "r" })],
  ["login", ({ webAuth }) => webAuth.login(credentials)],
  ["signup", ({ webAuth }) => webAuth.signup({ email: "e", password: "p", connection: "c" })],
  ["changePassword", ({ webAuth }) => webAuth.changePassword({ email: "e", connection: "c" })],
  [
    "passwordlessStart",
    ({ webAuth }) => webAuth.passwordlessStart({ connection: "email", email: "e" }),
  ],
  [
    "passwordlessLogin",
    ({ webAuth }) =>
      webAuth.passwordlessLogin({ connection: "email", email: "e", verificationCode: "1" }),
  ],
  ["getUser", ({ management }) => management.getUser("auth0|ada")],
  ["patchUserMetadata", ({ management }) => management.patchUserMetadata("auth0|ada", { a: 1 })],
  ["linkUser", ({ management }) => management.linkUser("auth0|ada", "token-2")],
];

describe("a request without a response", () => {
  test.each(requests)(
    "of %s ends after 10 seconds, and its signal is aborted",
    async (_name, call) => {
      const page = setUp();
      const outcome = catchAuthError(call(page));
      await nextTurn();
      page.clock.advance(9999);
      await nextTurn();
      expect(page.tenant.requests.map(({ signal }) => signal.aborted)).toEqual([false]);
      page.clock.advance(1);
      const error = await outcome;
      expect(error).toMatchObject({ error: "timeout", reason: "time_limit" });
      expect(error.errorDescription).toMatch(/^https:\/\/tenant\.example\/.+ within 10 seconds/);
      expect(page.tenant.requests.map(({ signal }) => signal.aborted)).toEqual([true]);
      expect(page.clock.pending).toBe(0);
    },
  );

  test("of parseHash fails after 10 seconds with missing keys, and is repeated by the next call", async () => {
    const { webAuth, clock, tenant } = setUp();
    const id_token = await signer.sign();
    const hash = fragment({ access_token: "a", id_token, state: "s" });
    const parse = () => webAuth.parseHash({ hash, state: "s", nonce: "nonce-1" });
    const outcome = catchAuthError(parse());
    await nextTurn();
    clock.advance(10_000);
    const error = await outcome;
    expect(error).toMatchObject({ error: "invalid_token", reason: "keys_missing" });
    expect(error.errorDescription).toContain("within 10 seconds");
    tenant.answers.set("/.well-known/jwks.json", () => Response.json({ keys: [signer.publicJwk] }));
    expect((await parse())?.accessToken).toBe("a");
  });

  test("fails also if only its body is missing", async () => {
    const { webAuth, clock } = setUp(
      {},
      { fetch: () => ({ ok: true, status: 200, text: () => new Promise(() => undefined) }) },
    );
    const outcome = catchAuthError(webAuth.client.userInfo("token-1"));
    await nextTurn();
    clock.advance(10_000);
    expect((await outcome).error).toBe("timeout");
  });

  test("fails after the requestTimeout of the constructor", async () => {
    const page = setUp({ requestTimeout: 250 });
    const outcomes = [
      catchAuthError(page.webAuth.client.userInfo("token-1")),
      catchAuthError(page.management.getUser("auth0|ada")),
    ];
    await nextTurn();
    page.clock.advance(250);
    for (const error of await Promise.all(outcomes)) {
      expect(error.errorDescription).toContain("within 0.25 seconds");
    }
  });

  test("leaves no timer after a response", async () => {
    const { webAuth, clock, tenant } = setUp();
    tenant.answers.set("/userinfo", () => Response.json({ sub: "auth0|ada" }));
    await webAuth.client.userInfo("token-1");
    expect(clock.pending).toBe(0);
  });

  test.each([0, -1, Number.NaN, 2 ** 31, "10", {}])(
    "rejects a requestTimeout of %j ms",
    (requestTimeout) => {
      const make = (given: unknown) => () => callUntyped((one) => new WebAuth(one), given);
      expect(make({ ...options, requestTimeout })).toThrow(/^requestTimeout option is not valid/);
      const manage = (given: unknown) => () => callUntyped((one) => new Management(one), given);
      expect(manage({ domain: "tenant.example", token: "t", requestTimeout })).toThrow(
        /^requestTimeout option is not valid/,
      );
    },
  );
});

describe("the timeout of checkSession", () => {
  test("covers keys that do not arrive", async () => {
    const { webAuth, clock, tenant, page, answer } = setUp();
    const outcome = catchAuthError(webAuth.checkSession({ timeout: 5000 }));
    clock.advance(3000);
    await answer();
    expect(tenant.requests).toHaveLength(1);
    clock.advance(1999);
    await nextTurn();
    clock.advance(1);
    const error = await outcome;
    expect(error).toMatchObject({ error: "timeout", reason: "time_limit" });
    expect(error.errorDescription).toMatch(/responded.*tokens.*keys.*within 5 seconds/);
    expect(page.isClean).toBe(true);
  });

  test("covers the exchange of a code, whose request it aborts", async () => {
    const { webAuth, clock, tenant, page, answer } = setUp({ pkce: true });
    const outcome = catchAuthError(webAuth.checkSession({ timeout: 5000 }));
    // The digest of the challenge runs in another thread.
    await expect.poll(() => page.frames).toHaveLength(1);
    await answer();
    const findExchange = () => tenant.requests.find(({ method }) => method === "POST");
    await expect.poll(() => findExchange()?.signal.aborted).toBe(false);
    clock.advance(5000);
    expect((await outcome).error).toBe("timeout");
    expect(findExchange()?.signal.aborted).toBe(true);
  });

  test("opens no frame after it has passed", async () => {
    const { webAuth, clock, page } = setUp({ pkce: true });
    const outcome = catchAuthError(webAuth.checkSession({ timeout: 5 }));
    clock.advance(5);
    expect((await outcome).error).toBe("timeout");
    // The digest of PKCE was pending.
    await crypto.subtle.digest("SHA-256", new Uint8Array(1_000_000));
    await nextTurn();
    expect(page.frames).toEqual([]);
    expect(page.isClean).toBe(true);
  });

  test("does not extend the shorter limit of a request", async () => {
    const { webAuth, clock, answer } = setUp();
    const outcome = catchAuthError(webAuth.checkSession({ timeout: 60_000 }));
    await answer();
    clock.advance(10_000);
    expect(await outcome).toMatchObject({ error: "invalid_token", reason: "keys_missing" });
    expect(clock.pending).toBe(0);
  });

  test("of one call does not abort the keys that another call waits for", async () => {
    let release: (answer: Response) => void = () => undefined;
    const keys = new Promise<Response>((resolve) => {
      release = resolve;
    });
    const shared = setUp({}, { fetch: () => keys });
    const short = catchAuthError(shared.webAuth.checkSession({ timeout: 1000 }));
    const long = shared.webAuth.checkSession({ timeout: 8000 });
    await shared.answer(0);
    await shared.answer(1);
    shared.clock.advance(1000);
    expect((await short).error).toBe("timeout");
    release(Response.json({ keys: [signer.publicJwk] }));
    expect((await long).accessToken).toBe("a");
    expect(shared.page.isClean).toBe(true);
    expect(shared.clock.pending).toBe(0);
  });

  test("of getSSOData, 5 seconds, covers keys that do not arrive", async () => {
    const { webAuth, clock, answer } = setUp();
    const outcome = catchAuthError(webAuth.client.getSSOData());
    await answer();
    clock.advance(5000);
    expect((await outcome).error).toBe("timeout");
  });
});
