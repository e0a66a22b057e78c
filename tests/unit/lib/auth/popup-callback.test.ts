import { describe, expect, test } from "vitest";
import { callUntyped, catchAuthError } from "./caught-error.ts";
import { appOrigin, createWebAuth } from "./compared.ts";
import { fragment } from "./signed-tokens.ts";

/** The callback page of a popup, and the messages that it posts to its opener. */
function openCallbackPage(hash: string, opener: object | null = {}) {
  const posted: { data: unknown; targetOrigin: string }[] = [];
  const postMessage = (data: unknown, targetOrigin: string) => {
    posted.push({ data, targetOrigin });
  };
  const { popup } = createWebAuth({
    location: { origin: () => appOrigin, hash: () => hash },
    messages: { listen: () => () => undefined, opener: opener && { postMessage } },
  });
  return { callback: popup.callback, posted };
}

describe("popup.callback", () => {
  test(
    "needs no arguments and no this, and posts the members of the fragment to the opener",
    { tags: ["library.popup.callback"] },
    () => {
      const response = { access_token: "a", state: "s", expires_in: "60" };
      const { callback, posted } = openCallbackPage(fragment(response));
      expect(callback).toHaveLength(0);
      expect(callUntyped(callback)).toBeUndefined();
      expect(posted).toEqual([
        { data: { type: "authorization_response", response }, targetOrigin: appOrigin },
      ]);
    },
  );

  test("posts an error of the service like a result", () => {
    const response = { error: "access_denied", error_description: "No, thanks.", state: "s" };
    const { callback, posted } = openCallbackPage(fragment(response));
    callback();
    expect(posted).toMatchObject([{ data: { response } }]);
  });

  test("posts only the members of a response", () => {
    const members = { access_token: "a", state: "s", evil: "x", __proto__name: "y" };
    const { callback, posted } = openCallbackPage(fragment(members));
    callback();
    expect(posted).toMatchObject([{ data: { response: { access_token: "a", state: "s" } } }]);
    expect(JSON.stringify(posted)).not.toMatch(/evil|__proto__/);
  });

  test("posts a code for a server too", () => {
    const { callback, posted } = openCallbackPage(fragment({ code: "c", state: "s" }));
    callback();
    expect(posted).toMatchObject([{ data: { response: { code: "c", state: "s" } } }]);
  });

  test("throws in a page without an opener, and posts no message", async () => {
    const { callback, posted } = openCallbackPage(fragment({ access_token: "a" }), null);
    const failure = new Promise<void>((resolve) => {
      callback();
      resolve();
    });
    expect(await catchAuthError(failure)).toMatchObject({
      error: "error",
      reason: "opener_missing",
    });
    expect(posted).toEqual([]);
  });

  test("does not post a fragment with a repeated member, and posts it without the repetition", async () => {
    const once = fragment({ access_token: "a", state: "s" });
    const twice = openCallbackPage(`${once}&access_token=b`);
    const failure = new Promise<void>((resolve) => {
      twice.callback();
      resolve();
    });
    expect(await catchAuthError(failure)).toMatchObject({ error: "invalid_hash" });
    expect(twice.posted).toEqual([]);
    const good = openCallbackPage(once);
    good.callback();
    expect(good.posted).toHaveLength(1);
  });
});
