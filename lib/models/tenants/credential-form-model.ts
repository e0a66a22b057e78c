import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { TenantActivity } from "../../messages/activity-feed.ts";
import type { ShownPolicy } from "../../messages/policy.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { CredentialInput, CredentialSummary } from "../../messages/credential.ts";
import type { Tenant } from "../../messages/tenant.ts";
import { toFailure, type Failure } from "../failure.ts";
import type { UserLogin } from "../runs/log-in-user.ts";
import {
  checkCredentialFields,
  noCredentialFields,
  type CredentialFields,
} from "./credential-fields.ts";
import { createFormDrafts } from "./form-drafts.ts";
import { readOnly } from "../read-only.ts";

export interface CredentialFormPort {
  send: CommandSender;
  /** Logs the current user in at a tenant. */
  logIn(tenant: Tenant): Promise<UserLogin>;
  /** The saved tenants. When a tenant is removed, its input is discarded. */
  tenants: ReadonlySignal<readonly TenantActivity[]>;
  /** True in a private window, where nothing is remembered. */
  isPrivate: boolean;
  /** The policy of the organisation that manages this browser. */
  policy: ReadonlySignal<ShownPolicy | undefined>;
}

export type CredentialState =
  | { kind: "idle" }
  | { kind: "logging-in" }
  | { kind: "saving" }
  | { kind: "saved"; summary: CredentialSummary }
  | { kind: "forgotten" }
  | { kind: "failed"; action: "saved" | "forgotten"; failure: Failure };

const isPending = ({ kind }: CredentialState): boolean =>
  kind === "logging-in" || kind === "saving";

const noApplication: Failure = {
  code: "no-client",
  message:
    "The login was not started: this tenant has no client ID here. Enter the client ID of an application under Tenant, then log in.",
};

/**
 * The form of a tenant's management credential. The form sends secrets only to the worker, and
 * clears them after the save. Input for one tenant never reaches another: it stays in the memory of
 * this page until its tenant is shown again.
 */
export const CredentialFormModel = createModel((port: CredentialFormPort) => {
  const drafts = createFormDrafts(noCredentialFields);
  const wasTried = signal(false);
  const state = signal<CredentialState>({ kind: "idle" });
  /** True while the form for another credential is open beside the stored one. */
  const isReplacing = signal(false);
  /** Counts attempts, so that the outcome of an abandoned one is ignored. */
  let current = 0;

  const isBusy = () => isPending(state.peek());
  const isRememberingForbidden = computed(() => port.policy.value?.neverRemembers === true);
  const isMemoryOnly = () => port.isPrivate || isRememberingForbidden.peek();
  const isSaved = (id: string | undefined, tenants: readonly TenantActivity[]) =>
    tenants.some(({ tenant }) => tenant.id === id);

  effect(() => {
    const { value: tenants } = port.tenants;
    drafts.discard((id) => !isSaved(id, tenants));
  });

  function finish(next: CredentialState): void {
    const secrets = { token: "", clientSecret: "", passphrase: "", passphraseAgain: "" };
    batch(() => {
      drafts.replace(drafts.target.peek(), { ...drafts.fields.peek(), ...secrets }, false);
      wasTried.value = false;
      isReplacing.value = false;
      state.value = next;
    });
  }

  /** Runs a task and shows its outcome, unless another tenant is shown or the user cancelled. */
  async function attempt(
    action: "saved" | "forgotten",
    work: (isShown: () => boolean) => Promise<CredentialState>,
  ): Promise<void> {
    current += 1;
    const own = current;
    const isShown = () => own === current;
    try {
      const outcome = await work(isShown);
      if (!isShown()) return;
      if (outcome.kind === "failed") state.value = outcome;
      else finish(outcome);
    } catch (error) {
      if (isShown()) state.value = { kind: "failed", action, failure: toFailure(error) };
    }
  }

  async function sendCredential(
    tenantId: string,
    credential: CredentialInput,
    fields: CredentialFields,
  ): Promise<CredentialState> {
    const remembering = isMemoryOnly() ? "session" : fields.remembering;
    const summary = await port.send("credential.save", {
      tenantId,
      credential,
      remembering,
      ...(remembering === "passphrase" ? { passphrase: fields.passphrase } : {}),
    });
    drafts.discard((id, draft) => id === tenantId && draft === fields);
    return { kind: "saved", summary };
  }

  return {
    fields: drafts.fields,
    state: readOnly(state),
    isBusy: computed(() => isPending(state.value)),
    /** True while the form holds unsaved input. */
    isChanged: drafts.isTouched,
    /** True while the form for another credential is open or holds input. */
    isReplacing: computed(() => isReplacing.value || drafts.isTouched.value),
    isPrivate: computed(() => port.isPrivate),
    /** True if the organisation allows no other way. */
    isRememberingForbidden,
    problems: computed(() => (wasTried.value ? checkCredentialFields(drafts.fields.value) : {})),

    set(change: Partial<CredentialFields>): void {
      batch(() => {
        drafts.set(change);
        if ("kind" in change) wasTried.value = false;
        if (!isBusy()) state.value = { kind: "idle" };
      });
    },

    /** Opens the form for a credential that replaces the stored one. */
    replace(): void {
      isReplacing.value = true;
    },

    /** Shows the form of another tenant. Keeps this tenant's input and abandons its attempt. */
    follow(tenantId: string | undefined): void {
      const shown = drafts.target.peek();
      if (tenantId === shown) return;
      current += 1;
      batch(() => {
        drafts.show(tenantId, noCredentialFields, isSaved(shown, port.tenants.peek()));
        isReplacing.value = false;
        wasTried.value = false;
        state.value = { kind: "idle" };
      });
    },

    /** Checks the credential at the tenant, and keeps it if it works. */
    async save(tenant: Tenant): Promise<void> {
      if (isBusy()) return;
      const fields = drafts.fields.peek();
      wasTried.value = true;
      if (Object.keys(checkCredentialFields(fields)).length > 0) return;
      state.value = { kind: fields.kind === "user_login" ? "logging-in" : "saving" };
      await attempt("saved", async (isShown) => {
        const credential = await readCredential(fields, tenant, port);
        if (!isShown()) return { kind: "idle" };
        if ("failure" in credential)
          return { kind: "failed", action: "saved", failure: credential.failure };
        state.value = { kind: "saving" };
        return sendCredential(tenant.id, credential, fields);
      });
    },

    /** Abandons the login. Its window stays open in the browser; its outcome is ignored. */
    cancel(): void {
      if (state.peek().kind !== "logging-in") return;
      current += 1;
      state.value = { kind: "idle" };
    },

    async forget(tenantId: string): Promise<void> {
      if (isBusy()) return;
      await attempt("forgotten", async () => {
        await port.send("credential.forget", { tenantId });
        return { kind: "forgotten" };
      });
    },
  };
});

/** Returns the input as a credential; a login of the user first gets its token. */
async function readCredential(
  { kind, token, clientId, clientSecret }: CredentialFields,
  tenant: Tenant,
  port: Pick<CredentialFormPort, "logIn">,
): Promise<CredentialInput | { failure: Failure }> {
  switch (kind) {
    case "access_token":
      return { kind, token: token.trim() };
    case "client_credentials":
      return { kind, clientId: clientId.trim(), clientSecret };
    case "user_login": {
      if (tenant.clientId === "") return { failure: noApplication };
      const login = await port.logIn(tenant);
      return "failure" in login ? login : { kind, token: login.token };
    }
  }
  return kind satisfies never;
}
