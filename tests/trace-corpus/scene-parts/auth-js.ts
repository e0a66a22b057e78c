import { Auth, type AuthConfig } from "@auth/core";
import type { Application } from "../application.ts";
import { serverSecret } from "./provider-clients.ts";

const ignore = () => undefined;

/** The library writes each failure to the console, where a recording does not need it. */
export const silentLogger: NonNullable<AuthConfig["logger"]> = {
  error: ignore,
  warn: ignore,
  debug: ignore,
};

/** The client of a server with a secret, as the library's settings name it. */
export const shopServer = {
  clientId: "shop-server",
  clientSecret: serverSecret,
  client: { token_endpoint_auth_method: "client_secret_post" },
} as const;

/** Serves these routes of the library, which a proxy may reach at an origin of its own. */
export function serveAuthRoutes(
  application: Application,
  config: AuthConfig,
  paths: readonly string[],
  innerOrigin?: string,
): void {
  for (const path of paths)
    application.respond(`${config.basePath ?? "/auth"}/${path}`, async (request) => {
      const { origin, href } = new URL(request.url);
      const { method, headers } = request;
      const body = method === "POST" ? await request.text() : null;
      const url = href.replace(origin, innerOrigin ?? origin);
      return await Auth(new Request(url, { method, headers, body }), config);
    });
}
