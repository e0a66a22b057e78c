import { describe, expect, test } from "vitest";
import type { WebAuthOptions } from "../../../../lib/auth/index.ts";
import { callback, demoOrigin } from "../../tenant/open-tenant.ts";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { FakeClock } from "./fake-ports.ts";
import { ada, TenantPage } from "./tenant-page.ts";

const extension = "moz-extension://0f6e79c7-0000-4000-8000-000000000000";

/** A page with a popup that the test controls. */
function setUp(
  given: Partial<WebAuthOptions> = {},
  { origin = demoOrigin, isBlocked = false } = {},
) {
  const page = new TenantPage();
  const clock = new FakeClock();
  const opened: { url: URL; size: object; window: object; isOpen: boolean }[] = [];
  const popups = {
    open(address: string, size: object) {
      if (isBlocked) return null;
      const popup = { url: new URL(address), size, window: {}, isOpen: true };
      opened.push(popup);
      const remove = () => {
        popup.isOpen = false;
      };
      return { window: popup.window, isClosed: () => !popup.isOpen, remove };
    },
  };
  const location = { origin: () => origin, hash: () => "" };
  const { popup } = page.create({ ports: page.ports({ popups, clock, location }), ...given });
  const answer = () => ({
    access_token: "access-1",
    expires_in: "7200",
    state: opened[0]?.url.searchParams.get("state"),
  });
  const post = (change: object = {}, response: object = answer()) =>
    page.post({
      origin,
      source: opened[0]?.window,
      data: { type: "authorization_response", response },
      ...change,
    });
  return { page, clock, opened, popup, post, answer };
}

const options = { responseType: "token" };

