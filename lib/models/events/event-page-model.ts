import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import { findSubject } from "../../events/payloads/find-subject.ts";
import { readEventLink, writeEventAddress, type EventLink } from "../../messages/event-link.ts";
import type { Tenant, TenantRef } from "../../messages/tenant.ts";
import type { ShownEvent } from "../activity-model.ts";
import { EventDetailModel } from "./event-detail-model.ts";
import { toLogFailure } from "./event-log-failure.ts";
import type { Failure } from "../failure.ts";
import { readOnly } from "../read-only.ts";

export interface EventPagePort {
  /** Opens the log to read it; only the worker writes it. */
  openLog(): Promise<EventLog>;
  /** The activity that the worker publishes. */
  activity: {
    /**
     * The entry of a tenant is a new object after each event, even if the tenant is not selected.
     */
    tenants: ReadonlySignal<readonly { tenant: Tenant; ref?: TenantRef | undefined }[]>;
    /** False until the worker sends its first snapshot. */
    isLoaded: ReadonlySignal<boolean>;
    trouble: ReadonlySignal<{ message: string } | undefined>;
  };
  /** Unix time in ms. */
  now(): number;
}

/** An event with the address of its own page. */
export interface ListedEvent extends ShownEvent {
  address: string;
}

/** The maximum number of listed events. The Events tab of the panel lists all events. */
export const maxListed = 200;

const hourMs = 3_600_000;

/** Shows one event on a page of its own, or lists the events since a time. */
export const EventPageModel = createModel((port: EventPagePort) => {
  const detail = new EventDetailModel({ openLog: () => port.openLog() });
  const link = signal<EventLink | undefined>(undefined);
  const list = signal<readonly ListedEvent[] | undefined>(undefined);
  const failure = signal<Failure | undefined>(undefined);
  /**
   * The worker's entry of the link's tenant; undefined before the first snapshot, or if the tenant
   * was removed.
   */
  const entry = computed(() =>
    port.activity.tenants.value.find(
      ({ ref }) => ref !== undefined && ref === link.value?.tenantRef,
    ),
  );
  const isForgotten = computed(() => {
    const { tenants, isLoaded, trouble } = port.activity;
    if (link.value === undefined || entry.value !== undefined || !isLoaded.value) return false;
    // If the worker has a problem, the list may be empty because it could not read the tenants.
    return tenants.value.length > 0 || trouble.value === undefined;
  });

  const readSince = async (
    tenantId: string,
    opened: EventLink & { since: number },
  ): Promise<void> => {
    try {
      const log = await port.openLog();
      const range = { from: opened.since, limit: maxListed };
      const events = await log.arrived(tenantId, range);
      if (link.peek() !== opened || isForgotten.peek()) return;
      const { tenantRef } = opened;
      batch(() => {
        list.value = events.map((event) => ({
          ...event,
          subject: findSubject(event),
          address: writeEventAddress({
            tenantRef,
            sequence: event.sequence,
            storedAt: event.storedAt,
          }),
        }));
        failure.value = undefined;
      });
    } catch (error) {
      if (link.peek() === opened) failure.value = toLogFailure(error);
    }
  };

  const read = (tenantId: string, opened: EventLink) => {
    if ("since" in opened) void readSince(tenantId, opened);
    else if (detail.state.peek().kind !== "shown") void detail.find(tenantId, opened);
  };

  const clear = () => {
    detail.clear();
    list.value = undefined;
    failure.value = undefined;
  };

  // Reads the log at each change of the entry: the worker stores events before it publishes them.
  effect(() => {
    if (isForgotten.value) clear();
    else if (link.value !== undefined && entry.value !== undefined) {
      read(entry.value.tenant.id, link.value);
    }
  });

  return {
    link: readOnly(link),
    detail: detail.state,
    /** The events since the link's time, oldest first; undefined until they are read. */
    list: readOnly(list),
    failure: readOnly(failure),
    /** True if the link's tenant was removed; the page then shows none of its data. */
    isForgotten,
    /** The reason why the link's tenant cannot be found. */
    trouble: computed(() =>
      entry.value === undefined && !isForgotten.value ? port.activity.trouble.value : undefined,
    ),
    /** The tenant's name; undefined while it is unknown. */
    tenantName: computed(() => entry.value?.tenant.name),
    /**
     * Addresses of the last hour's events, of the link's tenant; if it is unknown, of each tenant.
     */
    recent: computed(() => {
      const since = port.now() - hourMs;
      const tenants = entry.value === undefined ? port.activity.tenants.value : [entry.value];
      return tenants.flatMap(({ tenant, ref: tenantRef }) =>
        tenantRef === undefined
          ? []
          : [{ name: tenant.name, address: writeEventAddress({ tenantRef, since }) }],
      );
    }),

    /** Shows the content for the fragment of the page's address. */
    open(hash: string): void {
      batch(() => {
        clear();
        link.value = readEventLink(hash);
      });
    },
  };
});
