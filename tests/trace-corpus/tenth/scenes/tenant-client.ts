import { demo } from "../../../launch/demo.ts";
import type { Fields } from "../../second/relying-party.ts";
import type { ProviderStage } from "../../provider-stage.ts";

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
