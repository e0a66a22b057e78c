/** The name of the highlight in the style sheet of the Events tab. */
const name = "filter-match";

/** Highlights these parts of the page's text and no others. Does not change the page's elements. */
export function highlightParts(parts: readonly Range[]): void {
  if (parts.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...parts));
}
