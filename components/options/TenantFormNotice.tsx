import type { FoundTenant, TenantFormState } from "../../lib/models/tenants/tenant-attempt.ts";
import { Notice } from "../shared/Notice.tsx";

/** Reports the outcome of checking or saving a tenant. */
export function TenantFormNotice({
  state,
  needsCredential,
}: {
  state: TenantFormState;
  /** True while the tenant has no credential. */
  needsCredential: boolean;
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
            <span>
              You can now run logins. Profiles and events require a management credential:{" "}
              <a href="#credential">enter a credential</a>.
            </span>
          ) : null}
        </Notice>
      );
    case "denied":
      return (
        <Notice severity="warning" title="Access was not granted.">
          <span>
            The tenant was not {state.action === "save" ? "saved" : "checked"} because the extension
            has no access to <Origins origins={state.origins} />. Select “
            {state.action === "save" ? "Save tenant" : "Check domain"}” again and allow access.
          </span>
        </Notice>
      );
    case "failed":
      return (
        <Notice
          severity="error"
          title={
            state.action === "save" ? "Could not save the tenant." : "Could not check the domain."
          }
        >
          <span>{state.failure.message}</span>
        </Notice>
      );
  }
}

function FoundKeys({ issuer, keyCount }: Pick<FoundTenant, "issuer" | "keyCount">) {
  return (
    <span>
      Issuer <code>{issuer}</code>, {keyCount === 1 ? "1 signing key" : `${keyCount} signing keys`}.
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
