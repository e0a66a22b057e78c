import type { Frame, Page } from "playwright";
import * as z from "zod/mini";

/**
 * Lists what a surface loses in forced colours, which must be emulated: there the browser replaces
 * the colours of texts, grounds and borders, and draws no shadow (CSS Color Adjustment 1, section
 * 3), but keeps the colours of drawings. Lost are a text in the colour of its ground, a drawing
 * made of a ground alone or in a colour of its own, and the difference between a selected or pressed
 * part and the others of its kind.
 */
export async function findLost(surface: Page | Frame): Promise<string[]> {
  const found = await surface.evaluate(() => {
    if (!matchMedia("(forced-colors: active)").matches) return ["The colours are not forced."];
    const name = (element: Element) =>
      `${element.localName}.${element.getAttribute("class") ?? ""} “${element.textContent.slice(0, 40)}”`;
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const shown = [...document.querySelectorAll("body *:not(svg *)")].filter(isShown);

    const states = ["aria-selected", "aria-pressed", "aria-current", "aria-checked"];
    const isOn = (element: Element) =>
      states.some((state) => !["false", null].includes(element.getAttribute(state)));
    const readKind = (element: Element) =>
      [element.localName, element.role ?? "", element.parentElement?.className ?? ""].join(" ");
    const readLook = (element: Element, part: string | null) => {
      const style = getComputedStyle(element, part);
      return [
        part === null ? "" : style.content,
        style.backgroundColor,
        style.backgroundImage,
        style.borderTop,
        style.borderRight,
        style.borderBottom,
        style.borderLeft,
        style.outline,
        style.color,
        style.fontWeight,
        style.textDecorationLine,
      ].join();
    };
    const readLooks = (element: Element) =>
      [element, ...element.querySelectorAll("*")]
        .flatMap((at) => [null, "::before", "::after"].map((part) => readLook(at, part)))
        .join("\n");
    const parts = shown.filter((element) => states.some((state) => element.hasAttribute(state)));
    const same = parts.filter((part) => {
      const other = parts.find((at) => !isOn(at) && readKind(at) === readKind(part));
      return isOn(part) && other !== undefined && readLooks(part) === readLooks(other);
    });

    const probe = document.createElement("p");
    probe.style.backgroundColor = "Canvas";
    document.body.append(probe);
    const canvas = getComputedStyle(probe).backgroundColor;
    const palette = ["Canvas", "CanvasText", "LinkText", "Highlight", "HighlightText", "GrayText"];
    const forced = palette.map((color) => {
      probe.style.backgroundColor = color;
      return getComputedStyle(probe).backgroundColor;
    });
    const isClear = (color: string) => color === "rgba(0, 0, 0, 0)";
    const readGround = (element: Element | null): string => {
      if (element === null) return canvas;
      const { backgroundColor } = getComputedStyle(element);
      return isClear(backgroundColor) ? readGround(element.parentElement) : backgroundColor;
    };
    const unread = shown.filter((element) => {
      const hasText = [...element.childNodes].some(
        ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
      );
      const { color, forcedColorAdjust } = getComputedStyle(element);
      // The browser draws a plate in the colour of the canvas behind a text.
      return hasText && color === (forcedColorAdjust === "auto" ? canvas : readGround(element));
    });
    const hasDrawing = "svg, img, input, select, textarea, button, iframe, progress, meter";
    probe.remove();
    const drawings = [...document.querySelectorAll("svg, svg *")].filter((element) => {
      const { fill, stroke } = getComputedStyle(element);
      const isOwn = (color: string) =>
        color.startsWith("rgb(") && !forced.includes(color) && element.localName !== "svg";
      return isShown(element) && (isOwn(fill) || isOwn(stroke));
    });
    const grounds = shown.filter((element) => {
      if (element.textContent.trim() !== "" || element.matches(hasDrawing)) return false;
      if (element.querySelector(hasDrawing) !== null) return false;
      const { backgroundColor, backgroundImage, borderStyle } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      const isPlain = borderStyle === "none" && backgroundImage === "none";
      return backgroundColor === canvas && isPlain && width > 0 && height > 0;
    });
    return [
      ...unread.map((element) => `is a text in the colour of its ground: ${name(element)}`),
      ...same.map((element) => `looks like one that is not selected: ${name(element)}`),
      ...drawings.map((element) => `is drawn in a colour of its own: ${name(element)}`),
      ...grounds.map((element) => `is a ground alone: ${name(element)}`),
    ];
  });
  return z.array(z.string()).parse(found);
}
