/** Returns the first difference of two URLs in words; undefined if they are equal. */
export function describeDifference(sent: string, allowed: string): string | undefined {
  if (sent === allowed) return undefined;
  if (sent === `${allowed}/`) return "The sent URL ends with a slash, the allowed one does not.";
  if (`${sent}/` === allowed) return "The allowed URL ends with a slash, the sent one does not.";
  if (sent.toLowerCase() === allowed.toLowerCase()) {
    return `They differ in case at character ${String(findDifference(sent, allowed) + 1)}.`;
  }
  const [one, other] = [URL.parse(sent), URL.parse(allowed)];
  for (const part of ["protocol", "hostname", "port", "pathname", "search"] as const) {
    if (one === null || other === null || one[part] === other[part]) continue;
    return `They differ in the ${names[part]}: ${one[part] || "none"} and ${other[part] || "none"}.`;
  }
  return `They differ at character ${String(findDifference(sent, allowed) + 1)}.`;
}

const names = {
  protocol: "scheme",
  hostname: "host",
  port: "port",
  pathname: "path",
  search: "query",
};

/** Returns the index of the first character that differs. */
function findDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index += 1;
  return index;
}

/** Returns the URL that is most like the one that was sent. */
export function findNearest(sent: string, candidates: readonly string[]): string | undefined {
  const likeness = (url: string) => findDifference(sent.toLowerCase(), url.toLowerCase());
  return candidates.toSorted((one, other) => likeness(other) - likeness(one)).at(0);
}
