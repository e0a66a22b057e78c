/** The name of the highlight in the style sheet of the Events tab. */
const name = "filter-match";

/** Highlights only these parts of the page's text, without changing its elements. */
export function highlightParts(parts: readonly Range[]): void {
  if (parts.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...parts));
}
