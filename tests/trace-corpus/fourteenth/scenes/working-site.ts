import type { Configuration } from "openid-client";
import { lax, readCookie } from "../../scene-parts/cookies.ts";
import {
  beginLogin,
  claimOf,
  finishLogin,
  type Pending,
} from "../../scene-parts/openid-client-login.ts";
import { randomText } from "../../scene-parts/pkce.ts";
import { redirectTo } from "../../scene-parts/responses.ts";
import type { Fields } from "../../scene-parts/urls.ts";
import type { ProviderStage } from "../../provider-stage.ts";

/** A server that logs its users in with openid-client. */
interface Site {
  readonly config: Configuration;
  /** The first part of its paths, and the name of its cookies. */
  readonly name: string;
  /** The origin at which browsers reach it. */
  readonly home: string;
  readonly scope?: string;
  /** The attributes of the cookie that remembers a login under way. */
  readonly loginCookie?: string;
}

/** Somebody who is logged in at a server. */
interface Visitor {
  readonly name: string;
  readonly subject: string;
  readonly idToken: string;
}

/** The logins of a server. */
interface Visitors {
  /** Sends the browser to the provider, and later back to this path. */
  begin(to: string, added?: Fields): Promise<Response>;
  find(request: Request): Visitor | undefined;
  /** Ends the sessions of a user. */
  forget(subject: string): void;
}

/** Serves the callback `/<name>/return`, which begins a session. */
export function serveSite(
  { application }: ProviderStage,
  { config, name, home, scope = "openid profile", loginCookie = lax }: Site,
): Visitors {
  const logins = new Map<string, Pending>();
  const sessions = new Map<string, Visitor>();
  const callback = `${home}/${name}/return`;
  application.respond(`/${name}/return`, async (request) => {
    const pending = logins.get(readCookie(request, `${name}_login`) ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const response = request.method === "POST" ? request : new URL(request.url);
    const tokens = await finishLogin(config, response, pending);
    const id = randomText();
    sessions.set(id, {
      name: claimOf(tokens, "name"),
      subject: claimOf(tokens, "sub"),
      idToken: tokens.id_token ?? "",
    });
    return redirectTo(pending.to, [
      `${name}=${id}; Max-Age=3600; ${lax}`,
      `${name}_login=; Max-Age=0; ${loginCookie}`,
    ]);
  });
  return {
    async begin(to, added = {}) {
      const { url, ...pending } = await beginLogin(config, { to, callback, scope, added });
      logins.set(pending.state, pending);
      return redirectTo(url, [`${name}_login=${pending.state}; Max-Age=900; ${loginCookie}`]);
    },
    find: (request) => sessions.get(readCookie(request, name) ?? ""),
    forget(subject) {
      for (const [id, visitor] of sessions) if (visitor.subject === subject) sessions.delete(id);
    },
  };
}
