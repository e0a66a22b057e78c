import type { TenantCore } from "../core/tenant-core.ts";
import type { Directory } from "../directory/directory.ts";
import type { EventFeed } from "../events/event-feed.ts";
import type { ListOrder } from "./list-order.ts";
import type { Action, ConnectionProfile, TokenExchangeProfile } from "./profile-schemas.ts";
import type { RateLimit } from "./rate-limit.ts";

/** The state that only the Management API uses. */
export interface ManagementState {
  actions: Map<string, Action>;
  tokenExchangeProfiles: Map<string, TokenExchangeProfile>;
  connectionProfiles: Map<string, ConnectionProfile>;
  /** Numbers that the cursors of lists refer to. */
  listOrder: ListOrder;
  rateLimit: RateLimit;
}

/** The slice of the state that the Management API uses. */
export type ManagementContext = TenantCore & Directory & EventFeed & ManagementState;
