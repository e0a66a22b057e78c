import type { InspectionContext, TokenReport } from "../inspect-token.ts";

/** Parameters on the wire, by name. */
export type LoginParameters = Readonly<Record<string, string | undefined>>;

/** A login as it went over the wire, and the issuer that is expected to answer. */
export interface LoginExchange {
  /** Parameters of the authorization request. */
  request: LoginParameters;
  /** Parameters of the authorization response, with those of the token response where there was one. */
  response: LoginParameters;
  issuer: string;
  /** The issuers of the same tenant's other domains. */
  otherIssuers?: readonly string[];
  /** This computer's clock when the response arrived: Unix time in ms. */
  receivedAt: number;
}

/** All that the checks of a login compare. */
export interface LoginFacts extends LoginExchange {
  /** The report about the ID token of the response; absent where it has none. */
  idToken?: TokenReport | undefined;
}

/** What an ID token of a login must match: the context for `inspectToken`. */
export function expectationsOf(
  exchange: Omit<LoginExchange, "receivedAt">,
): Omit<InspectionContext, "now" | "keys"> {
  const { request, response, issuer, otherIssuers } = exchange;
  const { client_id: clientId, nonce, max_age: maxAge, organization } = request;
  return {
    tenantIssuer: issuer,
    ...(otherIssuers === undefined ? {} : { otherIssuers }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(nonce === undefined ? {} : { nonce }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
    ...(organization === undefined ? {} : { organization }),
    companions: {
      ...(response["access_token"] === undefined ? {} : { accessToken: response["access_token"] }),
      ...(response["code"] === undefined ? {} : { code: response["code"] }),
    },
  };
}
