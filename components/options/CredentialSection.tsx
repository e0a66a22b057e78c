import { useEffect, useRef } from "preact/hooks";
import type { CredentialLoss, CredentialSummary } from "../../lib/messages/credential.ts";
import type { Tenant } from "../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { CredentialCheckModel } from "../../lib/models/tenants/credential-check-model.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import type { TenantChoiceModel } from "../../lib/models/tenants/tenant-choice-model.ts";
import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { isSandbox } from "../../lib/models/sandbox/is-sandbox.ts";
import { Notice } from "../shared/Notice.tsx";
import { ReadyTenantButton, ReadyTenantFailure } from "../shared/ReadyTenants.tsx";
import { CredentialForm } from "./CredentialForm.tsx";
import { CredentialNotice } from "./CredentialNotice.tsx";
import { CredentialTest } from "./CredentialTest.tsx";
import { StoredCredential } from "./StoredCredential.tsx";
import { UnlockForm } from "./UnlockForm.tsx";

/** Returns true if the token has expired and only another credential can provide a new one. */
function hasEnded({ kind, expiresAt }: CredentialSummary, now: number): boolean {
  return kind !== "client_credentials" && expiresAt !== undefined && expiresAt <= now;
}

/**
 * Shows how the extension reaches the chosen tenant's Management API: the stored credential, its
 * test, and the form for another credential.
 */
export function CredentialSection(props: {
  tenant: Tenant;
  activity: Pick<InstanceType<typeof ActivityModel>, "firstTenant" | "now">;
  choice: InstanceType<typeof TenantChoiceModel>;
  form: InstanceType<typeof CredentialFormModel>;
  unlock: InstanceType<typeof UnlockModel>;
  check: InstanceType<typeof CredentialCheckModel>;
}) {
  const { tenant, form, check } = props;
  const stored = props.choice.credential.value;
  const isSaved = form.state.value.kind === "saved";
  const button = useRef<HTMLButtonElement>(null);
  const isOpen =
    stored === undefined ||
    form.isBusy.value ||
    form.isReplacing.value ||
    hasEnded(stored, props.activity.now.value);
  // The form closes when its credential works, which removes the focused button.
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (isSaved && wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isSaved, isOpen]);
  return (
    <section aria-labelledby="credential-heading">
      <h2 id="credential-heading" tabIndex={-1}>
        Management credential
      </h2>
      <p class="quiet">
        Required for profiles and the event stream, not for login runs. Only the background worker
        receives the credential, and it never returns the credential to a page.
      </p>
      <LossNotice loss={props.choice.credentialLoss.value} />
      {stored === undefined ? null : (
        <div class="stored">
          <StoredCredential
            key={tenant.id}
            summary={stored}
            now={props.activity.now.value}
            tenantName={tenant.name}
            isBusy={form.isBusy.value}
            onForget={() => void form.forget(tenant.id)}
          />
          {stored.isLocked ? (
            <UnlockForm model={props.unlock} tenantId={tenant.id} />
          ) : (
            <CredentialTest model={check} />
          )}
        </div>
      )}
      {stored === undefined && isSandbox(tenant) ? (
        <SandboxCredential model={props.activity.firstTenant} />
      ) : null}
      {isOpen ? (
        <CredentialForm
          model={form}
          check={check}
          tenant={tenant}
          isReplacing={stored !== undefined}
        />
      ) : (
        <div class="actions">
          <button type="button" class="button" ref={button} onClick={() => form.replace()}>
            Replace credential…
          </button>
        </div>
      )}
      {form.state.value.kind === "forgotten" && stored !== undefined ? null : (
        <CredentialNotice state={form.state.value} />
      )}
    </section>
  );
}

/** Says why the saved credential is gone. */
function LossNotice({ loss }: { loss: CredentialLoss | undefined }) {
  if (loss === undefined) return null;
  return loss === "erasure" ? (
    <Notice
      severity="warning"
      help="credential-refused-or-gone"
      title="The remembered credential was lost."
    >
      <span>
        The browser closed while another credential was being erased from this device. Enter this
        credential again.
      </span>
    </Notice>
  ) : (
    <Notice
      severity="warning"
      help="credential-refused-or-gone"
      title="The credential is no longer in memory."
    >
      <span>
        The extension was updated, reloaded or disabled, which removes what is kept until the
        browser is closed. Enter the credential again.
      </span>
    </Notice>
  );
}

/** Gives the sandbox its credential with one click, because the user does not know its secret. */
function SandboxCredential({ model }: Parameters<typeof ReadyTenantFailure>[0]) {
  return (
    <div class="ready-tenants">
      <ReadyTenantButton model={model} tenant="sandbox" />
      <p class="quiet">Its credential is created on this device: nothing has to be entered.</p>
      <ReadyTenantFailure model={model} />
    </div>
  );
}
