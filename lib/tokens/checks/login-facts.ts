import type { Companions } from "../companion-hashes.ts";
import type { InspectionContext, TokenReport } from "../inspect-token.ts";

/** Parameters on the wire, by name. */
export type LoginParameters = Readonly<Record<string, string | undefined>>;

/** The parameters of a login on the wire, and the expected issuer. */
export interface LoginExchange {
  /** Parameters of the authorization request. */
  request: LoginParameters;
  /** Parameters of the authorization response, and of the token response if there was one. */
  response: LoginParameters;
  issuer: string;
  /** The issuers of the same tenant's other domains. */
  otherIssuers?: readonly string[];
  /** The arrival time of the response by this device's clock: Unix time in ms. */
  receivedAt: number;
}

/** The input of the checks of a login. */
export interface LoginFacts extends LoginExchange {
  /** The report about the ID token of the response, if there is one. */
  idToken?: TokenReport | undefined;
}

/** Returns the values that an ID token of the login must match, for `inspectToken`. */
export function expectationsOf(
  login: Omit<LoginExchange, "receivedAt" | "issuer"> & {
    receivedAt?: number;
    issuer?: string | undefined;
  },
): Omit<InspectionContext, "now" | "keys"> & { companions: Companions } {
  const { request, response, issuer, otherIssuers, receivedAt } = login;
  const { client_id: clientId, nonce, max_age: maxAge, organization } = request;
  const seconds = Number(maxAge ?? Number.NaN);
  return {
    isRequestKnown: Object.keys(request).length > 0,
    ...(receivedAt === undefined ? {} : { receivedAt }),
    ...(issuer === undefined ? {} : { tenantIssuer: issuer }),
    ...(otherIssuers === undefined ? {} : { otherIssuers }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(Number.isInteger(seconds) ? { maxAge: seconds } : {}),
    ...(organization === undefined ? {} : { organization }),
    companions: {
      ...(response["access_token"] === undefined ? {} : { accessToken: response["access_token"] }),
      ...(response["code"] === undefined ? {} : { code: response["code"] }),
    },
  };
}
