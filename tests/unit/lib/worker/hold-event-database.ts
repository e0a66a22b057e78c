/** The event database as a page holds it that does not give way. */
export interface HeldDatabase {
  /** Resolves when the page was asked to let go of it. */
  asked: Promise<unknown>;
  close(): void;
}

/** @param version the one that the page asks for; that of the database itself when left out */
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
