import { plural } from "../../../lib/encoding/plural.ts";
import type { PageSearch } from "../../../lib/models/tokens/page-tokens.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Says what the search of the inspected page's storage found, or why it failed. */
export function PageSearchNotice({ search }: { search: PageSearch }) {
  if (search.kind === "none") return null;
  if (search.kind === "reading") return <p role="status">Reading the page…</p>;
  if (search.kind === "failed") {
    return (
      <Notice severity="error" help="requests-that-were-not-read" title="Could not read the page.">
        <span>{search.message}</span>
      </Notice>
    );
  }
  const { count, searched } = search;
  if (count > 0) {
    return (
      <p role="status">
        {plural(count, "token")} found in the page. {searched}
      </p>
    );
  }
  return (
    <Notice severity="note" title="No tokens found in the page.">
      <span>
        {searched} Cookies with HttpOnly, IndexedDB and the memory of scripts are not searched. Log
        in to the page, then read it again.
      </span>
    </Notice>
  );
}
