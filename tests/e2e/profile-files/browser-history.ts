import { DatabaseSync } from "node:sqlite";

/** Returns the URLs in a browser's history that start with the prefix, oldest first. */
export function readHistory(file: string, table: "urls" | "moz_places", prefix: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = database.prepare(`SELECT url FROM ${table} ORDER BY id`).all();
    return rows.map(({ url }) => String(url)).filter((url) => url.startsWith(prefix));
  } finally {
    database.close();
  }
}
