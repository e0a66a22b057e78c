import { plural } from "../../lib/encoding/plural.ts";
import type { SettingsFileState } from "../../lib/models/tenants/settings-file-model.ts";
import { Notice } from "../shared/Notice.tsx";

/** Reports the outcome of an export or an import. */
export function SettingsFileNotice({ state }: { state: SettingsFileState }) {
  switch (state.kind) {
    case "idle":
    case "working":
    case "previewed":
      return null;
    case "exported":
      return (
        <Notice severity="good" title="Settings exported.">
          <span>
            {countTenants(state.tenantCount)} in <code>{state.file}</code>, without credentials.
          </span>
        </Notice>
      );
    case "imported":
      return <Imported {...state} />;
    case "failed":
      return (
        <Notice severity="error" help="exports-and-imports" title={state.title}>
          <span>{state.message}</span>
        </Notice>
      );
  }
}

function Imported(state: Extract<SettingsFileState, { kind: "imported" }>) {
  const { added, replaced, leftOut, refused } = state;
  const isNothing = added.length === 0 && replaced.length === 0;
  return (
    <Notice
      severity={refused.length + leftOut.length > 0 ? "warning" : "good"}
      help="exports-and-imports"
      title={isNothing ? "Nothing was imported." : "Settings imported."}
    >
      {isNothing && refused.length + leftOut.length === 0 ? (
        <span>The file contains no tenants.</span>
      ) : null}
      {added.length === 0 ? null : <span>Added: {added.join(", ")}.</span>}
      {replaced.length === 0 ? null : <span>Replaced: {replaced.join(", ")}.</span>}
      {leftOut.length === 0 ? null : (
        <span>Skipped because the login domain was not approved: {leftOut.join(", ")}.</span>
      )}
      {refused.length === 0 ? null : (
        <span>
          Skipped as invalid: {refused.length === 1 ? "entry" : "entries"} {refused.join(", ")} of
          the file.
        </span>
      )}
      {added.length === 0 ? null : (
        <span class="quiet">
          A new tenant has no credential yet. You may also need to grant access to its host.
        </span>
      )}
    </Notice>
  );
}

function countTenants(count: number): string {
  return plural(count, "tenant");
}
