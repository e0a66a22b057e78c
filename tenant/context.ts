import type { AuthenticationState } from "./authentication/authentication-context.ts";
import type { NextResponses } from "./control/next-responses.ts";
import type { TenantCore } from "./core/tenant-core.ts";
import type { Directory } from "./directory/directory.ts";
import type { EventFeed } from "./events/event-feed.ts";
import type { ManagementState } from "./management/management-context.ts";

/**
 * The whole state of a tenant. Only the control interface and the data file see all of it; the
 * other folders declare the slice that they use.
 */
export interface TenantContext
  extends TenantCore, Directory, AuthenticationState, ManagementState, EventFeed {
  /** Origins of the demo web app. */
  demoOrigins: readonly string[];
  /** The hosts at which the control interface responds. */
  controlHosts: ReadonlySet<string>;
  /** Responses that the control interface has planned. */
  nextResponses: NextResponses;
  /** Restores the state of the seed; keys and the log are kept. */
  reset(): void;
}
