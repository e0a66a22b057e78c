const ellipsis = "…";

/**
 * Fits the first part of each shortened type to its visible letters. A browser puts the ellipsis
 * right after the last letter that fits, and leaves the rest of the width empty.
 */
export function fitTypes(place: HTMLElement): void {
  const heads = [...place.querySelectorAll<HTMLElement>(".event-type > .head")];
  for (const head of heads) head.style.maxWidth = "";
  // Measure all elements before changing one, so that the browser computes the layout once.
  const fitted = heads.map((head) => [head, measureShown(head)] as const);
  for (const [head, width] of fitted) {
    if (width !== undefined) head.style.maxWidth = `${width}px`;
  }
}

/**
 * Returns the width of the letters that fit with the ellipsis; undefined if all of the text fits.
 */
function measureShown(head: HTMLElement): number | undefined {
  const { firstChild: text } = head;
  if (!(text instanceof Text) || head.scrollWidth <= head.clientWidth) return undefined;
  const room = head.getBoundingClientRect().width - measureEllipsis(head);
  const range = head.ownerDocument.createRange();
  range.setStart(text, 0);
  let shown = 0;
  for (let end = 1; end <= text.length; end += 1) {
    range.setEnd(text, end);
    const { width } = range.getBoundingClientRect();
    if (width > room) break;
    shown = width;
  }
  // Round up: a width that is too small by a fraction would hide a letter.
  return Math.ceil((shown + measureEllipsis(head)) * 4) / 4;
}

const ellipsisWidths = new Map<string, number>();

function measureEllipsis(head: HTMLElement): number {
  const { font } = getComputedStyle(head);
  const known = ellipsisWidths.get(font);
  if (known !== undefined) return known;
  const context = head.ownerDocument.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  const { width } = context.measureText(ellipsis);
  ellipsisWidths.set(font, width);
  return width;
}
