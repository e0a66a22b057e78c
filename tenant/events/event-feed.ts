import type { EventLog } from "./event-log.ts";
import type { StreamDelivery } from "./stream-delivery.ts";
import type { StreamRegistry } from "./stream-registry.ts";

/** The retained events and the streams that deliver them. */
export interface EventFeed {
  events: EventLog;
  streams: StreamRegistry;
  /** The delivery that the control interface has set. */
  delivery: StreamDelivery;
}
