import { Notice } from "../shared/Notice.tsx";

/** Warns that the tenant has more profiles than the list shows. */
export function PartialList({ count }: { count: number }) {
  return (
    <Notice severity="warning" help="incomplete-list" title="The list is incomplete.">
      <span>
        Only the first {count} profiles were loaded. Look for other profiles in the dashboard.
      </span>
    </Notice>
  );
}
