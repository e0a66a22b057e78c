import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretPost,
  discovery,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from "openid-client";
import type { ProviderStage } from "../provider-stage.ts";
import { randomText } from "./pkce.ts";
import { serverSecret } from "./provider-clients.ts";
import { redirectTo } from "./responses.ts";

/** A session of a browser in the memory of one instance of the server. */
interface Session {
  readonly id: string;
  /** The header that gives the browser this session; none if the browser has it. */
  readonly cookies: readonly string[];
  readonly codeVerifier?: string;
  readonly state?: string;
}

/** The end of a login at the server. */
export interface Finished {
  /** The library's message, if the login failed. */
  readonly failure?: string;
  readonly cookies: readonly string[];
}

/** One instance of a server that logs in with the library openid-client. */
export interface ServerInstance {
  /** Redirects the browser to the provider. */
  begin(request: Request): Promise<Response>;
  /** Redeems the code of the authorization response in this URL. */
  finish(request: Request, response: URL): Promise<Finished>;
}

/** Returns the message of the library, which describes a wrong response in the error's cause. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  return error.cause instanceof Error ? error.cause.message : error.message;
}

/** Discovers the provider, as a server does when it starts. */
export const discoverProvider = ({ provider }: ProviderStage): Promise<Configuration> =>
  discovery(new URL(provider.origin), "shop-server", undefined, ClientSecretPost(serverSecret), {
    execute: [allowInsecureRequests],
  });

/** Creates an instance with a memory of its own. */
export function createInstance(config: Configuration, callback: string): ServerInstance {
  const sessions = new Map<string, Session>();
  const open = ({ headers }: Request): Session => {
    const sent = /(?:^|; )shop\.sid=([^;]*)/.exec(headers.get("cookie") ?? "")?.[1] ?? "";
    const known = sessions.get(sent);
    if (known) return known;
    const id = randomText();
    return { id, cookies: [`shop.sid=${id}; Path=/; HttpOnly; SameSite=Lax`] };
  };
  return {
    async begin(request) {
      const { id, cookies } = open(request);
      const codeVerifier = randomPKCECodeVerifier();
      const state = randomState();
      sessions.set(id, { id, cookies: [], codeVerifier, state });
      const url = buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: "openid profile email",
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
      });
      return redirectTo(url.href, cookies);
    },
    async finish(request, response) {
      const { id, cookies, codeVerifier, state } = open(request);
      sessions.set(id, { id, cookies: [] });
      try {
        await authorizationCodeGrant(config, response, {
          ...(codeVerifier !== undefined && { pkceCodeVerifier: codeVerifier }),
          ...(state !== undefined && { expectedState: state }),
        });
        return { cookies };
      } catch (error) {
        return { cookies, failure: messageOf(error) };
      }
    },
  };
}
