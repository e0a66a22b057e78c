import { describeUserProfile } from "../directory/user-profile.ts";
import { findConnection } from "../directory/connections.ts";
import { databaseConnection, readConnectionName, type User } from "../directory/users.ts";
import type { NewEvent } from "./event-log.ts";

/** Describes the event of a new user; `context` describes the request. */
export function describeUserCreated(user: User, context?: Record<string, unknown>): NewEvent {
  const { id, name, strategy } = findConnection(readConnectionName(user)) ?? databaseConnection;
  return {
    type: "user.created",
    object: describeUserProfile(user),
    context: { connection: { id, name, strategy }, ...context },
  };
}
