/** Elements whose text is invisible on the page. */
const invisible = "script, style, noscript, template, head, svg, [hidden]";

/**
 * Reads the visible text of an untrusted HTML page, without its styles. The document is inert: it
 * runs no script and loads no resource (HTML Standard, section 8.5.1).
 */
export function readHtmlText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(invisible)) element.remove();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode.nodeValue ?? "");
  // Without a space, a heading would run into its paragraph.
  return texts.join(" ");
}
