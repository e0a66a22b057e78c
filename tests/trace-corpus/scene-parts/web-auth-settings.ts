import { demo } from "../../launch/demo.ts";
import type { ProviderStage } from "../provider-stage.ts";

/** The settings with which auth0-js finds the local tenant, whose origin is not of its service. */
export const tenantOverrides = ({ tenant }: Pick<ProviderStage, "tenant">) => ({
  __tenant: demo.tenantName,
  __token_issuer: `${tenant.origin}/`,
  __jwks_uri: `${tenant.origin}/.well-known/jwks.json`,
});

interface WebAuthSettings {
  readonly redirectUri: string;
  readonly responseType?: string;
  readonly scope?: string;
}

/** The settings of a `WebAuth` of auth0-js at the tenant. */
export const webAuthSettings = (
  stage: Pick<ProviderStage, "tenant">,
  { redirectUri, responseType = "token id_token", scope = "openid profile email" }: WebAuthSettings,
) => ({
  domain: stage.tenant.origin,
  clientID: demo.clientId,
  redirectUri,
  responseType,
  scope,
  overrides: tenantOverrides(stage),
});
