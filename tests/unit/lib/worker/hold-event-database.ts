/** The event database, held open by a page that does not close it when asked. */
export interface HeldDatabase {
  /** Resolves when the browser asks the page to close the database. */
  asked: Promise<unknown>;
  close(): void;
}

/**
 * Opens the event database and holds it.
 *
 * @param version the requested version; default: the version of the database
 */
export async function holdEventDatabase(
  factory: IDBFactory,
  version?: number,
): Promise<HeldDatabase> {
  const request = factory.open("events", version);
  await new Promise((resolve) => request.addEventListener("success", resolve));
  const { result } = request;
  const asked = new Promise((resolve) => result.addEventListener("versionchange", resolve));
  return { asked, close: () => result.close() };
}
