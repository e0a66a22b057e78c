import type { FetchHandler } from "../../../../tenant/server/listen.ts";
import { html } from "../../application.ts";
import { addTo, type Fields } from "../../scene-parts/urls.ts";

/** Lets the page that sent a request read the response. A navigation needs no such header. */
function allow(response: Response, { headers }: Request): Response {
  if (headers.get("sec-fetch-mode") !== "cors") return response;
  response.headers.set("access-control-allow-origin", headers.get("origin") ?? "*");
  response.headers.set("access-control-allow-headers", "authorization, content-type");
  response.headers.set("vary", "Origin");
  return response;
}

/** Creates a provider from the answers at its paths. Pages of every origin may read them. */
export function createMake(routes: Readonly<Record<string, FetchHandler>>): FetchHandler {
  return async (request) => {
    const answer = routes[new URL(request.url).pathname];
    if (answer === undefined) return new Response("Not found", { status: 404 });
    if (request.method === "OPTIONS") return allow(new Response(null, { status: 204 }), request);
    return allow(await answer(request), request);
  };
}

/** A provider's page with a form. */
export const formPage = (button: string, fields = ""): Response =>
  html(
    `<!doctype html><html lang="en"><title>${button}</title><link rel="icon" href="data:,">
<form method="post">${fields}<button>${button}</button></form></html>`,
    { "cache-control": "no-store" },
  );

/** The field of a login page. */
export const nameField = `<label>Name <input name="name" value="ada"></label>`;

/** Returns the parameters of a request's URL. */
export const readQuery = (request: Request): URLSearchParams => new URL(request.url).searchParams;

/** The redirect URI of an authorization request, with this response and the request's state. */
export const respondTo = (request: URLSearchParams, response: Fields): string =>
  addTo(request.get("redirect_uri") ?? "", { ...response, state: request.get("state") ?? "" });
