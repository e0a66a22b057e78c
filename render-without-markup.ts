import type { Plugin } from "vite";

/**
 * Replaces Preact's one assignment to `innerHTML` with `textContent`. Nothing here uses
 * `dangerouslySetInnerHTML`, and `web-ext lint` warns of every `innerHTML` that ships.
 *
 * @throws during the build if Preact no longer contains the assignment.
 */
export function renderWithoutMarkup(): Plugin {
  return {
    name: "render-without-markup",
    enforce: "pre",
    transform(code, id) {
      if (!id.includes("preact/dist/preact.m")) return null;
      const withoutMarkup = code.replaceAll(".innerHTML", ".textContent");
      if (withoutMarkup === code)
        this.error("Preact no longer assigns innerHTML: review render-without-markup.ts.");
      return { code: withoutMarkup, map: null };
    },
  };
}
