import { exportJWK, generateKeyPair } from "jose";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import {
  interactionPolicy,
  Provider,
  type ClientMetadata,
  type Configuration,
} from "oidc-provider";
import { answerInteraction, interactionPath } from "../../oidc-provider/interaction-pages.ts";
import { createMemoryStore } from "../../oidc-provider/memory-store.ts";

/** The settings of one scene's provider. */
export interface ProviderSettings extends Configuration {
  readonly clients: ClientMetadata[];
  /** Default: the origin at which the browser reaches the provider. */
  readonly issuer?: string;
}

/** A provider of another make than the tenant. Each scene configures its own. */
export interface CorpusProvider {
  readonly origin: string;
  /** Replaces the provider by a new one, without sessions. */
  configure(settings: ProviderSettings): void;
  /** Shows an application's page on the provider's own origin. */
  showPage(path: string, html: string): void;
  close(): Promise<void>;
}

/** Part of the features of every provider here: its pages for login and consent are ours. */
export const ownPages = { devInteractions: { enabled: false } } as const;

const minute = 60;

const hour = 60 * minute;

/** The policy without its rule that native applications always ask for consent. */
function createPolicy() {
  const policy = interactionPolicy.base();
  policy.get("consent")?.checks.remove("native_client_prompt");
  return policy;
}

const baseConfiguration: Configuration = {
  responseTypes: ["code", "id_token", "code id_token"],
  scopes: ["openid", "profile", "email", "offline_access"],
  claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, name: "Ada", email: "ada@example.com", email_verified: true }),
  }),
  features: ownPages,
  interactions: { policy: createPolicy(), url: (_context, { uid }) => `${interactionPath}${uid}` },
  // The users of these applications are employees: none is asked for consent.
  async loadExistingGrant({ oidc }) {
    const { client, session, params, provider } = oidc;
    const grant = new provider.Grant({
      ...(client && { clientId: client.clientId }),
      ...(session?.accountId !== undefined && { accountId: session.accountId }),
    });
    const scope = params?.["scope"];
    grant.addOIDCScope(typeof scope === "string" ? scope : "");
    grant.addOIDCClaims([...oidc.requestParamClaims]);
    await grant.save();
    return grant;
  },
  issueRefreshToken: async (_context, client, code) =>
    client.grantTypeAllowed("refresh_token") && code.scopes.has("offline_access"),
  cookies: { keys: ["a key of the corpus"] },
  ttl: {
    AccessToken: hour,
    AuthorizationCode: minute,
    IdToken: hour,
    RefreshToken: 24 * hour,
    Session: 24 * hour,
    Grant: 24 * hour,
    Interaction: 10 * minute,
  },
  renderError(context, { error, error_description: description }) {
    context.type = "html";
    context.body = `<!doctype html><title>Error</title><h1>${error}</h1><p>${description}</p>`;
  },
};

/** Starts a provider on this port of the loopback addresses. */
export async function startProvider(port: number): Promise<CorpusProvider> {
  const origin = `http://localhost:${port}`;
  const keys = await Promise.all(
    (["RS256", "ES256"] as const).map(async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true });
      return { ...(await exportJWK(privateKey)), kid: `corpus-${alg}`, alg, use: "sig" };
    }),
  );
  const pages = new Map<string, string>();
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", origin);
    const page = pages.get(pathname);
    if (page !== undefined) sendPage(response, page);
    else if (provider === undefined) response.writeHead(503).end();
    else if (pathname.startsWith(interactionPath))
      answerInteraction(provider, request, response).catch(() => response.writeHead(400).end());
    else void provider.callback()(request, response);
  });
  server.listen(port);
  await once(server, "listening");
  return {
    origin,
    configure({ issuer = origin, ...settings }) {
      pages.clear();
      provider = new Provider(issuer, {
        ...baseConfiguration,
        clientBasedCORS: (_context, pageOrigin, client) =>
          client.redirectUris?.some((uri) => new URL(uri).origin === pageOrigin) === true,
        ...settings,
        adapter: createMemoryStore(),
        jwks: { keys },
      });
    },
    showPage: (path, html) => pages.set(path, html),
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendPage(response: ServerResponse, html: string): void {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(html);
}
