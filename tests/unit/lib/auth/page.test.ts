import { afterEach, describe, expect, test, vi } from "vitest";
import { WebAuth, type WindowMessage } from "../../../../lib/auth/index.ts";
import { catchAuthError } from "./caught-error.ts";
import { appOrigin } from "./compared.ts";
import { fragment } from "./signed-tokens.ts";

// The default ports of a page, with a fake of the part of a page that they use.

interface Frame {
  readonly style: { display?: string };
  readonly contentWindow: object;
  src: string;
  remove(): void;
}

/** Creates the globals of a page until the test ends. */
function openPage({ isStorageBlocked = false, popup = null as object | null } = {}) {
  const stored: Record<string, string> = {};
  const frames: Frame[] = [];
  const visited: string[] = [];
  const opened: unknown[][] = [];
  const listeners = new Set<(message: WindowMessage) => void>();
  let storageUses = 0;
  const location = { origin: appOrigin, hash: "", assign: (url: string) => visited.push(url) };
  const storage = Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => void (stored[key] = value) },
    removeItem: { value: (key: string) => delete stored[key] },
  });
  const page = {
    location,
    opener: null,
    parent: null as object | null,
    screenX: 100,
    screenY: 50,
    outerWidth: 1000,
    outerHeight: 800,
    get localStorage() {
      storageUses += 1;
      if (isStorageBlocked) throw new DOMException("The operation is insecure.", "SecurityError");
      return storage;
    },
    open(...call: unknown[]) {
      opened.push(call);
      return popup;
    },
    addEventListener: (_: string, listener: (message: WindowMessage) => void) =>
      listeners.add(listener),
    removeEventListener: (_: string, listener: (message: WindowMessage) => void) =>
      listeners.delete(listener),
  };
  page.parent = page;
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", {
    createElement(): Frame {
      const frame = {
        style: {},
        contentWindow: {},
        src: "",
        remove: () => void frames.splice(frames.indexOf(frame), 1),
      };
      return frame;
    },
    documentElement: { append: (frame: Frame) => frames.push(frame) },
  });
  const post = (message: WindowMessage) => {
    for (const listener of listeners) listener(message);
  };
  const countStorageUses = (): number => storageUses;
  return { stored, frames, visited, opened, listeners, location, post, countStorageUses };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

const create = () =>
  new WebAuth({
    domain: "tenant.example",
    clientID: "client-1",
    redirectUri: `${appOrigin}/cb`,
    responseType: "token",
  });

describe("the library in a page, without ports", () => {
  test("leaves the page, stores the login, and reads the response from the page's URL", async () => {
    const { visited, stored, location } = openPage();
    await create().authorize();
    const state = new URL(visited[0] ?? "").searchParams.get("state") ?? "";
    expect(Object.keys(stored)).toEqual([
      "auth.transactions-cleared",
      `auth.transaction.https://tenant.example/${state}`,
    ]);
    location.hash = fragment({ access_token: "a", state });
    // Another page load: only the storage remains of the first.
    expect((await create().parseHash())?.accessToken).toBe("a");
    expect(Object.keys(stored)).toEqual(["auth.transactions-cleared"]);
  });

  test("keeps the login in memory if the storage is blocked", async () => {
    const { visited } = openPage({ isStorageBlocked: true });
    await create().authorize();
    const state = new URL(visited[0] ?? "").searchParams.get("state") ?? "";
    const hash = fragment({ access_token: "a", state });
    expect((await create().parseHash({ hash }))?.accessToken).toBe("a");
  });

  test("does not open the page's storage if the options give a storage", async () => {
    const page = openPage();
    const ports = { storage: new Map<string, string>() };
    const options = { domain: "tenant.example", clientID: "client-1", ports };
    const hash = fragment({ access_token: "a", state: "s" });
    expect((await new WebAuth(options).parseHash({ hash, state: "s" }))?.accessToken).toBe("a");
    expect(page.countStorageUses()).toBe(0);
    expect((await create().parseHash({ hash, state: "s" }))?.accessToken).toBe("a");
    expect(page.countStorageUses()).toBeGreaterThan(0);
  });

  test("renews in a hidden frame, and removes it afterwards", async () => {
    const { frames, listeners, post } = openPage();
    const outcome = create().checkSession();
    const [frame] = frames;
    expect(frame?.style.display).toBe("none");
    const response = {
      access_token: "a",
      state: new URL(frame?.src ?? "").searchParams.get("state"),
    };
    post({
      origin: "https://tenant.example",
      source: frame?.contentWindow,
      data: { type: "authorization_response", response },
    });
    expect((await outcome).accessToken).toBe("a");
    expect([frames.length, listeners.size]).toEqual([0, 0]);
  });

  test("opens and closes a centered popup of 500 by 600, or of the given size", async () => {
    const popup = { closed: false, close: vi.fn<() => void>() };
    const { opened, post } = openPage({ popup });
    const outcome = create().popup.authorize();
    const [url, name, features] = opened[0] ?? [];
    expect([name, features]).toEqual(["_blank", "width=500,height=600,left=350,top=150"]);
    const response = { access_token: "a", state: new URL(String(url)).searchParams.get("state") };
    post({
      origin: appOrigin,
      source: popup,
      data: { type: "authorization_response", response },
    });
    expect((await outcome).accessToken).toBe("a");
    expect(popup.close).toHaveBeenCalledTimes(1);
    const popupOptions = { width: 300, height: 200, left: 1, top: 2 };
    const second = openPage();
    const blocked = create().popup.authorize({ popupOptions });
    expect(await catchAuthError(blocked)).toMatchObject({ error: "popup_blocked" });
    expect(second.opened[0]?.[2]).toBe("width=300,height=200,left=1,top=2");
  });

  test("detects a page outside any frame", () => {
    const { listeners } = openPage();
    create().crossOriginVerification();
    expect(listeners.size).toBe(0);
  });
});
