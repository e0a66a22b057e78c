/** Creates a value at its first use, because a page uses the schemas of only a few commands. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}
