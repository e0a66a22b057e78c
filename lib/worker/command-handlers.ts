import type { CommandHandlers } from "../messages/command-channel.ts";
import { loginOriginOf } from "../messages/tenant.ts";
import type { CommandContext } from "./command-context.ts";
import { createCredentialCommands } from "./credential-commands.ts";
import type { Forgetting } from "./forgetting.ts";
import { createLocalTenantCommands } from "./local-tenant-commands.ts";
import { createPanelViewCommands } from "./panel-view-commands.ts";
import { createProfileCommands } from "./profile-commands.ts";
import { createRunCommands } from "./run-commands.ts";
import { createSandboxCommands } from "./sandbox-commands.ts";
import { createSeenTokenCommands } from "./seen-token-commands.ts";
import { createSettingsCommands } from "./settings-commands.ts";
import { createStreamCommands } from "./stream-commands.ts";
import { createTenantCommands } from "./tenant-commands.ts";
import { WorkerError } from "./worker-error.ts";

/** Creates the handlers of all commands. A handler rejects with an error that has a code. */
export function createCommandHandlers(
  context: CommandContext,
  forgetting: Forgetting,
): CommandHandlers {
  const { ports, settings, loginWindows } = context;

  return {
    ...createTenantCommands(context, forgetting),
    ...createSandboxCommands(context),
    ...createLocalTenantCommands(context),
    ...createCredentialCommands(context),
    ...createSettingsCommands(context, forgetting),
    ...createProfileCommands(context),
    ...createRunCommands(context),
    ...createPanelViewCommands(context),
    ...createSeenTokenCommands(context),
    ...createStreamCommands(context),
    async "login.redirect-url"() {
      return { redirectUrl: ports.login.redirectUrl() };
    },
    async "login.open"({ tenantId, loginId, url }) {
      const tenant = await settings.requireTenant(tenantId);
      const allowed = [tenant.origin, loginOriginOf(tenant)];
      if (!URL.canParse(url) || !allowed.includes(new URL(url).origin)) {
        throw new WorkerError(
          "foreign-login",
          "The login was not opened: its URL does not belong to the selected tenant. Reload the panel, then run it again.",
        );
      }
      return loginWindows.open({ id: loginId, url });
    },
    async "login.arrive"({ loginId, url }) {
      await loginWindows.arrive(loginId, url);
      return {};
    },
    async "login.cancel"({ loginId }) {
      await loginWindows.cancel(loginId);
      return {};
    },
    async "update.install"() {
      await context.updateHold.install();
      return {};
    },
    async "options.open"({ at }) {
      await ports.openOptionsPage(at);
      return {};
    },
  };
}
