import { createManagementClient } from "../../../../lib/management/client.ts";
import {
  createAccessTokenSource,
  type Credential,
} from "../../../../lib/management/credentials/credentials.ts";
import type { Fetch } from "../../../../lib/management/ports.ts";
import { createTenant } from "../../../../tenant/app.ts";
import type { TenantOptions } from "../../../../tenant/create-context.ts";
import { sharedKeys } from "../../tenant/open-tenant.ts";
import { createClock } from "./fakes.ts";

export const ORIGIN = "http://localhost:4400";

/** The body of a token exchange profile that the seeded tenant accepts; each number makes another one. */
export function exchangeBody(number = 1) {
  return {
    name: `Legacy tokens ${number}`,
    subject_token_type: `urn:acme:legacy-token-${number}`,
    action_id: "act_demo_legacy",
    type: "custom_authentication" as const,
  };
}

/** The credentials of a seeded client; the one that may do everything unless told. */
export function credentialOf(clientId = "demo-management"): Credential {
  return {
    kind: "client_credentials",
    tokenUrl: `${ORIGIN}/oauth/token`,
    clientId,
    clientSecret: `${clientId}-secret`,
    audience: `${ORIGIN}/api/v2/`,
  };
}

/** The local tenant in this process, without a socket, and clients of it. Its clock stands still until it is moved. */
export function connect(limits: TenantOptions["limits"] = {}) {
  const clock = createClock();
  const tenant = createTenant({
    origin: ORIGIN,
    demoOrigins: [],
    now: () => clock.now(),
    keys: sharedKeys,
    limits,
  });
  // What only a browser's own fetch understands stays behind.
  const fetch: Fetch = (url, request) => tenant.fetch(new Request(url, request));
  const tokenOf = (credential: Credential = credentialOf()) =>
    createAccessTokenSource(credential, { fetch, clock });
  const logIn = (credential: Credential = credentialOf(), through: Fetch = fetch) =>
    createManagementClient({
      baseUrl: `${ORIGIN}/api/v2`,
      accessToken: tokenOf(credential),
      fetch: through,
      clock,
      random: () => 0.5,
    });
  return { clock, fetch, tokenOf, logIn };
}
