const dots = "…";

/**
 * Fits the first part of each shortened type in this place to the letters that are shown of it. A browser
 * puts the dots right after the last letter that fits, and leaves the rest of the room empty after them.
 */
export function fitTypes(place: HTMLElement): void {
  const heads = [...place.querySelectorAll<HTMLElement>(".event-type > .head")];
  for (const head of heads) head.style.maxWidth = "";
  // All are measured before one is changed, so that the browser lays the list out once.
  const fitted = heads.map((head) => [head, measureShown(head)] as const);
  for (const [head, width] of fitted) {
    if (width !== undefined) head.style.maxWidth = `${width}px`;
  }
}

/** Returns the width of the letters that fit with the dots; undefined if all of the text fits. */
function measureShown(head: HTMLElement): number | undefined {
  const { firstChild: text } = head;
  if (!(text instanceof Text) || head.scrollWidth <= head.clientWidth) return undefined;
  const room = head.getBoundingClientRect().width - measureDots(head);
  const range = head.ownerDocument.createRange();
  range.setStart(text, 0);
  let shown = 0;
  for (let end = 1; end <= text.length; end += 1) {
    range.setEnd(text, end);
    const { width } = range.getBoundingClientRect();
    if (width > room) break;
    shown = width;
  }
  // Rounded up: a room that is too narrow by a fraction would cost a letter.
  return Math.ceil((shown + measureDots(head)) * 4) / 4;
}

const dotsByFont = new Map<string, number>();

function measureDots(head: HTMLElement): number {
  const { font } = getComputedStyle(head);
  const known = dotsByFont.get(font);
  if (known !== undefined) return known;
  const context = head.ownerDocument.createElement("canvas").getContext("2d");
  if (context === null) return 0;
  context.font = font;
  const { width } = context.measureText(dots);
  dotsByFont.set(font, width);
  return width;
}
