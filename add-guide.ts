import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked } from "marked";
import type { WxtHooks } from "wxt";

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
  "troubleshooting",
  "comparison",
] as const;

/** Returns the id that the code host gives to a heading, so that both have one address. */
export function nameSection(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}

/**
 * Renders a page of the guide for the extension. Pictures are left out, because each is larger than
 * all texts together. A link to another page leads to its place; a link to any other file is only
 * its text, because the package has no such file.
 */
function renderPage(name: string): string {
  const marked = new Marked({
    renderer: {
      image: () => "",
      // The links "Help" of errors and warnings lead to the sections of this page. Headings of
      // other pages can be equal, so they have no id.
      heading({ tokens, depth, text }) {
        const id = name === "troubleshooting" && depth === 2 ? ` id="${nameSection(text)}"` : "";
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const page = guidePages.find((known) => href === `${known}.md`);
        return page === undefined ? text : `<a href="#${page}">${text}</a>`;
      },
    },
  });
  const text = readFileSync(join(import.meta.dirname, "docs/guide", `${name}.md`), "utf8");
  return `<article id="${name}">${marked.parse(text, { async: false })}</article>`;
}

/**
 * Returns the hook that adds the guide to the package: `guide.html` and its style. They need no
 * script, so they are no entry of the bundle.
 */
export function addGuide(): NonNullable<WxtHooks["build:publicAssets"]> {
  const read = (path: string) => readFileSync(join(import.meta.dirname, path), "utf8");
  return (_wxt, files) => {
    const page = read("components/shared/guide.html");
    const guide = guidePages.map(renderPage).join("");
    const colours = read("components/shared/colours.css");
    files.push(
      { relativeDest: "guide.html", contents: page.replace("<!-- the guide -->", () => guide) },
      { relativeDest: "guide.css", contents: colours + read("components/shared/guide.css") },
    );
  };
}
