/** Returns a function that opens a resource once. After a failure, the next call tries again. */
export function openOnce<Thing>(open: () => Promise<Thing>): () => Promise<Thing> {
  let opened: Promise<Thing> | undefined;
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
