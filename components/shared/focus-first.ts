/** Puts the focus where one goes on, unless something that is still there has it: a tab that was reached by the arrow keys. */
export function focusFirst(place: ParentNode | null, selector: string): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  place?.querySelector<HTMLElement>(selector)?.focus();
}
