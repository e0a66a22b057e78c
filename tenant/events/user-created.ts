import { databaseConnection, type User } from "../users.ts";
import type { NewEvent } from "./event-log.ts";

/** A user as events show it: never with a password. */
export function describeUserObject(user: User): Record<string, unknown> {
  return {
    user_id: user.user_id,
    email: user.email,
    email_verified: user.email_verified,
    name: user.name,
    nickname: user.nickname,
    picture: user.picture,
    created_at: user.created_at,
    updated_at: user.updated_at,
    identities: [
      {
        connection: databaseConnection.name,
        user_id: user.user_id.slice(user.user_id.indexOf("|") + 1),
        provider: "auth0",
        isSocial: false,
      },
    ],
  };
}

/** The event that a new user causes. */
export function describeUserCreated(user: User): NewEvent {
  return {
    type: "user.created",
    object: describeUserObject(user),
    context: { connection: databaseConnection },
  };
}
