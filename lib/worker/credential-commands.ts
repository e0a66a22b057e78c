import { testCredential } from "../management/credentials/test-credential.ts";
import type { CommandHandlers } from "../messages/command-channel.ts";
import { requirePermission, type CommandContext } from "./command-context.ts";
import { WorkerError } from "./worker-error.ts";

type CredentialCommands = Pick<
  CommandHandlers,
  "credential.save" | "credential.unlock" | "credential.test" | "credential.forget"
>;

/** Creates the handlers that save, unlock, test and forget the credential of a tenant. */
export function createCredentialCommands(context: CommandContext): CredentialCommands {
  const { ports, settings, vault } = context;

  /**
   * Forgets a new credential if its tenant was forgotten while the credential was being checked.
   */
  async function dropOrphan(tenantId: string): Promise<void> {
    try {
      await settings.requireTenant(tenantId);
    } catch (error) {
      await vault.forget(tenantId);
      throw error;
    }
  }

  return {
    async "credential.save"({ tenantId, credential, remembering, passphrase }) {
      const tenant = await settings.requireTenant(tenantId);
      await requirePermission(ports, tenant.origin);
      if (remembering !== "session" && (await context.policy.read()).neverRemembers) {
        throw new WorkerError(
          "managed",
          "Nothing was saved: your organisation does not allow a remembered credential. Keep it until the browser closes.",
        );
      }
      const summary = await vault.save(tenant, credential, { remembering, passphrase });
      await dropOrphan(tenantId);
      await context.changes.applyTenant(tenantId);
      return summary;
    },
    async "credential.unlock"({ tenantId, passphrase }) {
      await settings.requireTenant(tenantId);
      const summary = await vault.unlock(tenantId, passphrase);
      await context.changes.applyTenant(tenantId);
      return summary;
    },
    async "credential.test"({ tenantId, needed }) {
      const tenant = await settings.requireTenant(tenantId);
      await requirePermission(ports, tenant.origin);
      const token = await vault.accessToken(tenantId)({ renew: true });
      const audience = `${tenant.origin}/api/v2/`;
      const report = testCredential(token, {
        needed,
        audience,
        now: ports.clock.now(),
        isUserLogin: (await vault.summary(tenantId))?.kind === "user_login",
        isReadOnly: tenant.isReadOnly,
      });
      if (report.kind === "opaque") return report;
      const { scopes, holder, ...rest } = report;
      return { ...rest, ...scopes, ...holder };
    },
    async "credential.forget"({ tenantId }) {
      await vault.forget(tenantId);
      await context.changes.applyTenant(tenantId);
      return {};
    },
  };
}
