import type { CredentialState } from "../../lib/models/tenants/credential-form-model.ts";
import { FailureNotice } from "../shared/FailureNotice.tsx";
import { Notice } from "../shared/Notice.tsx";
import { ErasedNote } from "./ErasedNote.tsx";

/** Reports the outcome of saving or forgetting a credential. */
export function CredentialNotice({ state }: { state: CredentialState }) {
  switch (state.kind) {
    case "idle":
    case "saving":
      return null;
    case "logging-in":
      return <Notice severity="note" title="The login window is open. Log in there." />;
    case "saved":
      return (
        <Notice severity="good" title="Credential saved.">
          <span>
            {state.summary.kind === "client_credentials"
              ? "The tenant issued an access token."
              : "The next request will use it."}
          </span>
        </Notice>
      );
    case "forgotten":
      return (
        <Notice severity="good" title="Credential forgotten.">
          <ErasedNote />
        </Notice>
      );
    case "failed":
      return (
        <FailureNotice
          title={`Could not ${state.action === "saved" ? "save" : "forget"} the credential.`}
          failure={state.failure}
        />
      );
  }
}
