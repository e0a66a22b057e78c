import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";

/** The parts of a server's discovery document that runs use. */
export interface Discovery {
  /** The issuer of its tokens, with or without a slash at the end. */
  issuer: string;
  /** The URL of its key set. */
  keySetUrl: string;
  endpoints: {
    authorization: string;
    token?: string;
    userInfo?: string;
    logout?: string;
  };
  /** Missing if the server does not list them. The order of the words of a type has no meaning. */
  responseTypes?: readonly string[];
  responseModes?: readonly string[];
  grantTypes?: readonly string[];
  /**
   * True if the server announces something that only this service has. Only then it has embedded
   * login, signup, passwordless login and logout with `returnTo`: no document lists these.
   */
  isOwnService: boolean;
}

const list = z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(200)));
const url = z.url({ protocol: /^https?$/ }).check(z.maxLength(2000));
const documentSchema = z.object({
  issuer: url,
  authorization_endpoint: url,
  token_endpoint: z.optional(url),
  userinfo_endpoint: z.optional(url),
  end_session_endpoint: z.optional(url),
  jwks_uri: url,
  response_types_supported: list,
  response_modes_supported: list,
  grant_types_supported: list,
  mfa_challenge_endpoint: z.optional(z.unknown()),
});

/**
 * Parses a discovery document.
 *
 * @returns undefined for any other text
 * @see OpenID Connect Discovery 1.0, section 3; RFC 8414, section 2
 */
export function readDiscovery(text: string): Discovery | undefined {
  const parsed = documentSchema.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    userinfo_endpoint: userInfo,
    end_session_endpoint: logout,
    jwks_uri: keySetUrl,
    response_types_supported: responseTypes,
    response_modes_supported: responseModes,
    grant_types_supported: grantTypes,
    mfa_challenge_endpoint: ownEndpoint,
  } = parsed.data;
  return {
    issuer,
    keySetUrl,
    endpoints: {
      authorization,
      ...(token === undefined ? {} : { token }),
      ...(userInfo === undefined ? {} : { userInfo }),
      ...(logout === undefined ? {} : { logout }),
    },
    ...(responseTypes === undefined ? {} : { responseTypes }),
    ...(responseModes === undefined ? {} : { responseModes }),
    ...(grantTypes === undefined ? {} : { grantTypes }),
    // The service's public documents have its own endpoint and no list of grants.
    isOwnService:
      ownEndpoint !== undefined || (grantTypes ?? []).some((grant) => grant.startsWith(ownGrants)),
  };
}

/** The start of the URIs of the service's own grants. */
const ownGrants = "http://auth0.com/oauth/grant-type/";
