/**
 * Focuses the first match in a container, unless an element has the focus already: a tab that the
 * arrow keys reached.
 */
export function focusFirst(place: ParentNode | null, selector: string): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  place?.querySelector<HTMLElement>(selector)?.focus();
}
