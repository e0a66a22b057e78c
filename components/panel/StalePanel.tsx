import { Notice } from "../shared/Notice.tsx";

/** Says that the extension was updated or reloaded under the open panel, and reloads the panel. */
export function StalePanel({ onReload }: { onReload: () => void }) {
  return (
    <Notice
      severity="warning"
      help="tenant-inspector-itself"
      title="Tenant Inspector was updated or reloaded."
    >
      <span>
        This panel can no longer reach it. Reload the panel to continue; the tokens of its runs are
        lost.
      </span>
      <div class="actions">
        <ReloadButton onReload={onReload} />
      </div>
    </Notice>
  );
}

export function ReloadButton({ onReload }: { onReload: () => void }) {
  return (
    <button type="button" class="button" onClick={onReload}>
      Reload panel
    </button>
  );
}
