import { demo } from "../../launch/demo.ts";
import type { ProviderStage } from "../provider-stage.ts";
import type { Fields } from "./urls.ts";

/** Declares the client of auth0-spa-js as its documentation does, with a cache in memory. */
export const declareClient = (
  { tenant }: { tenant: Pick<ProviderStage["tenant"], "origin"> },
  parameters: Fields,
): string =>
  `const client = new auth0.Auth0Client(${JSON.stringify({
    domain: tenant.origin,
    clientId: demo.clientId,
    authorizationParams: parameters,
  })});`;

/** Lets the tenant's client be used at one origin only. */
export const allowOrigin = ({ control }: ProviderStage, origin: string, ...paths: string[]) =>
  control.changeClient(demo.clientId, {
    callbacks: paths.map((path) => `${origin}${path}`),
    web_origins: [origin],
    allowed_logout_urls: [`${origin}/`, ...paths.map((path) => `${origin}${path}`)],
  });
