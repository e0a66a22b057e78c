import { EventLogError } from "../events/log/event-log-error.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import { mostTenants, noSettings, settingsVersion } from "../messages/settings.ts";
import { tenantSchema, type Tenant } from "../messages/tenant.ts";
import type { CommandContext } from "./command-context.ts";
import { WorkerError } from "./worker-error.ts";

type SettingsCommands = Pick<
  CommandHandlers,
  | "settings.export"
  | "settings.import"
  | "settings.rescue"
  | "settings.reset"
  | "events.reset"
  | "everything.forget"
>;

/** What the user set up as a whole: into a file, out of a file, and away. */
export function createSettingsCommands(context: CommandContext): SettingsCommands {
  const { ports, settings, vault } = context;

  return {
    async "settings.export"() {
      const { tenants } = await settings.read();
      return {
        kind: "tenant-inspector-settings",
        version: settingsVersion,
        exportedAt: new Date(ports.clock.now()).toISOString(),
        tenants,
      };
    },
    async "settings.import"({ file }) {
      if (file.version > settingsVersion) {
        throw new WorkerError(
          "newer-file",
          "The file was written by a later version of the extension. Update the extension, then import it again.",
        );
      }
      const read = file.tenants.map((entry) => readTenant(entry));
      const refused = read.flatMap((tenant, place) => (tenant === undefined ? [place + 1] : []));
      const incoming = new Map(
        read.filter((tenant) => tenant !== undefined).map((tenant) => [tenant.id, tenant]),
      );
      const added: string[] = [];
      const replaced: string[] = [];
      await settings.update((known) => {
        const kept = known.tenants.map((tenant) => incoming.get(tenant.id) ?? tenant);
        for (const { id, name } of known.tenants) if (incoming.has(id)) replaced.push(name);
        const ids = new Set(known.tenants.map(({ id }) => id));
        const fresh = [...incoming.values()].filter(({ id }) => !ids.has(id));
        const tenants = [...kept, ...fresh];
        if (tenants.length > mostTenants) {
          throw new WorkerError(
            "too-many-tenants",
            `With this file there would be ${tenants.length} tenants, and the inspector keeps at most ${mostTenants}. Nothing was imported: forget some, or shorten the file.`,
          );
        }
        for (const { name } of fresh) added.push(name);
        const selectedId = known.selectedId ?? tenants[0]?.id;
        return { ...known, tenants, ...(selectedId === undefined ? {} : { selectedId }) };
      });
      await context.tenantsChanged();
      await Promise.all([...incoming.keys()].map((id) => context.tenantChanged(id)));
      return { added, replaced, refused };
    },
    async "settings.rescue"() {
      return { text: await settings.rescue() };
    },
    async "settings.reset"() {
      await settings.reset();
      await settings.update(() => noSettings);
      await context.tenantsChanged();
      return {};
    },
    async "events.reset"() {
      // Where something holds on to it, what is told of the log says so until it is gone.
      await context.removeLog();
      await context.tenantsChanged();
      return {};
    },
    async "everything.forget"() {
      await vault.forgetEverything();
      await settings.reset();
      await context.tenantsChanged();
      const isRemoved = await context.removeLog();
      await context.clearDevice();
      await ports.clearSession();
      await ports.dropHostPermissions();
      await context.tenantsChanged();
      if (!isRemoved) throw new EventLogError("held");
      return {};
    },
  };
}

/** A tenant of a file: its id follows from its origin, whatever the file says. */
function readTenant(entry: unknown): Tenant | undefined {
  const parsed = tenantSchema.safeParse(entry).data;
  return parsed === undefined ? undefined : { ...parsed, id: parsed.origin };
}
