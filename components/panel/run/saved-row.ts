import { useLayoutEffect, useRef } from "preact/hooks";

/** The id of the part with a pasted URL. */
export const addressPartId = "saved-address";

/** Returns the id of the element that shows a preset or a recorded run. */
export function rowId(id: string): string {
  return `saved-${id}`;
}

/**
 * Returns a function that focuses the first button of a row once the row is shown again: the
 * focused "Undo" is then gone.
 */
export function useRestoredRow(): (id: string | undefined) => void {
  const wanted = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const button = document.getElementById(rowId(wanted.current))?.querySelector("button");
    if (button === null || button === undefined) return;
    wanted.current = undefined;
    button.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}
