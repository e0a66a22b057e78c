import { html } from "../application.ts";
import type { Fields } from "./urls.ts";

/** A page of an application that says one sentence. */
export const say = (sentence: string, init: { status?: number; headers?: Fields } = {}): Response =>
  new Response(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><p>${sentence}</p>`,
    {
      status: init.status ?? 200,
      headers: { "content-type": "text/html", ...init.headers },
    },
  );

/** A page of an application with a script. */
export const runScript = (script: string): Response =>
  html(
    `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><p>Shop</p><script>${script}</script>`,
  );

/** A redirect of an application's server, with cookies. */
export function redirectTo(location: string, cookies: readonly string[] = []): Response {
  const headers = new Headers({ location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
}
