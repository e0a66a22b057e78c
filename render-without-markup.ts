import type { Plugin } from "vite";

/**
 * Replaces Preact's only assignment to `innerHTML` with one to `textContent`. No component uses
 * `dangerouslySetInnerHTML`, and `web-ext lint` warns of each `innerHTML` in a package.
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
