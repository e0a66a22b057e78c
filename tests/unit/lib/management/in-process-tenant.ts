import { createManagementClient } from "../../../../lib/management/client.ts";
import {
  createAccessTokenSource,
  type Credential,
} from "../../../../lib/management/credentials/credentials.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { createRatePacer } from "../../../../lib/management/calls/rate-pacer.ts";
import { createTenant } from "../../../../tenant/app.ts";
import type { TenantOptions } from "../../../../tenant/create-context.ts";
import { sharedKeys } from "../../tenant/open-tenant.ts";
import { createClock } from "./fakes.ts";

export const tenantOrigin = "http://localhost:4400";

/** Creates a body that the seeded tenant accepts. Each number gives another profile. */
export function exchangeBody(number = 1) {
  return {
    name: `Legacy tokens ${number}`,
    subject_token_type: `urn:acme:legacy-token-${number}`,
    action_id: "act_demo_legacy",
    type: "custom_authentication" as const,
  };
}

/** The credentials of a seeded client, by default the one with all scopes. */
export function credentialOf(clientId = "demo-management"): Credential {
  return {
    kind: "client_credentials",
    tokenUrl: `${tenantOrigin}/oauth/token`,
    clientId,
    clientSecret: `${clientId}-secret`,
    audience: `${tenantOrigin}/api/v2/`,
  };
}

/** Runs the local tenant in this process, without a socket. Its clock moves only on demand. */
export function connect(limits: TenantOptions["limits"] = {}, clock = createClock()) {
  const tenant = createTenant({
    origin: tenantOrigin,
    demoOrigins: [],
    now: () => clock.now(),
    keys: sharedKeys,
    limits,
  });
  // Drop the options that only a browser's fetch supports.
  const fetch: Fetch = (url, request) => tenant.fetch(new Request(url, request));
  const tokenOf = (credential: Credential = credentialOf()) =>
    createAccessTokenSource(credential, { fetch, clock });
  const pacer = createRatePacer();
  const logIn = (credential: Credential = credentialOf(), through: Fetch = fetch) =>
    createManagementClient({
      baseUrl: `${tenantOrigin}/api/v2`,
      accessToken: tokenOf(credential),
      fetch: through,
      clock,
      random: () => 0.5,
      pacer,
    });
  return { clock, fetch, tokenOf, logIn };
}
