import { useEffect, useId } from "preact/hooks";
import type { ProfileFilter as Filter } from "../../lib/models/profile-filter.ts";
import { EmptyState } from "../shared/EmptyState.tsx";
import { FilterField, focusFilterBySlash } from "../shared/FilterField.tsx";

const fieldId = "profiles-filter";

/** Above a long list: the field that finds something in it, how much of it is in view, and the way back where that is nothing. */
export function ProfileFilter({ filter }: { filter: Filter<{ id: string }> }) {
  const wordsId = useId();
  const isOffered = filter.isOffered.value;
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => focusFilterBySlash(event, fieldId);
    // A popup opens with the focus on nothing.
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
          wordsId={wordsId}
          placeholder="filter: text, -word"
          query={filter.query.value}
          isWrong={problem !== undefined}
          onInput={filter.setQuery}
        />
        <span id={wordsId} role="status" class={problem === undefined ? "quiet" : "problem"}>
          {problem ?? filter.summary.value}
        </span>
      </div>
      {filter.items.value.length > 0 ? null : (
        <EmptyState
          action={
            <button type="button" class="button" onClick={clear}>
              Clear the filter
            </button>
          }
        >
          No profile of {filter.total.value} matches. They are hidden, not gone.
        </EmptyState>
      )}
    </>
  );
}
