import type { CommandHandlers } from "../messages/command-channel.ts";
import type { CommandRequest } from "../messages/commands.ts";
import { sandboxOrigin } from "../messages/domain.ts";
import { maxTenants, settingsVersion, type SettingsFile } from "../messages/settings.ts";
import type { CommandContext } from "./command-context.ts";
import type { Forgetting } from "./forgetting.ts";
import { planImport } from "./plan-import.ts";
import { prepareSandbox } from "./sandbox-commands.ts";
import { WorkerError } from "./worker-error.ts";

type SettingsCommands = Pick<
  CommandHandlers,
  | "settings.export"
  | "settings.preview"
  | "settings.import"
  | "settings.rescue"
  | "settings.reset"
  | "events.reset"
  | "everything.forget"
>;

/** Creates the handlers that export, import and remove all settings. */
export function createSettingsCommands(
  context: CommandContext,
  forgetting: Forgetting,
): SettingsCommands {
  const { ports, settings } = context;

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
    async "settings.preview"({ file }) {
      requireKnownVersion(file);
      const known = await settings.read();
      const { planned, refused } = planImport(known.tenants, file.tenants, []);
      return { tenants: [...planned], refused: [...refused] };
    },
    async "settings.import"(request) {
      requireKnownVersion(request.file);
      return await context.enqueue(() => importSettings(request));
    },
    async "settings.rescue"() {
      return { text: await settings.rescue() };
    },
    async "settings.reset"() {
      // Without its entry, the user could not forget the sandbox. The credentials and events of
      // other tenants stay for those that the user adds again.
      await settings.reset([sandboxOrigin]);
      await context.changes.applyList();
      // The settings are reset, even if the sandbox is removed by the next worker only.
      await forgetting.resume().catch(() => undefined);
      return {};
    },
    async "events.reset"() {
      // If a page blocks the removal, the snapshot reports `held` until the database is removed.
      await context.store.remove();
      await context.changes.applyList();
      return {};
    },
    async "everything.forget"() {
      await forgetting.forgetEverything();
      return {};
    },
  };

  async function importSettings(request: CommandRequest<"settings.import">) {
    const { file, loginOrigins } = request;
    const { tenants } = await settings.read();
    const isListed = tenants.some(({ id }) => id === sandboxOrigin);
    const { accepted } = planImport(tenants, file.tenants, loginOrigins);
    const hasSandbox = accepted.includes(sandboxOrigin);
    // Before the tenants are stored: if the sandbox cannot be created, nothing is imported.
    if (hasSandbox) await prepareSandbox(ports.sandbox, { isListed });
    try {
      return await storeImport(request);
    } catch (error) {
      if (hasSandbox && !isListed) await ports.sandbox.remove();
      throw error;
    }
  }

  async function storeImport({ file, loginOrigins }: CommandRequest<"settings.import">) {
    const added: string[] = [];
    const replaced: string[] = [];
    const leftOut: string[] = [];
    let refused: readonly number[] = [];
    let changed: readonly string[] = [];
    await settings.update((known) => {
      const plan = planImport(known.tenants, file.tenants, loginOrigins);
      const { tenants } = plan;
      refused = plan.refused;
      if (tenants.length > maxTenants) {
        throw new WorkerError(
          "too-many-tenants",
          `The import would result in ${tenants.length} tenants, but the limit is ${maxTenants}. Nothing was imported. Forget some tenants, or shorten the file.`,
        );
      }
      changed = plan.accepted;
      for (const { name, origin, isAdded } of plan.planned) {
        const names = changed.includes(origin) ? (isAdded ? added : replaced) : leftOut;
        names.push(name);
      }
      const selectedId = known.selectedId ?? tenants[0]?.id;
      return {
        ...known,
        tenants: [...tenants],
        ...(selectedId === undefined ? {} : { selectedId }),
      };
    });
    await context.changes.applyList();
    await Promise.all(changed.map((id) => context.changes.applyTenant(id)));
    return { added, replaced, leftOut, refused: [...refused] };
  }
}

/** @throws {WorkerError} `newer-file` */
function requireKnownVersion({ version }: SettingsFile): void {
  if (version <= settingsVersion) return;
  throw new WorkerError(
    "newer-file",
    "The file was written by a newer version of the extension. Update the extension, then import the file again.",
  );
}
