import { plural } from "../../lib/encoding/plural.ts";
import { findHelp } from "../../lib/models/help-place.ts";
import type { FoundTenant, TenantFormState } from "../../lib/models/tenants/tenant-attempt.ts";
import { Notice } from "../shared/Notice.tsx";

/** Reports the outcome of checking or saving a tenant. */
export function TenantFormNotice({
  state,
  isNew,
  needsCredential,
  onUseDomain,
}: {
  state: TenantFormState;
  /** True for the form of a tenant that is not saved yet. */
  isNew: boolean;
  /** True while the tenant has no credential. */
  needsCredential: boolean;
  /** Continues with another domain: that of the tenant that responded. */
  onUseDomain: (origin: string) => void;
}) {
  switch (state.kind) {
    case "idle":
    case "asking":
    case "checking":
    case "saving":
      return null;
    case "checked":
      return (
        <Notice severity="good" title="Tenant found.">
          {state.found.map((found) => (
            <FoundKeys key={found.origin} {...found} />
          ))}
          <span class="quiet">Not saved yet.</span>
        </Notice>
      );
    case "saved":
      return (
        <Notice severity="good" title="Tenant saved.">
          <FoundKeys issuer={state.issuer} keyCount={state.keyCount} />
          {needsCredential ? (
            <>
              <span>
                You can now run logins. Profiles and events require a management credential.
              </span>
              <div class="actions">
                <a class="button primary" href="#credential">
                  Enter a credential
                </a>
              </div>
            </>
          ) : null}
        </Notice>
      );
    case "denied":
      return (
        <Notice severity="warning" help="no-access-to-the-tenant" title="Access was not granted.">
          <span>
            The tenant was not {state.action === "save" ? "saved" : "checked"} because the extension
            has no access to <Origins origins={state.origins} />. Select “
            {state.action === "save" ? "Save tenant" : isNew ? "Continue" : "Check domain"}” again
            and allow access.
          </span>
        </Notice>
      );
    case "failed": {
      const { issuerOrigin } = state.failure;
      return (
        <Notice
          severity="error"
          help={findHelp(state.failure)}
          title={
            state.action === "save" ? "Could not save the tenant." : "Could not check the domain."
          }
        >
          <span>{state.failure.message}</span>
          {isNew && issuerOrigin !== undefined ? (
            <div class="actions">
              <button type="button" class="button" onClick={() => onUseDomain(issuerOrigin)}>
                Use {new URL(issuerOrigin).host}
              </button>
            </div>
          ) : null}
        </Notice>
      );
    }
  }
}

/** Says what the discovery document and the key set of a tenant tell. */
export function FoundKeys({ issuer, keyCount }: Pick<FoundTenant, "issuer" | "keyCount">) {
  return (
    <span>
      Issuer <code>{issuer}</code>, {plural(keyCount, "signing key")}.
    </span>
  );
}

/** Lists origins within a sentence. */
export function Origins({ origins }: { origins: readonly string[] }) {
  return (
    <>
      {origins.map((origin, at) => (
        <span key={origin}>
          {at === 0 ? "" : " and "}
          <code>{origin}</code>
        </span>
      ))}
    </>
  );
}
