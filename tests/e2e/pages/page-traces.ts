import * as z from "zod/mini";

/**
 * Runs in a page before its own scripts: counts the listeners of the window, which a page cannot
 * list otherwise.
 */
export const countListeners = `(() => {
  const listeners = new Map();
  const change = (type, by) => listeners.set(type, (listeners.get(type) ?? 0) + by);
  for (const [name, by] of [["addEventListener", 1], ["removeEventListener", -1]]) {
    const original = EventTarget.prototype[name];
    EventTarget.prototype[name] = function (type, ...rest) {
      if (this === undefined || this === window) change(type, by);
      return Reflect.apply(original, this ?? window, [type, ...rest]);
    };
  }
  window.listListeners = () => [...listeners].filter(([, count]) => count !== 0).sort();
})()`;

/** An expression whose value is all that a run could leave in the page. */
export const readTraces = `(() => {
  const read = (name) => { try { return { ...window[name] }; } catch { return "blocked"; } };
  return JSON.stringify({
    globals: Reflect.ownKeys(window).map(String).sort(),
    localStorage: read("localStorage"),
    sessionStorage: read("sessionStorage"),
    cookies: (() => { try { return document.cookie; } catch { return "blocked"; } })(),
    listeners: window.listListeners(),
    elements: document.querySelectorAll("*").length,
    frames: window.length,
  });
})()`;

const tracesSchema = z.looseObject({
  globals: z.array(z.string()),
  listeners: z.array(z.unknown()),
});
export type PageTraces = z.infer<typeof tracesSchema>;

export function parseTraces(value: unknown): PageTraces {
  return tracesSchema.parse(JSON.parse(z.string().parse(value)));
}
