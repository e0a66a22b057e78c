import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { createHash } from "node:crypto";
import type { FetchHandler } from "../../../tenant/server/listen.ts";
import { html } from "../application.ts";
import { smallProviderOrigin } from "./scene-provider.ts";
import { randomText } from "./pkce.ts";
import { redirectTo } from "./responses.ts";
import type { Fields } from "./urls.ts";

/** How a small provider differs from others. */
interface SmallProviderSettings {
  readonly paths: { readonly authorization: string; readonly token: string; readonly keys: string };
  /** The attributes of the session's cookie. Default: those of most servers. */
  readonly cookie?: string;
  /** Delivers an authorization response. Default: a redirect. */
  readonly deliver?: (url: string) => Response;
  /** Answers the preflight of the token endpoint. Default: allows it. */
  readonly preflight?: () => Response;
  /** False for a provider that shows its login page each time. Default: true. */
  readonly keepsSessions?: boolean;
  /** The headers of the login page. */
  readonly pageHeaders?: Fields;
}

interface Grant {
  readonly challenge: string | null;
  readonly clientId: string;
  readonly nonce: string | null;
}

const loginPage = `<!doctype html><html lang="en"><title>Log in</title><link rel="icon" href="data:,">
<form method="post"><label>Name <input name="name" value="ada"></label><button>Log in</button></form></html>`;

/** Adds a response to a redirect URI, in its query or its fragment. */
function appendResponse(redirectUri: string, mode: string, response: URLSearchParams): string {
  const mark = mode === "fragment" ? "#" : "?";
  return `${redirectUri}${redirectUri.includes(mark) ? "&" : mark}${String(response)}`;
}

/** Creates a provider with one user and without a list of clients. */
export async function createSmallProvider({
  paths,
  cookie = "Path=/; HttpOnly; SameSite=Lax",
  deliver = (url) => redirectTo(url),
  preflight,
  keepsSessions = true,
  pageHeaders = {},
}: SmallProviderSettings): Promise<FetchHandler> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const key = { ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" };
  const grants = new Map<string, Grant>();
  const sessions = new Set<string>();

  const signIdToken = ({ clientId, nonce }: Grant) =>
    new SignJWT({ name: "Ada", ...(nonce !== null && { nonce }) })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .setIssuer(smallProviderOrigin)
      .setAudience(clientId)
      .setSubject("ada")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(privateKey);

  const respond = async (query: URLSearchParams, error?: string): Promise<string> => {
    const types = (query.get("response_type") ?? "").split(" ");
    const response = new URLSearchParams({ state: query.get("state") ?? "" });
    const grant: Grant = {
      challenge: query.get("code_challenge"),
      clientId: query.get("client_id") ?? "",
      nonce: query.get("nonce"),
    };
    if (error !== undefined) response.set("error", error);
    else {
      const code = randomText();
      if (types.includes("code")) {
        grants.set(code, grant);
        response.set("code", code);
      }
      if (types.includes("token")) {
        response.set("access_token", randomText());
        response.set("token_type", "Bearer");
        response.set("expires_in", "3600");
      }
      if (types.includes("id_token")) response.set("id_token", await signIdToken(grant));
    }
    const mode = query.get("response_mode") ?? (types.includes("code") ? "query" : "fragment");
    return appendResponse(query.get("redirect_uri") ?? "", mode, response);
  };

  const authorize = async (request: Request): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const sent = /(?:^|; )sso=([^;]*)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
    if (request.method === "POST") {
      const id = randomText();
      if (keepsSessions) sessions.add(id);
      return redirectTo(await respond(query), [`sso=${id}; ${cookie}`]);
    }
    if (sessions.has(sent)) return deliver(await respond(query));
    if (query.get("prompt") === "none") return deliver(await respond(query, "login_required"));
    return html(loginPage, pageHeaders);
  };

  const redeem = async (request: Request): Promise<Response> => {
    const form = new URLSearchParams(await request.text());
    const grant = grants.get(form.get("code") ?? "");
    grants.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (grant === undefined || (grant.challenge !== null && grant.challenge !== challenge))
      return Response.json({ error: "invalid_grant" }, { status: 400 });
    return Response.json({
      access_token: randomText(),
      id_token: await signIdToken(grant),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "openid profile",
    });
  };

  /** Allows a page of any origin to read a response. */
  const allow = (response: Response, { headers }: Request): Response => {
    response.headers.set("access-control-allow-origin", headers.get("origin") ?? "*");
    response.headers.set("access-control-allow-headers", "authorization, content-type");
    return response;
  };

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === paths.authorization) return await authorize(request);
    if (pathname === paths.keys) return allow(Response.json({ keys: [key] }), request);
    if (pathname !== paths.token) return new Response("Not found", { status: 404 });
    if (request.method === "OPTIONS")
      return preflight?.() ?? allow(new Response(null, { status: 204 }), request);
    return allow(await redeem(request), request);
  };
}
