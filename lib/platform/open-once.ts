/**
 * Returns a function that opens a resource at its first call only. After a failure, it tries again.
 */
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
