/** The name that the style sheet of the Events tab uses. */
const name = "filter-match";

/** Highlights parts of the page's text, and no others, without changing its elements. */
export function highlightParts(parts: readonly Range[]): void {
  if (parts.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...parts));
}
