import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CredentialInput, CredentialSummary } from "../../messages/credential.ts";
import type { Tenant } from "../../messages/tenant.ts";
import {
  checkCredentialFields,
  noCredentialFields,
  type CredentialFields,
} from "./credential-fields.ts";
import { toFailure, type Failure } from "../failure.ts";
import type { UserLogin } from "../runs/log-in-user.ts";

export interface CredentialFormPort {
  send: CommandSender;
  /** Logs the current user in at a tenant. */
  logIn(tenant: Tenant): Promise<UserLogin>;
  /** The tenants that there are: what was typed for one goes with it. */
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  /** A private window, in which nothing is remembered. */
  isPrivate: boolean;
}

export type CredentialState =
  | { kind: "idle" }
  | { kind: "logging-in" }
  | { kind: "saving" }
  | { kind: "saved"; summary: CredentialSummary }
  | { kind: "forgotten" }
  | { kind: "failed"; deed: "saved" | "forgotten"; failure: Failure };

/**
 * Takes a management credential for the chosen tenant. Its secrets leave it once, for the worker, and are
 * wiped here. An input for one tenant never reaches another: it waits in this page's memory until its
 * tenant is shown again.
 */
export const CredentialFormModel = createModel((port: CredentialFormPort) => {
  const fields = signal<CredentialFields>(noCredentialFields);
  const wasTried = signal(false);
  const state = signal<CredentialState>({ kind: "idle" });
  const isTouched = signal(false);
  /** Another credential is to take the place of the stored one: its form is open. */
  const isReplacing = signal(false);
  const drafts = new Map<string, CredentialFields>();
  let shownId: string | undefined;
  /** Counts attempts, so that the answer to one that was given up is left alone. */
  let current = 0;

  const isBusy = () => state.peek().kind === "logging-in" || state.peek().kind === "saving";
  const wipe = () => {
    fields.value = {
      ...fields.peek(),
      token: "",
      clientSecret: "",
      passphrase: "",
      passphraseAgain: "",
    };
    wasTried.value = false;
    isTouched.value = false;
    isReplacing.value = false;
  };
  const knows = (id: string, tenants: readonly TenantActivity[]) =>
    tenants.some(({ tenant }) => tenant.id === id);

  effect(() => {
    const { value: tenants } = port.tenants;
    for (const id of drafts.keys()) if (!knows(id, tenants)) drafts.delete(id);
  });

  async function readCredential(
    { kind, token, clientId, clientSecret }: CredentialFields,
    tenant: Tenant,
  ): Promise<CredentialInput | { failure: Failure }> {
    switch (kind) {
      case "access_token":
        return { kind, token: token.trim() };
      case "client_credentials":
        return { kind, clientId: clientId.trim(), clientSecret };
      case "user_login": {
        const login = await port.logIn(tenant);
        return "failure" in login ? login : { kind, token: login.token };
      }
    }
    return kind satisfies never;
  }

  return {
    fields: computed(() => fields.value),
    state: computed(() => state.value),
    isBusy: computed(() => state.value.kind === "logging-in" || state.value.kind === "saving"),
    /** Something was typed that is not saved yet. */
    isChanged: computed(() => isTouched.value),
    /** The form for another credential was asked for, or holds something. */
    isReplacing: computed(() => isReplacing.value || isTouched.value),
    /** Nothing is remembered here, so nothing is offered. */
    isPrivate: computed(() => port.isPrivate),
    problems: computed(() => (wasTried.value ? checkCredentialFields(fields.value) : {})),

    set(change: Partial<CredentialFields>): void {
      batch(() => {
        fields.value = { ...fields.peek(), ...change };
        isTouched.value = true;
        if ("kind" in change) wasTried.value = false;
        if (!isBusy()) state.value = { kind: "idle" };
      });
    },

    /** Opens the form for a credential that takes the place of the stored one. */
    replace(): void {
      isReplacing.value = true;
    },

    /** Shows the form of another tenant: what was typed for this one waits, and what is under way is dropped. */
    follow(tenantId: string | undefined): void {
      if (tenantId === shownId) return;
      if (shownId !== undefined && isTouched.peek() && knows(shownId, port.tenants.peek()))
        drafts.set(shownId, fields.peek());
      const draft = tenantId === undefined ? undefined : drafts.get(tenantId);
      if (tenantId !== undefined) drafts.delete(tenantId);
      shownId = tenantId;
      current += 1;
      batch(() => {
        fields.value = draft ?? noCredentialFields;
        isTouched.value = draft !== undefined;
        isReplacing.value = false;
        wasTried.value = false;
        state.value = { kind: "idle" };
      });
    },

    /** Tries the credential at the tenant and keeps it when it works. */
    async save(tenant: Tenant): Promise<void> {
      if (isBusy()) return;
      const asked = fields.peek();
      wasTried.value = true;
      if (Object.keys(checkCredentialFields(asked)).length > 0) return;
      current += 1;
      const own = current;
      state.value = { kind: asked.kind === "user_login" ? "logging-in" : "saving" };
      try {
        const credential = await readCredential(asked, tenant);
        if (own !== current) return;
        if ("failure" in credential) {
          state.value = { kind: "failed", deed: "saved", failure: credential.failure };
          return;
        }
        state.value = { kind: "saving" };
        const remembering = port.isPrivate ? "session" : asked.remembering;
        const summary = await port.send("credential.save", {
          tenantId: tenant.id,
          credential,
          remembering,
          ...(remembering === "passphrase" ? { passphrase: asked.passphrase } : {}),
        });
        if (drafts.get(tenant.id) === asked) drafts.delete(tenant.id);
        if (own !== current) return;
        batch(() => {
          wipe();
          state.value = { kind: "saved", summary };
        });
      } catch (error) {
        if (own === current)
          state.value = { kind: "failed", deed: "saved", failure: toFailure(error) };
      }
    },

    /** Stops waiting for the login. A window that is still open belongs to the browser: its answer is dropped. */
    cancel(): void {
      if (state.peek().kind !== "logging-in") return;
      current += 1;
      state.value = { kind: "idle" };
    },

    async forget(tenantId: string): Promise<void> {
      if (isBusy()) return;
      current += 1;
      const own = current;
      try {
        await port.send("credential.forget", { tenantId });
        if (own !== current) return;
        batch(() => {
          wipe();
          state.value = { kind: "forgotten" };
        });
      } catch (error) {
        if (own === current)
          state.value = { kind: "failed", deed: "forgotten", failure: toFailure(error) };
      }
    },
  };
});
