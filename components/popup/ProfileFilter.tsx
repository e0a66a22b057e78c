import { useEffect, useId } from "preact/hooks";
import type { ProfileFilter as Filter } from "../../lib/models/profile-filter.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { FilterField, focusFilterBySlash } from "../shared/FilterField.tsx";

const fieldId = "profiles-filter";

/**
 * Shows a filter above a long list, the number of matches, and a way to clear the filter if nothing
 * matches.
 */
export function ProfileFilter({ filter }: { filter: Filter<{ id: string }> }) {
  const descriptionId = useId();
  const isOffered = filter.isOffered.value;
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => focusFilterBySlash(event, fieldId);
    // Listen on the document: no element has the focus when a popup opens.
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOffered]);
  if (!isOffered) return null;
  const problem = filter.problem.value;
  const clear = () => {
    filter.clear();
    document.getElementById(fieldId)?.focus();
  };
  return (
    <>
      <div class="profile-filter" role="search" aria-label="Filter">
        <FilterField
          id={fieldId}
          descriptionId={descriptionId}
          placeholder="filter: text, -word"
          query={filter.query.value}
          isWrong={problem !== undefined}
          onInput={filter.setQuery}
        />
        <span id={descriptionId} role="status" class={problem === undefined ? "quiet" : "problem"}>
          {problem ?? filter.summary.value}
        </span>
      </div>
      {filter.items.value.length > 0 ? null : (
        <EmptyState
          action={
            <button type="button" class="button" onClick={clear}>
              Clear filter
            </button>
          }
        >
          No profiles match the filter ({filter.total.value} hidden).
        </EmptyState>
      )}
    </>
  );
}
