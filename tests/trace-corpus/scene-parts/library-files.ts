import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { ProviderStage } from "../provider-stage.ts";

/** The browser's files of the installed libraries, as their documentation names them. */
const files = {
  "oidc-client-ts": "dist/browser/oidc-client-ts.min.js",
  "auth0-js": "dist/auth0.min.js",
  "@auth0/auth0-spa-js": "dist/auth0-spa-js.production.js",
  // Its entry is for browsers too, and in no folder `dist`.
  oauth4webapi: "",
} as const;

export type LibraryName = keyof typeof files;

/** Serves the browser's file of an installed library at this path. */
export async function serveLibraryFile(
  { application }: ProviderStage,
  path: string,
  name: LibraryName,
): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(name);
  const library = await readFile(entry.replace(/dist[\\/].*$/, files[name]), "utf8");
  const headers = { "content-type": "text/javascript" };
  application.respond(path, () => new Response(library, { headers }));
}
