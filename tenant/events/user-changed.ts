import { describeUserProfile } from "../directory/user-profile.ts";
import type { User } from "../directory/users.ts";
import type { NewEvent } from "./event-log.ts";

/** Describes the event of a changed user; `context` describes the request. */
export function describeUserUpdated(user: User, context: Record<string, unknown>): NewEvent {
  return { type: "user.updated", object: describeUserProfile(user), context };
}

/** Describes the event of a deleted user; `time` is ISO 8601. */
export function describeUserDeleted(
  user: User,
  time: string,
  context: Record<string, unknown>,
): NewEvent {
  const object = { ...describeUserProfile(user), deleted_at: time };
  return { type: "user.deleted", object, context };
}
