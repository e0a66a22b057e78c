import { Notice } from "../shared/Notice.tsx";

/** Warns that the tenant has more profiles than the list shows. */
export function PartialList({ count }: { count: number }) {
  return (
    <Notice severity="warning" title="The list goes on.">
      <span>
        Only the first {count} profiles were read. One that is missing here may exist all the same:
        look for it at the tenant itself.
      </span>
    </Notice>
  );
}
