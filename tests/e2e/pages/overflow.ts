import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

/**
 * Lists content that does not fit: boxes that scroll sideways or leave the page, parts that leave
 * their drawing, and cut texts without a full tooltip. Form fields are ignored, because they scroll
 * automatically.
 */
export async function findOverflows(surface: Page | Frame): Promise<string[]> {
  const found = await surface.evaluate(() => {
    const isCutOff = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
    const name = (element: Element) =>
      `${element.localName}.${element.className} “${element.textContent.slice(0, 60)}”`;
    const problems: string[] = [];
    for (const element of document.querySelectorAll("html, body, body *:not(.unseen)")) {
      if (element.matches("input, select, select *, textarea, script")) continue;
      const drawing = element.parentElement?.closest("svg")?.getBoundingClientRect();
      if (drawing !== undefined) {
        // A part of a drawing has no box that it could overflow, but the drawing cuts it off.
        const { left, right } = element.getBoundingClientRect();
        if (left < drawing.left - 1 || right > drawing.right + 1)
          problems.push(`sticks out of its drawing: “${element.textContent.slice(0, 60)}”`);
        continue;
      }
      const { overflowX, display } = getComputedStyle(element);
      if (display === "inline" || display === "none") continue;
      if (overflowX === "hidden" || overflowX === "clip") {
        if (isCutOff(element) && element.closest("[title]") === null) {
          problems.push(`cut off without a tooltip: ${name(element)}`);
        }
      } else if (isCutOff(element)) {
        problems.push(`wider than its place: ${name(element)}`);
      }
      const { left, right } = element.getBoundingClientRect();
      const isClipped = element.closest("details:not([open])") !== null;
      if (!isClipped && (left < -1 || right > innerWidth + 1)) {
        problems.push(`sticks out of the page: ${name(element)}`);
      }
    }
    return problems;
  });
  return z.array(z.string()).parse(found);
}

/**
 * Lists texts and controls under other content. A part that is positioned, such as a menu, an open
 * dialog or a heading that stays in view, may cover others.
 */
export async function findCovered(surface: Page | Frame): Promise<string[]> {
  const found = await surface.evaluate(() => {
    const ancestors = (element: Element) => {
      const found: Element[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) found.push(at);
      return found;
    };
    const isIn = ({ left, right, top, bottom }: DOMRect, x: number, y: number) =>
      x > left && x < right && y > top && y < bottom;
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
    const findAbove = (element: Element, { left, right, top, bottom }: DOMRect) => {
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const above = document.elementFromPoint(x, y);
      if (above === null || above.contains(element) || element.contains(above)) return undefined;
      const own = ancestors(element);
      const isScrolledAway = own.some(
        (at) =>
          getComputedStyle(at).overflow !== "visible" && !isIn(at.getBoundingClientRect(), x, y),
      );
      const isPositioned = ancestors(above)
        .filter((at) => !own.includes(at))
        .some((at) => getComputedStyle(at).position !== "static");
      const isAllowed =
        isScrolledAway || isPositioned || above.closest("label")?.contains(element) === true;
      return isAllowed ? undefined : above;
    };
    const problems: string[] = [];
    for (const element of document.querySelectorAll("body *:not(.unseen)")) {
      if (!hasText(element) && !element.matches("input, select, textarea")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // A text within a line has a box for each of its lines, and other content between them.
      for (const box of element.getClientRects()) {
        const above = findAbove(element, box);
        if (above === undefined) continue;
        problems.push(
          `“${element.textContent.slice(0, 40)}” is under “${above.textContent.slice(0, 40)}”`,
        );
        break;
      }
    }
    return problems;
  });
  return z.array(z.string()).parse(found);
}
