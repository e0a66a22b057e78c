import type { TenantContext } from "../context.ts";
import type { StoredEvent } from "../events/event-log.ts";
import { describeUserCreated } from "../events/user-created.ts";
import type { User } from "./users.ts";

/** Puts a new user into the tenant and tells the event stream; `about` is what the event says of the request. */
export function addUser(
  context: TenantContext,
  user: User,
  about?: Record<string, unknown>,
): StoredEvent {
  context.users.set(user.user_id, user);
  const event = context.events.append(describeUserCreated(user, about));
  context.log.addFact("user created", { subject: user.user_id, event_id: event.id });
  return event;
}
