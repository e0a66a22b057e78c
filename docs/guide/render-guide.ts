import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import type { Plugin } from "vite";

/** The pages of the guide in their order. The address of each is `guide.html#` and this name. */
const guidePages = [
  "first-minute",
  "add-your-tenant",
  "trace",
  "run",
  "tokens",
  "profiles",
  "events",
  "privacy",
] as const;

/**
 * Renders a page of the guide for the extension. Pictures are left out, because each is larger than
 * all texts together. A link to another page leads to its place; a link to any other file is only
 * its text, because the package has no such file.
 */
function renderPage(name: string): string {
  const marked = new Marked({
    renderer: {
      image: () => "",
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const page = guidePages.find((known) => href === `${known}.md`);
        return page === undefined ? text : `<a href="#${page}">${text}</a>`;
      },
    },
  });
  const text = readFileSync(join(import.meta.dirname, `${name}.md`), "utf8");
  return `<article id="${name}">${marked.parse(text, { async: false })}</article>`;
}

/** Writes the guide into the page of the extension that has a place for it. */
export function renderGuide(): Plugin {
  const place = "<!-- the guide -->";
  return {
    name: "render-guide",
    transformIndexHtml: {
      order: "pre",
      handler: (html) =>
        html.includes(place)
          ? html.replace(place, () => guidePages.map(renderPage).join(""))
          : html,
    },
  };
}
