import type { TenantCore } from "../core/tenant-core.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { StoredEvent } from "../events/retained-events.ts";
import { describeUserCreated } from "../events/user-created.ts";
import type { Directory } from "./directory.ts";
import type { User } from "./users.ts";

/** Adds a user and emits the event; `requestContext` describes the request in the event. */
export function addUser(
  context: Pick<Directory, "users"> & Pick<EventFeed, "events"> & Pick<TenantCore, "log">,
  user: User,
  requestContext?: Record<string, unknown>,
): StoredEvent {
  context.users.set(user.user_id, user);
  const event = context.events.append(describeUserCreated(user, requestContext));
  context.log.addFact("user created", { subject: user.user_id, event_id: event.id });
  return event;
}
