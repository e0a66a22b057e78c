import * as z from "zod/mini";
import type { ProviderStage } from "../provider-stage.ts";
import { createAttempt, type Attempt } from "./attempt.ts";
import { serverSecret } from "./provider-clients.ts";
import { redirectTo, say } from "./responses.ts";
import { withQuery, type Fields } from "./urls.ts";
import { readCookie } from "./cookies.ts";

interface BackendOptions {
  /** Default: the application's origin on the provider's site. */
  readonly origin?: string;
  readonly routes: { readonly authorization: string; readonly token: string };
  /** Added to the authorization request. */
  readonly parameters?: Fields;
  /** The attributes of the cookie that remembers the login under way. */
  readonly loginCookie?: string;
  /** The attributes of the cookie of the application's own session. */
  readonly sessionCookie?: string;
  /** Sends the request to the provider first, and the browser only with its reference. */
  readonly pushPath?: string;
}
const tokensSchema = z.object({ id_token: z.string() });
const pushedSchema = z.object({ request_uri: z.string() });

/**
 * Serves an application whose server logs in: `/login` begins, `/callback` redeems the code with a
 * secret, `/api/session` says who is logged in. The browser sees no token request.
 */
export function serveBackend(
  { application, provider }: ProviderStage,
  {
    origin = application.origin,
    routes,
    parameters = {},
    loginCookie = "Path=/; HttpOnly; SameSite=Lax",
    sessionCookie = "Path=/; HttpOnly; SameSite=Lax",
    pushPath,
  }: BackendOptions,
): void {
  const attempts = new Map<string, Attempt>();
  const sessions = new Map<string, string>();
  const callback = `${origin}/callback`;
  const post = (path: string, fields: Fields) =>
    fetch(`${provider.origin}${path}`, {
      method: "POST",
      body: new URLSearchParams({
        ...fields,
        client_id: "shop-server",
        client_secret: serverSecret,
      }),
    });

  application.respond("/login", async () => {
    const attempt = createAttempt(callback, { clientId: "shop-server" });
    const { state } = attempt.parameters;
    attempts.set(state, attempt);
    let sent: Fields = { ...attempt.parameters, ...parameters };
    if (pushPath !== undefined) {
      const pushed = pushedSchema.parse(await (await post(pushPath, sent)).json());
      sent = { client_id: "shop-server", request_uri: pushed.request_uri };
    }
    const url = withQuery(`${provider.origin}${routes.authorization}`, sent);
    return redirectTo(url, [`shop_login=${state}; ${loginCookie}`]);
  });

  application.respond("/callback", async (request) => {
    const response =
      request.method === "POST"
        ? new URLSearchParams(await request.text())
        : new URL(request.url).searchParams;
    const code = response.get("code");
    if (code === null) return say("Sign-in failed: the response has no code.", { status: 400 });
    const attempt = attempts.get(readCookie(request, "shop_login") ?? "");
    if (attempt === undefined || attempt.parameters.state !== response.get("state"))
      return say("Sign-in failed: the state does not match.", { status: 400 });
    const redeemed = await post(routes.token, {
      grant_type: "authorization_code",
      redirect_uri: callback,
      code,
      code_verifier: attempt.verifier,
    });
    const tokens = tokensSchema.safeParse(await redeemed.json());
    if (!tokens.success) return say("Sign-in failed: no tokens.", { status: 502 });
    const session = createAttempt(callback).parameters.state;
    sessions.set(session, "Ada");
    return redirectTo("/", [
      `shop_session=${session}; ${sessionCookie}`,
      `shop_login=; Max-Age=0; ${loginCookie}`,
    ]);
  });

  application.respond("/api/session", (request) => {
    const name = sessions.get(readCookie(request, "shop_session") ?? "");
    return name === undefined
      ? Response.json({ error: "not_logged_in" }, { status: 401 })
      : Response.json({ loggedIn: true, name });
  });
}
