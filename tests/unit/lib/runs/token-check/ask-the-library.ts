import { WebAuth, type AuthError, type WebAuthOptions } from "../../../../../lib/auth/index.ts";
import type { LibraryQuestion } from "../../../../../lib/runs/token-check/check-with-library.ts";
import { checkedAt, keySet, keySetUrl } from "./faulty-id-tokens.ts";

/** The constructor of the library, from its source or from its build. */
type Library = new (options: WebAuthOptions) => Pick<WebAuth, "authorize" | "parseHash">;

/**
 * Logs in with the library as an application does, and passes the response to `parseHash`. Shares
 * no code with the check under test.
 *
 * @returns the error of the callback; null for an accepted token
 */
export async function askTheLibrary(
  { token, accessToken, nonce, organization, domain, clientId, leeway, maxAge }: LibraryQuestion,
  Library: Library = WebAuth,
): Promise<Pick<AuthError, "error" | "errorDescription" | "reason" | "remedy"> | null> {
  let state = "state-1";
  const webAuth = new Library({
    domain,
    clientID: clientId,
    responseType: "id_token",
    leeway,
    maxAge,
    organization,
    ports: {
      storage: new Map<string, string>(),
      clock: { now: () => checkedAt, after: () => () => undefined },
      crypto: globalThis.crypto,
      fetch(url) {
        if (url !== keySetUrl) throw new Error(`No response was prepared for ${url}.`);
        return Response.json(keySet);
      },
      navigation: {
        goTo(url) {
          state = new URL(url).searchParams.get("state") ?? "";
        },
      },
    },
  });
  // The library always adds a nonce. An application without one keeps the state itself.
  if (nonce !== undefined) await webAuth.authorize({ nonce });
  const members = [
    `id_token=${encodeURIComponent(token)}`,
    ...(accessToken === undefined ? [] : [`access_token=${accessToken}`]),
    `state=${state}`,
  ];
  const expected = nonce === undefined ? { state } : {};
  return await new Promise((resolve) => {
    webAuth.parseHash({ hash: `#${members.join("&")}`, ...expected }, (error) => resolve(error));
  });
}
