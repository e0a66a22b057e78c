import { createModel, signal } from "@preact/signals";
import type { CommandSender } from "../../messages/command-channel.ts";
import { toFailure, type Failure } from "../failure.ts";

/** A tenant that one click connects. */
export type ReadyTenant = "sandbox" | "local-tenant";

/** The tenants that one click stores and selects: nothing has to be typed. */
export const FirstTenantModel = createModel((port: { send: CommandSender }) => {
  const opening = signal<ReadyTenant | undefined>(undefined);
  const failed = signal<{ tenant: ReadyTenant; failure: Failure } | undefined>(undefined);
  const opened = signal<{ tenantId: string } | undefined>(undefined);
  const isLocalRunning = signal(false);
  let search: Promise<void> | undefined;

  async function look(): Promise<void> {
    try {
      ({ isRunning: isLocalRunning.value } = await port.send("local-tenant.find", {}));
    } catch {
      // Without the worker nothing can be offered. The pages report a lost worker themselves.
      isLocalRunning.value = false;
    }
  }

  /** Asks once more if the browser stopped the worker: opening a tenant twice changes nothing. */
  async function request(tenant: ReadyTenant) {
    try {
      return await port.send(`${tenant}.open`, {});
    } catch (error) {
      if (toFailure(error).code !== "worker-unreachable") throw error;
      return await port.send(`${tenant}.open`, {});
    }
  }

  return {
    /** The tenant that is being connected. */
    opening,
    failed,
    /** The tenant that was connected here last; a new object each time. */
    opened,
    /** True if the local tenant answered the last {@link findLocal}. */
    isLocalRunning,

    /** Looks for the local tenant; a pending search is not repeated. */
    findLocal(): Promise<void> {
      search ??= look().finally(() => {
        search = undefined;
      });
      return search;
    },

    /** Stores and selects a tenant. */
    async open(tenant: ReadyTenant): Promise<void> {
      if (opening.peek() !== undefined) return;
      opening.value = tenant;
      failed.value = undefined;
      try {
        const answer = await request(tenant);
        opened.value = { tenantId: answer.tenant.id };
      } catch (error) {
        failed.value = { tenant, failure: toFailure(error) };
      } finally {
        opening.value = undefined;
      }
    },
  };
});
