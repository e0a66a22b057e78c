import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { appOrigin, createWebAuth, options } from "./compared.ts";
import { FakeClock, FakeWindow, listLogins } from "./fake-ports.ts";
import { PeerPage } from "./peer-page.ts";
import { fragment } from "./signed-tokens.ts";

// As peer-errors.test.ts, for frames, windows, messages and cookies. tests/e2e checks in Firefox
// that an extension page keeps a login with the library's own ports.

describe("a session check, unlike one of auth0-js,", () => {
  const answer = (url: URL, access_token: string) => ({
    type: "authorization_response",
    response: { access_token, state: url.searchParams.get("state") },
  });

  test("reads only messages of the tenant's own frame", async () => {
    const peer = new PeerPage();
    const [call] = await peer.listenTo((done) => {
      peer.create({ ...options }).checkSession({}, done);
      const data = answer(new URL(peer.frames[0]?.src ?? ""), "forged");
      peer.post({ origin: "https://evil.example", source: {}, data });
    });
    expect(call?.result).toMatchObject({ accessToken: "forged" });

    const page = new FakeWindow();
    const outcome = createWebAuth({ frames: page, messages: page }).checkSession();
    const frame = page.frames[0] ?? { url: new URL("about:blank"), window: {} };
    const data = answer(frame.url, "forged");
    page.post({ origin: "https://evil.example", source: frame.window, data });
    page.post({ origin: "https://tenant.example", source: {}, data });
    page.post({
      origin: "https://tenant.example",
      source: frame.window,
      data: answer(frame.url, "real"),
    });
    expect(await outcome).toMatchObject({ accessToken: "real" });
  });
});

describe("a popup, unlike one of auth0-js,", () => {
  const tenMinutes = 10 * 60 * 1000;
  const handOver = (data: unknown, source: unknown, origin: string) => ({ origin, source, data });

  test("is reported if the browser blocks it", async () => {
    const peer = new PeerPage();
    const calls = await peer.listenTo(
      (done) => peer.create({ ...options }).popup.authorize({}, done),
      tenMinutes,
    );
    expect(peer.opened).toHaveLength(1);
    expect(calls).toEqual([]);

    const page = new FakeWindow();
    const { popup } = createWebAuth({ popups: { open: () => null }, messages: page });
    expect(await catchAuthError(popup.authorize())).toMatchObject({ error: "popup_blocked" });
  });

  test("is reported with a code if the user closes it", async () => {
    const peer = new PeerPage({
      popup: { closed: true, close: () => undefined, focus: () => undefined },
    });
    const [call] = await peer.listenTo(
      (done) => peer.create({ ...options }).popup.authorize({}, done),
      tenMinutes,
    );
    expect(call?.error).toMatchObject({ code: null, description: null });

    const page = new FakeWindow();
    const clock = new FakeClock();
    const open = (url: string) => ({ ...page.open(url), isClosed: () => true });
    const { popup } = createWebAuth({ popups: { open }, messages: page, clock });
    const outcome = catchAuthError(popup.authorize());
    clock.advance(500);
    clock.advance(500);
    expect(await outcome).toMatchObject({ error: "popup_closed", code: "popup_closed" });
    expect(page.isClean).toBe(true);
  });

  test.each(["chrome-extension://abcdefgh", "moz-extension://0f6e79c7-a7f5"])(
    "works with a callback page of %s",
    async (origin) => {
      const peerOpensAt = async (place: string) => {
        const window = { closed: false, close: () => undefined, focus: () => undefined };
        const peer = new PeerPage({ origin: place, popup: window });
        const redirectUri = `${place}/callback.html`;
        return await peer.listenTo((done) => {
          peer.create({ ...options, redirectUri }).popup.authorize({}, done);
          const state = new URL(peer.opened[0] ?? "").searchParams.get("state");
          const d = { accessToken: "a", state };
          peer.post(handOver(JSON.stringify({ a: "response", d }), window, place));
        }, tenMinutes);
      };
      expect(await peerOpensAt(appOrigin)).toMatchObject([{ error: null }]);
      expect(await peerOpensAt(origin)).toEqual([]);

      const page = new FakeWindow();
      const location = { origin: () => origin, hash: () => "" };
      const redirectUri = `${origin}/callback.html`;
      const ports = { popups: page, messages: page, location };
      const outcome = createWebAuth(ports, { redirectUri }).popup.authorize();
      const [opened] = page.frames;
      const response = { access_token: "a", state: opened?.url.searchParams.get("state") };
      page.post(handOver({ type: "authorization_response", response }, opened?.window, origin));
      expect(await outcome).toMatchObject({ accessToken: "a" });
    },
  );
});

describe("a login, unlike one of auth0-js,", () => {
  test("completes in a page without cookies, such as a moz-extension: page", async () => {
    const logInWithPeer = async (hasCookies: boolean) => {
      const peer = new PeerPage({ origin: "moz-extension://0f6e79c7-a7f5", hasCookies });
      const webAuth = peer.create({ ...options });
      webAuth.authorize({});
      const state = new URL(peer.visited[0] ?? "").searchParams.get("state") ?? "";
      const hash = fragment({ access_token: "a", state });
      return await peer.listenTo((done) => webAuth.parseHash({ hash }, done));
    };
    expect(await logInWithPeer(true)).toMatchObject([{ error: null }]);
    expect(await logInWithPeer(false)).toMatchObject([
      { error: { error: "invalid_token", errorDescription: "`state` does not match." } },
    ]);

    let visited = "";
    const goTo = (url: string) => {
      visited = url;
    };
    const { authorize, parseHash } = createWebAuth({ navigation: { goTo } });
    await authorize();
    const state = new URL(visited).searchParams.get("state") ?? "";
    const result = await parseHash({ hash: fragment({ access_token: "a", state }) });
    expect(result).toMatchObject({ accessToken: "a", state });
  });

  test("sends nothing about the library, and sets no cookie", async () => {
    const peer = new PeerPage();
    peer.create({ ...options }).authorize({});
    expect(new URL(peer.visited[0] ?? "").searchParams.has("auth0Client")).toBe(true);
    expect(peer.cookies).toMatch(/com\.auth0\.auth\./);

    const visited: string[] = [];
    const storage = new Map<string, string>();
    const goTo = (url: string) => visited.push(url);
    await createWebAuth({ navigation: { goTo }, storage }).authorize();
    expect([...new URL(visited[0] ?? "").searchParams.keys()].sort()).toEqual([
      "client_id",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ]);
    expect(listLogins(storage)).toHaveLength(1);
    expect(storage.size).toBe(2);
  });
});
