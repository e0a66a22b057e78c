import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import * as z from "zod/mini";
import type { ExpiringStore } from "../../core/expiring-store.ts";
import type { RandomSource } from "../../core/random.ts";
import type { User } from "../../directory/users.ts";

/** A user's single sign-on session in one browser. */
export const sessionSchema = z.object({
  userId: z.string(),
  /** The `sid` claim; not the cookie's value, which is a credential. */
  sid: z.string(),
  /** Time of the user's last active login, in Unix seconds: the `auth_time` claim. */
  authTime: z.number(),
  /** Name of the connection that the user logged in with; the database connection unless given. */
  connection: z.exactOptional(z.string()),
  /** True after a second factor. */
  hasSecondFactor: z.exactOptional(z.boolean()),
});

export type Session = z.infer<typeof sessionSchema>;

const cookieName = "tenant_session";
const secondsOfSession = 3 * 24 * 60 * 60;

/** Lifetime of a session, in milliseconds. */
export const sessionLifetime = secondsOfSession * 1000;

interface SessionHolder {
  sessions: ExpiringStore<Session>;
  users: ReadonlyMap<string, User>;
}

/** Returns the session that the request's cookie names, with its user. */
export function findSession(
  c: Context,
  holder: SessionHolder,
): { session: Session; user: User } | undefined {
  const id = getCookie(c, cookieName);
  const session = id === undefined ? undefined : holder.sessions.get(id);
  const user = session === undefined ? undefined : holder.users.get(session.userId);
  return session === undefined || user === undefined ? undefined : { session, user };
}

/**
 * Returns the attributes of the tenant's cookies. Over https, frames of other sites get the
 * cookies, as at the service. Such cookies need `Secure`, which plain http does not have. A frame
 * of another site then gets no cookie, as in a browser that blocks third-party cookies.
 */
export function describeCookie(c: Context): CookieOptions {
  const isSecure = new URL(c.req.url).protocol === "https:";
  return {
    httpOnly: true,
    path: "/",
    ...(isSecure ? { secure: true, sameSite: "None" } : { sameSite: "Lax" }),
  };
}

/** Starts a session under a new id, which defeats session fixation. */
export function startSession(
  c: Context,
  holder: SessionHolder & { random: RandomSource; now(): number },
  user: User,
  facts: Pick<Session, "connection" | "hasSecondFactor"> = {},
): Session {
  endSession(c, holder);
  const id = holder.random.text(43);
  const session: Session = {
    userId: user.user_id,
    sid: holder.random.text(32),
    authTime: Math.floor(holder.now() / 1000),
    ...facts,
  };
  holder.sessions.put(id, session);
  setCookie(c, cookieName, id, {
    ...describeCookie(c),
    maxAge: secondsOfSession,
  });
  return session;
}

/** Ends the request's session, if it has one, and clears the cookie. */
export function endSession(c: Context, holder: Pick<SessionHolder, "sessions">): void {
  const id = getCookie(c, cookieName);
  if (id === undefined) return;
  holder.sessions.remove(id);
  // In a frame of another site, the browser deletes a cookie only if the attributes are the same.
  deleteCookie(c, cookieName, describeCookie(c));
}
