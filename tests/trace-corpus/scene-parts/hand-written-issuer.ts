import { exportJWK, generateKeyPair, SignJWT, type JWK } from "jose";
import { createHash } from "node:crypto";
import { randomText } from "./pkce.ts";
import type { Fields } from "./urls.ts";

/** A provider written by hand: it knows codes, tokens and keys. Its scene knows the pages. */
export interface Issuer {
  readonly jwks: { readonly keys: readonly JWK[] };
  /** Issues a code for an authorization request of a user. */
  issueCode(request: URLSearchParams, user: Fields): string;
  /** Answers a request for tokens. */
  redeem(form: URLSearchParams): Promise<Response>;
  /** Returns the user of an access token. */
  findUser(authorization: string | null): Fields | undefined;
  /** Signs an ID token. */
  sign(claims: Readonly<Record<string, unknown>>, audience: string): Promise<string>;
}

interface Grant {
  readonly request: URLSearchParams;
  readonly user: Fields;
}

const hashOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

const refuse = (error: string, description: string): Response =>
  Response.json({ error, error_description: description }, { status: 400 });

/** Creates a provider with this name, whose tokens are valid for so many seconds. */
export async function createIssuer(name: string, lifetime = 3600): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const kid = randomText().slice(0, 10);
  const key = { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" };
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const users = new Map<string, Fields>();

  const sign: Issuer["sign"] = (claims, audience) =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setIssuer(name)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(`${lifetime}s`)
      .sign(privateKey);

  const answer = async ({ request, user }: Grant): Promise<Response> => {
    const scope = request.get("scope") ?? "openid";
    const [accessToken, refreshToken] = [randomText(), randomText()];
    const nonce = request.get("nonce");
    users.set(`Bearer ${accessToken}`, user);
    const isOffline = scope.split(" ").includes("offline_access");
    if (isOffline) refreshTokens.set(refreshToken, { request, user });
    const tokens = {
      token_type: "Bearer",
      expires_in: lifetime,
      access_token: accessToken,
      ...(isOffline && { refresh_token: refreshToken }),
      id_token: await sign(
        { ...user, ...(nonce !== null && { nonce }) },
        request.get("client_id") ?? "",
      ),
      scope,
    };
    return Response.json(tokens, { headers: { "cache-control": "no-store" } });
  };

  return {
    jwks: { keys: [key] },
    sign,
    issueCode(request, user) {
      const code = randomText();
      codes.set(code, { request, user });
      return code;
    },
    async redeem(form) {
      if (form.get("grant_type") === "refresh_token") {
        const known = refreshTokens.get(form.get("refresh_token") ?? "");
        refreshTokens.delete(form.get("refresh_token") ?? "");
        return known ? await answer(known) : refuse("invalid_grant", "The token is unknown.");
      }
      const grant = codes.get(form.get("code") ?? "");
      codes.delete(form.get("code") ?? "");
      if (!grant) return refuse("invalid_grant", "The code is unknown or was used.");
      const { request } = grant;
      const challenge = request.get("code_challenge");
      if (challenge !== null && challenge !== hashOf(form.get("code_verifier") ?? ""))
        return refuse("invalid_grant", "The verifier does not match.");
      if (request.get("redirect_uri") !== form.get("redirect_uri"))
        return refuse("invalid_grant", "The redirect URI differs.");
      return await answer(grant);
    },
    findUser: (authorization) => users.get(authorization ?? ""),
  };
}
