import { describe, expect, test } from "vitest";
import type { AuthorizeOptions } from "../../../../lib/auth/index.ts";
import { appOrigin, createWebAuth } from "./compared.ts";
import { FakeWindow } from "./fake-ports.ts";

const options = {
  audience: "https://api.example/",
  connection: "github",
  scope: "openid offline_access",
  responseType: "token id_token",
  clientID: "client-2",
  redirectUri: `${appOrigin}/popup`,
  state: "my-state",
  prompt: "login",
  nonce: "my-nonce",
} satisfies AuthorizeOptions;

describe("popup.authorize", () => {
  test(
    "accepts every option of authorize, and sends the same request",
    { tags: ["library.popup.same-options"] },
    async () => {
      const addresses: URL[] = [];
      const page = new FakeWindow();
      const { authorize, popup } = createWebAuth({
        navigation: { goTo: (url) => addresses.push(new URL(url)) },
        popups: page,
        messages: page,
      });
      await authorize(options);
      void popup.authorize(options);
      const [redirect, opened] = [addresses[0], page.frames[0]?.url].map((url) => ({
        endpoint: `${url?.origin}${url?.pathname}`,
        ...Object.fromEntries(url?.searchParams ?? []),
      }));
      expect(redirect).toEqual({
        endpoint: "https://tenant.example/authorize",
        audience: options.audience,
        connection: options.connection,
        scope: options.scope,
        response_type: options.responseType,
        client_id: options.clientID,
        redirect_uri: options.redirectUri,
        state: options.state,
        prompt: options.prompt,
        nonce: options.nonce,
      });
      // The callback page reads the fragment for each response type.
      expect(opened).toEqual({ ...redirect, response_mode: "fragment" });
    },
  );

  test("requests the fragment for any response mode of the constructor or the call", async () => {
    for (const responseMode of ["query", "form_post"]) {
      const page = new FakeWindow();
      const changes = { responseMode, responseType: "code" };
      const { popup } = createWebAuth({ popups: page, messages: page }, changes);
      void popup.authorize();
      void popup.authorize({ responseMode });
      for (const { url } of page.frames) {
        expect(url.searchParams.get("response_mode")).toBe("fragment");
      }
      expect(page.frames).toHaveLength(2);
    }
  });
});
