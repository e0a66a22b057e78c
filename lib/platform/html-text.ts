/** Elements whose text is not what a person reads on the page. */
const unread = "script, style, noscript, template, head, svg, [hidden]";

/**
 * Reads the text of a foreign HTML page, as far as it can be seen without its styles. The document is inert: nothing in it runs,
 * and nothing that it names is loaded (HTML Standard, section 8.5.1).
 */
export function readHtmlText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of page.querySelectorAll(unread)) element.remove();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode.nodeValue ?? "");
  // Elements stand for breaks: without a blank, a heading would run into its paragraph.
  return texts.join(" ");
}
