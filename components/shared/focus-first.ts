/**
 * Focuses the first match in a container, unless an element already has the focus, such as a tab
 * that was selected with the arrow keys.
 */
export function focusFirst(place: ParentNode | null, selector: string): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  place?.querySelector<HTMLElement>(selector)?.focus();
}
