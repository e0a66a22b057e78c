import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { EventLog } from "../../events/log/event-log.ts";
import { findSubject } from "../../events/payloads/find-subject.ts";
import { readEventLink, writeEventAddress, type EventLink } from "../../messages/event-link.ts";
import type { Tenant, TenantRef } from "../../messages/tenant.ts";
import type { ShownEvent } from "../activity-model.ts";
import { EventDetailModel } from "./event-detail-model.ts";
import { toLogFailure } from "./event-log-failure.ts";
import type { Failure } from "../failure.ts";

export interface EventPagePort {
  /** The log, to be read; the worker alone writes it. */
  openLog(): Promise<EventLog>;
  /** What the worker tells. */
  activity: {
    /** Whenever something arrives at a tenant, selected or not, its entry is another one than before. */
    tenants: ReadonlySignal<readonly { tenant: Tenant; ref?: TenantRef | undefined }[]>;
    /** False until the worker has answered for the first time. */
    isLoaded: ReadonlySignal<boolean>;
    trouble: ReadonlySignal<{ message: string } | undefined>;
  };
  /** Unix time in ms. */
  now(): number;
}

/** A listed event, and the address of its own page. */
export interface ListedEvent extends ShownEvent {
  address: string;
}

/** So many are listed; the Events tab of the panel has all of them. */
export const maxListed = 200;

const hourMs = 3_600_000;

/** What a page of its own shows: one event, or those that arrived since a time. */
export const EventPageModel = createModel((port: EventPagePort) => {
  const detail = new EventDetailModel({ openLog: () => port.openLog() });
  const link = signal<EventLink | undefined>(undefined);
  const list = signal<readonly ListedEvent[] | undefined>(undefined);
  const failure = signal<Failure | undefined>(undefined);
  /** What the worker told last of the link's tenant, which need not be the selected one; undefined before, and once it is gone. */
  const told = computed(() =>
    port.activity.tenants.value.find(
      ({ ref }) => ref !== undefined && ref === link.value?.tenantRef,
    ),
  );
  const isForgotten = computed(() => {
    const { tenants, isLoaded, trouble } = port.activity;
    if (link.value === undefined || told.value !== undefined || !isLoaded.value) return false;
    // With trouble the worker may have been unable to read of any tenant.
    return tenants.value.length > 0 || trouble.value === undefined;
  });

  const readSince = async (
    tenantId: string,
    asked: EventLink & { since: number },
  ): Promise<void> => {
    try {
      const log = await port.openLog();
      const range = { from: asked.since, limit: maxListed };
      const events = await log.arrived(tenantId, range);
      if (link.peek() !== asked || isForgotten.peek()) return;
      const { tenantRef } = asked;
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
      if (link.peek() === asked) failure.value = toLogFailure(error);
    }
  };

  const read = (tenantId: string, asked: EventLink) => {
    if ("since" in asked) void readSince(tenantId, asked);
    else if (detail.state.peek().kind !== "shown") void detail.find(tenantId, asked);
  };

  /** Nothing of what was read is held any longer. */
  const drop = () => {
    detail.clear();
    list.value = undefined;
    failure.value = undefined;
  };

  // Read again with whatever is told of the tenant: its events are in the log by then.
  effect(() => {
    if (isForgotten.value) drop();
    else if (link.value !== undefined && told.value !== undefined) {
      read(told.value.tenant.id, link.value);
    }
  });

  return {
    link: computed(() => link.value),
    detail: detail.state,
    /** What arrived since, oldest first; undefined until it is read. */
    list: computed(() => list.value),
    failure: computed(() => failure.value),
    /** The link's tenant is none of the inspector's any more, and nothing of it is shown. */
    isForgotten,
    /** Why the link's tenant cannot be looked up; undefined where it can. */
    trouble: computed(() =>
      told.value === undefined && !isForgotten.value ? port.activity.trouble.value : undefined,
    ),
    /** The tenant's name; undefined while it is not known. */
    tenantName: computed(() => told.value?.tenant.name),
    /** The addresses of what arrived in the last hour: at the link's tenant, or at each one if that is gone. */
    recent: computed(() => {
      const since = port.now() - hourMs;
      const tenants = told.value === undefined ? port.activity.tenants.value : [told.value];
      return tenants.flatMap(({ tenant, ref: tenantRef }) =>
        tenantRef === undefined
          ? []
          : [{ name: tenant.name, address: writeEventAddress({ tenantRef, since }) }],
      );
    }),

    /** Shows what the page's address asks for. */
    open(hash: string): void {
      batch(() => {
        drop();
        link.value = readEventLink(hash);
      });
    },
  };
});
