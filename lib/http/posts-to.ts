const entity = /&(?:amp|#x([0-9a-f]{1,4})|#([0-9]{1,5}));/giu;

/**
 * Returns true if a page has a form to this address: the response of OAuth 2.0 Form Post Response
 * Mode, section 2. Servers escape different characters of an attribute.
 */
export function postsTo(html: string, address: string): boolean {
  if (address === "") return false;
  const plain = html.replaceAll(entity, (_match, hex?: string, decimal?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return decimal === undefined ? "&" : String.fromCharCode(Number(decimal));
  });
  return plain.includes(`"${address}"`) || plain.includes(`'${address}'`);
}
