import { once } from "node:events";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import { interactionPolicy, Provider, type Configuration } from "oidc-provider";
import { answerInteraction, interactionPath } from "./interaction-pages.ts";
import { createMemoryStore } from "./memory-store.ts";

/** The client of the provider: a public one, without a secret. */
export const oidcClientId = "inspector";

/** A running provider. */
export interface OidcProvider {
  /** Scheme, host and port. */
  origin: string;
  /** Method, path and status of each request, in order. */
  requests: readonly string[];
  close(): Promise<void>;
}

/**
 * Starts an OpenID provider on a free port of this machine. Close it after use.
 *
 * @param redirectUris the allowed callback URLs. The provider permits requests of their origins
 * @param issuerEnd the end of its issuer, after the origin
 */
export async function startOidcProvider(
  redirectUris: readonly string[],
  issuerEnd: "/" | "" = "/",
): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const origin = `http://localhost:${address.port}`;
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const signingKey = {
    ...(await exportJWK(privateKey)),
    kid: "oidc-key",
    alg: "RS256",
    use: "sig",
  };
  const provider = new Provider(`${origin}${issuerEnd}`, {
    ...configuration,
    adapter: createMemoryStore(),
    jwks: { keys: [signingKey] },
    clients: [{ ...client, redirect_uris: [...redirectUris] }],
    clientBasedCORS: (_context, pageOrigin) =>
      redirectUris.some((uri) => uri.startsWith(`${pageOrigin}/`)),
  });
  const answer = provider.callback();
  const requests: string[] = [];
  server.on("request", (request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    response.on("finish", () => {
      requests.push(`${request.method} ${pathname} ${response.statusCode}`);
    });
    if (pathname.startsWith(interactionPath)) void answerInteraction(provider, request, response);
    else void answer(request, response);
  });
  return {
    origin,
    requests,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

// The provider has no response type `token`, which is not part of OpenID Connect.
const responseTypes = [
  "code",
  "id_token",
  "id_token token",
  "code id_token",
  "code token",
  "code id_token token",
] as const;

const client = {
  client_id: oidcClientId,
  token_endpoint_auth_method: "none",
  // The other type, `web`, permits neither extension pages nor localhost.
  application_type: "native",
  grant_types: ["authorization_code", "implicit", "refresh_token"],
  response_types: [...responseTypes],
} as const;

/** The policy without its rule that native applications always ask: prompt=none must work. */
function createPolicy() {
  const policy = interactionPolicy.base();
  policy.get("consent")?.checks.remove("native_client_prompt");
  return policy;
}

const minute = 60;
const hour = 60 * minute;

const configuration: Configuration = {
  routes: {
    authorization: "/authorize",
    token: "/oauth/token",
    userinfo: "/userinfo",
    jwks: "/.well-known/jwks.json",
    end_session: "/oidc/logout",
  },
  responseTypes: [...responseTypes],
  scopes: ["openid", "profile", "email", "offline_access"],
  claims: { openid: ["sub"], profile: ["name", "nickname"], email: ["email", "email_verified"] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({
      sub: accountId,
      name: "Ada Lovelace",
      nickname: "ada",
      email: "ada@example.com",
      email_verified: true,
    }),
  }),
  features: {
    devInteractions: { enabled: false },
    webMessageResponseMode: { enabled: true, ack: "individual-draft-01" },
  },
  // The client also uses codes without PKCE, as servers do.
  pkce: { required: () => false },
  interactions: {
    policy: createPolicy(),
    url: (_context, { uid }) => `${interactionPath}${uid}`,
  },
  cookies: { keys: ["a key for tests"] },
  // The defaults write a notice to the console.
  ttl: {
    AccessToken: hour,
    IdToken: hour,
    RefreshToken: 24 * hour,
    Session: 24 * hour,
    Grant: 24 * hour,
    Interaction: 10 * minute,
  },
  renderError(context, { error, error_description: description }) {
    context.type = "text";
    context.body = `${error}: ${description}`;
  },
};
