import type { CommandHandlers } from "../messages/command-channel.ts";
import type { CommandContext } from "./command-context.ts";
import { readArrivals } from "./read-arrivals.ts";

type StreamCommands = Pick<
  CommandHandlers,
  | "stream.retry"
  | "stream.configure"
  | "stream.resume-from"
  | "events.read-rate"
  | "events.mark-viewed"
>;

/** Creates the handlers for the event streams and their viewed events. */
export function createStreamCommands(context: CommandContext): StreamCommands {
  const { settings } = context;

  return {
    async "stream.retry"({ tenantId }) {
      await context.streams.retry(tenantId);
      return {};
    },
    async "stream.configure"({ tenantId, preferences }) {
      await settings.requireTenant(tenantId);
      await settings.update((known) => ({
        ...known,
        tenants: known.tenants.map((tenant) =>
          tenant.id === tenantId ? { ...tenant, stream: preferences } : tenant,
        ),
      }));
      await context.changes.applyTenant(tenantId);
      return {};
    },
    async "stream.resume-from"({ tenantId, from }) {
      await settings.requireTenant(tenantId);
      await context.streams.resumeFrom(tenantId, from);
      return {};
    },
    async "events.read-rate"({ tenantId }) {
      await settings.requireTenant(tenantId);
      const log = await context.store.open();
      const arrivals = await readArrivals(log, tenantId, context.ports.clock.now());
      return arrivals === undefined ? {} : { arrivals };
    },
    async "events.mark-viewed"({ tenantId, through }) {
      const tenant = await settings.requireTenant(tenantId);
      await (await context.store.open()).markViewed(tenantId, through);
      await context.activity.publishViewed(tenant);
      return {};
    },
  };
}
