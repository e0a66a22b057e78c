import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { FakeWindow } from "./fake-ports.ts";
import { appOrigin, createWebAuth } from "./compared.ts";
import { beginLogin } from "./judged-responses.ts";
import { fragment, issuer } from "./signed-tokens.ts";

// RFC 9207: a response may name its issuer.

const strangers = [
  "https://evil.example/",
  "https://tenant.example",
  "https://tenant.example/x/",
  "https://TENANT.example/",
  "http://tenant.example/",
];

describe("a response that names its issuer", () => {
  test("is accepted for the tenant's issuer", async () => {
    const { webAuth, hash } = await beginLogin();
    const named = `${hash}&iss=${encodeURIComponent(issuer)}`;
    expect((await webAuth.parseHash({ hash: named }))?.accessToken).toBe("access-1");
  });

  test.each(strangers)(
    "is rejected if the issuer is %s, and the login stays pending",
    async (iss) => {
      const { webAuth, hash } = await beginLogin();
      const foreign = `${hash}&iss=${encodeURIComponent(iss)}`;
      const error = await catchAuthError(webAuth.parseHash({ hash: foreign }));
      expect(error).toMatchObject({ error: "invalid_token", reason: "issuer_different" });
      expect(error.errorDescription).toContain(issuer);
      expect(error.errorDescription).toContain(iss);
      expect((await webAuth.parseHash({ hash }))?.accessToken).toBe("access-1");
    },
  );

  test("is rejected with an error of another issuer, which is not returned", async () => {
    const { webAuth, hash, state } = await beginLogin();
    const foreign = fragment({ error: "access_denied", state, iss: "https://evil.example/" });
    expect(await catchAuthError(webAuth.parseHash({ hash: foreign }))).toMatchObject({
      reason: "issuer_different",
    });
    expect((await webAuth.parseHash({ hash }))?.accessToken).toBe("access-1");
  });

  test.each(["frame", "popup"] as const)("is checked in the same way in a %s", async (how) => {
    const judge = (iss: string) => {
      const page = new FakeWindow();
      const webAuth = createWebAuth({ frames: page, popups: page, messages: page });
      const outcome = how === "frame" ? webAuth.checkSession() : webAuth.popup.authorize();
      const state = page.frames[0]?.url.searchParams.get("state");
      const response = { access_token: "a", state, iss };
      page.post({
        origin: how === "frame" ? issuer.slice(0, -1) : appOrigin,
        source: page.frames[0]?.window,
        data: { type: "authorization_response", response },
      });
      return { outcome, page };
    };
    const own = judge(issuer);
    expect((await own.outcome).accessToken).toBe("a");
    const foreign = judge("https://evil.example/");
    expect(await catchAuthError(foreign.outcome)).toMatchObject({ reason: "issuer_different" });
    expect([own.page.isClean, foreign.page.isClean]).toEqual([true, true]);
  });
});
