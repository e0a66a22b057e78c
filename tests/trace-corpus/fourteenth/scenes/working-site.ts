import { authorizationCodeGrant, buildAuthorizationUrl, type Configuration } from "openid-client";
import { randomText } from "../../scenes/protocol.ts";
import { redirectTo, type Fields } from "../../second/relying-party.ts";
import type { SecondStage } from "../../second/stage.ts";
import {
  checksOf,
  createPending,
  parametersOf,
  type Pending,
} from "../../eighth/scenes/working-openid-client.ts";
import { readCookie } from "../../eighth/scenes/working-parts.ts";

/** Cookies of most servers. */
export const lax = "Path=/; HttpOnly; SameSite=Lax";

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
  { application }: SecondStage,
  { config, name, home, scope = "openid profile", loginCookie = lax }: Site,
): Visitors {
  const logins = new Map<string, Pending>();
  const sessions = new Map<string, Visitor>();
  const callback = `${home}/${name}/return`;
  application.respond(`/${name}/return`, async (request) => {
    const pending = logins.get(readCookie(request, `${name}_login`) ?? "");
    if (!pending) return new Response("This login was not begun here.", { status: 400 });
    const response = request.method === "POST" ? request : new URL(request.url);
    const tokens = await authorizationCodeGrant(config, response, checksOf(pending));
    const id = randomText();
    const claims = tokens.claims();
    const subject = claims?.sub ?? "";
    const given = claims?.["name"];
    sessions.set(id, {
      name: typeof given === "string" ? given : subject,
      subject,
      idToken: tokens.id_token ?? "",
    });
    return redirectTo(pending.to, [
      `${name}=${id}; Max-Age=3600; ${lax}`,
      `${name}_login=; Max-Age=0; ${loginCookie}`,
    ]);
  });
  return {
    async begin(to, added = {}) {
      const pending = createPending(to);
      logins.set(pending.state, pending);
      const sent = await parametersOf(pending, callback, scope);
      return redirectTo(buildAuthorizationUrl(config, { ...sent, ...added }).href, [
        `${name}_login=${pending.state}; Max-Age=900; ${loginCookie}`,
      ]);
    },
    find: (request) => sessions.get(readCookie(request, name) ?? ""),
    forget(subject) {
      for (const [id, visitor] of sessions) if (visitor.subject === subject) sessions.delete(id);
    },
  };
}
