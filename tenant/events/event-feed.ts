import type { EventLog } from "./event-log.ts";
import type { StreamDelivery } from "./stream-delivery.ts";
import type { StreamRegistry } from "./stream-registry.ts";

/** The retained events and the streams that deliver them. */
export interface EventFeed {
  events: EventLog;
  streams: StreamRegistry;
  /** How the control interface makes streams deliver. */
  delivery: StreamDelivery;
}