describe("popup.authorize", () => {
  test(
    "logs in without leaving the page, through the callback page",
    { tags: ["library.popup.callback"] },
    async () => {
      const page = new TenantPage();
      const { popup } = page.create();
      const result = await popup.authorize({ scope: "openid email", appState: { from: "/cart" } });
      expect(result).toMatchObject({
        idTokenPayload: { email: ada.username },
        appState: { from: "/cart" },
      });
      expect(page.hasNoListeners).toBe(true);
      expect(page.visited).toEqual([]);
    },
  );

  test("sends the request of authorize, in a window of the given size", async () => {
    const { popup, opened, post } = setUp();
    const outcome = popup.authorize({
      ...options,
      connection: "google",
      prompt: "login",
      popupOptions: { width: 300 },
    });
    expect(opened[0]?.size).toEqual({ width: 300 });
    expect(Object.fromEntries(opened[0]?.url.searchParams ?? [])).toMatchObject({
      connection: "google",
      prompt: "login",
      response_type: "token",
      redirect_uri: callback,
    });
    expect(opened[0]?.url.searchParams.has("popup_options")).toBe(false);
    post();
    expect((await outcome).accessToken).toBe("access-1");
    expect(opened[0]?.isOpen).toBe(false);
  });

  test("redeems a code with PKCE, and returns a code for a server", async () => {
    const page = new TenantPage();
    const redeemed = await page.create().popup.authorize({ pkce: true });
    expect(redeemed).toMatchObject({ idTokenPayload: { email: ada.username } });
    expect(redeemed.code).toBeUndefined();
    const { code, accessToken } = await page.create().popup.authorize({ responseType: "code" });
    expect([typeof code, accessToken]).toEqual(["string", null]);
  });

  test("works in a page of an extension", async () => {
    const { popup, post } = setUp(
      { redirectUri: `${extension}/callback.html` },
      { origin: extension },
    );
    const outcome = popup.authorize(options);
    post();
    expect((await outcome).accessToken).toBe("access-1");
  });

  test("requires a redirectUri", { tags: ["library.popup.redirect-uri-required"] }, () => {
    const { popup, opened } = setUp({ redirectUri: "" });
    expect(() => popup.authorize(options)).toThrow(/^redirectUri option is required/);
    expect(opened).toEqual([]);
  });

  test("throws in a hosted login page", { tags: ["library.popup.not-hosted"] }, () => {
    const hosted = "http://localhost:4400";
    const { popup, opened } = setUp({ redirectUri: `${hosted}/cb` }, { origin: hosted });
    expect(() => popup.authorize(options)).toThrow(/hosted login page/);
    expect(opened).toEqual([]);
  });

  test.each([
    [{ popupOptions: { width: "1" } }, /^popupOptions option is not valid/],
    [{ popupOptions: 7 }, /^popupOptions option is not valid/],
    [{ pkce: "yes" }, /^pkce option is not valid/],
    [{ responseType: "tokens" }, /^responseType option is not valid/],
    ["text", /^options parameter is not valid/],
  ])("rejects %j at once", (given, message) => {
    expect(() => callUntyped(setUp().popup.authorize, given)).toThrow(message);
  });

  test("reports a blocked popup", async () => {
    const { popup, page, clock } = setUp({}, { isBlocked: true });
    expect(await catchAuthError(popup.authorize(options))).toMatchObject({
      error: "popup_blocked",
    });
    expect([page.hasNoListeners, clock.pending]).toEqual([true, 0]);
  });

  test("reports a popup that the user closed, after a wait for a response in flight", async () => {
    const closed = setUp();
    const refused = closed.popup.authorize(options);
    const window = closed.opened[0];
    if (window) window.isOpen = false;
    closed.clock.advance(500);
    closed.clock.advance(500);
    expect(await catchAuthError(refused)).toMatchObject({
      error: "popup_closed",
      original: "User closed the popup window",
    });
    expect([closed.page.hasNoListeners, closed.clock.pending]).toEqual([true, 0]);
    const late = setUp();
    const accepted = late.popup.authorize(options);
    if (late.opened[0]) late.opened[0].isOpen = false;
    late.clock.advance(500);
    late.post();
    expect((await accepted).accessToken).toBe("access-1");
  });

  test("reports a redirectUri of another origin at once", async () => {
    for (const redirectUri of [
      "https://other.example/",
      "/callback",
      `${callback}.example`.replace("/callback", ":1/"),
    ]) {
      const { popup, opened } = setUp();
      const error = await catchAuthError(popup.authorize({ ...options, redirectUri }));
      expect(error).toMatchObject({ error: "origin_mismatch", reason: "origin_different" });
      expect(opened).toEqual([]);
    }
  });

  test(
    "gets no response of the tenant for a redirectUri that is not an allowed callback",
    { tags: ["library.popup.allowed-callback"] },
    async () => {
      const { popup, opened, page, clock } = setUp();
      const outcome = popup.authorize({ ...options, redirectUri: `${demoOrigin}/elsewhere` });
      const response = await page.open.send(opened[0]?.url.href ?? "");
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      if (opened[0]) opened[0].isOpen = false;
      clock.advance(500);
      clock.advance(500);
      expect((await catchAuthError(outcome)).error).toBe("popup_closed");
    },
  );

  test.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "http://localhost:4400" }],
    [{ source: {} }],
    [{ source: null }],
    [{ data: null }],
    [{ data: { type: "other" } }],
  ])("ignores the message with %j, and accepts the unchanged message", async (change) => {
    const { popup, post } = setUp();
    const outcome = popup.authorize(options);
    post(change);
    post();
    expect((await outcome).accessToken).toBe("access-1");
  });

  test.each([
    [{ state: "other" }, { error: "invalid_token", reason: "state_different" }],
    [{ state: "" }, { error: "invalid_token", reason: "state_missing" }],
    [{ access_token: "" }, { error: "invalid_hash", reason: "token_missing" }],
    [{ error: "access_denied" }, { error: "access_denied" }],
  ])("rejects the response with %j, and closes the popup", async (change, failure) => {
    const { popup, post, answer, opened } = setUp();
    const refused = popup.authorize(options);
    post({}, { ...answer(), ...change });
    expect(await catchAuthError(refused)).toMatchObject(failure);
    expect(opened[0]?.isOpen).toBe(false);
  });
});

describe("popup.callback", () => {
  test("posts the response to the page's own origin only", () => {
    const page = new TenantPage();
    const posted: unknown[] = [];
    const opener = { postMessage: (...call: unknown[]) => posted.push(call) };
    const location = { origin: () => demoOrigin, hash: () => "#access_token=a&state=s&x=y" };
    const messages = { listen: () => () => undefined, opener };
    const { popup } = page.create({ ports: page.ports({ messages, location }) });
    const { callback: handBack } = popup;
    handBack();
    const response = { access_token: "a", state: "s" };
    expect(posted).toEqual([[{ type: "authorization_response", response }, demoOrigin]]);
  });

  test("reports a page without an opener", () => {
    expect(() => new TenantPage().create().popup.callback()).toThrow(/No window opened this page/);
  });
});
