import { describe, expect, test } from "vitest";
import { WebAuth } from "../../../../lib/auth/index.ts";
import { callUntyped } from "./caught-error.ts";
import { appOrigin } from "./compared.ts";
import { FakeClock, fakePorts, FakeWindow } from "./fake-ports.ts";

// Code without types says null for what it does not give, and older libraries took no notice of it.

const optional = [
  "redirectUri",
  "scope",
  "audience",
  "responseType",
  "responseMode",
  "leeway",
  "maxAge",
  "organization",
  "pkce",
  "_disableDeprecationWarnings",
  "ports",
];
const nothing = Object.fromEntries(optional.map((name) => [name, null]));

describe("null for an option", () => {
  test("counts as not given by the constructor", () => {
    const given = { domain: "tenant.example", clientID: "client-1" };
    const webAuth: unknown = Reflect.construct(WebAuth, [{ ...given, ...nothing }]);
    const url = webAuth instanceof WebAuth && webAuth.client.buildAuthorizeUrl();
    expect(url).toBe(new WebAuth(given).client.buildAuthorizeUrl());
  });

  test.each([
    ["checkSession", { ...nothing, timeout: null }],
    ["popup.authorize", { ...nothing, popupOptions: null }],
  ])("counts as not given by %s", async (name, options) => {
    const page = new FakeWindow();
    const { checkSession, popup } = new WebAuth({
      domain: "tenant.example",
      clientID: "client-1",
      redirectUri: `${appOrigin}/cb`,
      responseType: "token",
      ports: fakePorts({
        frames: page,
        popups: page,
        messages: page,
        clock: new FakeClock(),
        location: { origin: () => appOrigin, hash: () => "" },
      }),
    });
    const method = name === "checkSession" ? checkSession : popup.authorize;
    const outcome = callUntyped(method, options);
    const [opened] = page.frames;
    const response = { access_token: "a", state: opened?.url.searchParams.get("state") };
    page.post({
      origin: name === "checkSession" ? "https://tenant.example" : appOrigin,
      source: opened?.window,
      data: { type: "authorization_response", response },
    });
    expect(await outcome).toMatchObject({ accessToken: "a" });
  });
});
