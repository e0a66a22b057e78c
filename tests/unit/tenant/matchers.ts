import { expect } from "vitest";

// Vitest types its matchers as any, which the lint forbids inside an expected object.

/** Matches a string that contains the text. */
export function containing(text: string): unknown {
  return expect.stringContaining(text);
}

/** Matches a string that the pattern matches. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Matches a list that has an entry with these properties. */
export function listWith(properties: object): unknown {
  return expect.arrayContaining([expect.objectContaining(properties)]);
}
