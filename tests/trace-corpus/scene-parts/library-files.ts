import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { ProviderStage } from "../provider-stage.ts";

/** Serves the browser's file of an installed library at this path. */
export async function serveFile(
  { application }: ProviderStage,
  path: string,
  { name, file }: { name: string; file: string },
): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(name);
  const library = await readFile(entry.replace(/dist[\\/].*$/, file), "utf8");
  const headers = { "content-type": "text/javascript" };
  application.respond(path, () => new Response(library, { headers }));
}
