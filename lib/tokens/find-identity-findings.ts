import type { DecodedToken } from "./decode-token.ts";
import { kindOf, otherJwt } from "./kinds/kind-table.ts";
import { showValue, type Finding, type FindingsContext } from "./finding.ts";
import type { JsonValue } from "../encoding/json.ts";

/** Checks iss, sub, aud, azp, nonce and organization against this tenant, client and login. */
export function findIdentityFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  const kind = kindOf(context);
  // Neither the issuer nor the audience of other kinds is one of the selected tenant.
  if (kind.isFromProvider !== true && kind !== otherJwt) return [];
  const isIdToken = context.use === "id_token";
  const findings = [
    ...checkIssuer(token.payload["iss"], context),
    ...checkSubject(token.payload["sub"], context),
    ...checkAudience(token, context),
    ...checkAuthorizedParty(token, context),
    ...checkNonce(token.payload["nonce"], context),
    ...checkOrganization(token, context),
  ];
  return findings.map((finding) =>
    isIdToken && finding.severity === "error"
      ? { ...finding, libraryError: "invalid_token" }
      : finding,
  );
}

function checkIssuer(iss: JsonValue | undefined, context: FindingsContext): Finding[] {
  const { use, tenantIssuer, otherIssuers = [] } = context;
  const kind = kindOf(context);
  const source = "OpenID Connect Core 1.0, section 3.1.3.7";
  // The tenant need not have issued a JWT of no particular kind.
  const severity = kind === otherJwt ? "warning" : "error";
  if (typeof iss !== "string") {
    // `findMissingClaims` lists the missing claims of other kinds.
    if (kind.use === undefined && kind !== otherJwt) return [];
    return [
      {
        id: "issuer-missing",
        // Only a profile of JWT requires iss (RFC 7519, section 4.1.1).
        severity: kind.requires?.includes("iss") === true ? "error" : "note",
        title: "The token does not name its issuer",
        seen: `iss ${showValue(iss)}`,
        why: "A client must compare iss with the tenant of its login.",
        remedy: "Check that the tenant issued this token: its tokens always name the tenant.",
        source,
      },
    ];
  }
  if (tenantIssuer === undefined || iss === tenantIssuer) return [];
  const seen = `iss ${showValue(iss)}, expected ${showValue(tenantIssuer)}`;
  if (otherIssuers.includes(iss)) {
    return [
      {
        id: "issuer-other-domain",
        // An API may accept both domains. A client accepts only the domain of its login.
        severity: use === "id_token" ? "error" : "warning",
        title: "Issued by the tenant's other domain",
        seen,
        why: "The tenant is correct, but each of its domains is a separate issuer. Issuers are compared character by character.",
        remedy:
          "Use one domain for the login and for the check: the custom domain, or the tenant's own.",
        source,
      },
    ];
  }
  if (stripSlash(iss) === stripSlash(tenantIssuer)) {
    return [
      {
        id: "issuer-slash",
        severity,
        title: "The issuer differs by its trailing slash",
        seen,
        why: "Issuers are compared character by character, and only one of the two ends with a slash.",
        remedy: `If the tenant issued this token, configure the issuer ${iss.endsWith("/") ? "with" : "without"} the slash, as in the tenant's discovery document.`,
        source,
      },
    ];
  }
  return [
    {
      id: "issuer-different",
      severity,
      title: "Issued by another tenant",
      seen,
      why: "The selected tenant is not the issuer, so its keys cannot verify this token. The issuer was not contacted.",
      remedy: "Select the tenant that issued the token, then inspect it again.",
      source,
    },
  ];
}

function checkSubject(sub: JsonValue | undefined, { use }: FindingsContext): Finding[] {
  if (use !== "id_token" || (typeof sub === "string" && sub !== "")) return [];
  return [
    {
      id: "subject-missing",
      severity: "error",
      title: "The token has no subject",
      seen: `sub ${showValue(sub)}`,
      why: "Without sub, a client cannot identify the user.",
      remedy: "Configure the issuer to set sub to a string.",
      source: "OpenID Connect Core 1.0, section 2",
    },
  ];
}

function readAudiences(aud: JsonValue | undefined): string[] {
  const values = Array.isArray(aud) ? aud : [aud];
  return values.filter((value) => typeof value === "string");
}

function checkAudience({ payload }: DecodedToken, context: FindingsContext): Finding[] {
  const { use, clientId } = context;
  const { aud } = payload;
  const audiences = readAudiences(aud);
  if (audiences.length === 0) {
    if (use === "unknown") return [];
    // Only a profile of JWT requires aud (RFC 7519, section 4.1.3).
    const isRequired = kindOf(context).requires?.includes("aud") === true;
    return [
      {
        id: "audience-missing",
        severity: isRequired ? "error" : "note",
        title: "The token has no audience",
        seen: `aud ${showValue(aud)}`,
        why: isRequired
          ? "A token without an audience would be valid everywhere, so clients and APIs reject it."
          : "Any API that trusts the issuer may accept this access token. Only RFC 9068 requires aud.",
        remedy:
          "Configure the issuer to set aud: the API in an access token, otherwise the client ID.",
        source: "OpenID Connect Core 1.0, section 2; RFC 9068, section 2.2",
      },
    ];
  }
  const isForClient = use === "id_token" || use === "logout_token";
  if (clientId === undefined || !isForClient || audiences.includes(clientId)) return [];
  return [
    {
      id: "audience-without-client",
      severity: "error",
      title: `The ${use === "id_token" ? "ID" : "logout"} token is for another client`,
      seen: `aud ${showValue(aud)}, client ID ${showValue(clientId)}`,
      why: "The audience must contain the client ID. This token was issued to another application.",
      remedy: "Use the client ID of the login request, or log in with this client ID.",
      source: "OpenID Connect Core 1.0, section 3.1.3.7",
    },
  ];
}

function checkAuthorizedParty(
  { payload }: DecodedToken,
  { use, clientId }: FindingsContext,
): Finding[] {
  if (use !== "id_token") return [];
  const azp = payload["azp"];
  const isAbsent = azp === undefined;
  if (isAbsent && readAudiences(payload["aud"]).length < 2) return [];
  if (!isAbsent && (clientId === undefined || azp === clientId)) return [];
  return [
    {
      id: isAbsent ? "authorized-party-missing" : "authorized-party-different",
      severity: "error",
      title: isAbsent
        ? "Several audiences, but no authorized party"
        : "The ID token was issued to another client",
      seen: `aud ${showValue(payload["aud"])}, azp ${showValue(azp)}${clientId === undefined ? "" : `, client ID ${showValue(clientId)}`}`,
      why: "azp names the client that the token was issued to. It must be this client. A token with several audiences must contain azp.",
      remedy:
        "Log in with this client. If several audiences are intended, configure the issuer to set azp.",
      source: "OpenID Connect Core 1.0, section 3.1.3.7",
    },
  ];
}

function checkNonce(
  nonce: JsonValue | undefined,
  { use, nonce: sent }: FindingsContext,
): Finding[] {
  if (use !== "id_token") return [];
  const source = "OpenID Connect Core 1.0, section 3.1.3.7";
  if (sent === undefined) {
    if (nonce !== undefined) return [];
    return [
      {
        id: "nonce-absent",
        severity: "note",
        title: "The ID token has no nonce",
        seen: "nonce absent",
        why: "Without a nonce, only the PKCE code verifier binds the token to its login request.",
        remedy: "Send a nonce with the login request. It is mandatory for tokens in the redirect.",
        source: "OpenID Connect Core 1.0, section 3.2.2.1",
      },
    ];
  }
  if (nonce === sent) return [];
  const isMissing = nonce === undefined;
  return [
    {
      id: isMissing ? "nonce-missing" : "nonce-different",
      severity: "error",
      title: isMissing
        ? "The ID token does not contain the nonce"
        : "The nonce belongs to another login",
      seen: `nonce ${showValue(nonce)}, sent ${showValue(sent)}`,
      why: "The ID token must contain the nonce of the login request; otherwise it may be a replayed token.",
      remedy:
        "Log in again. If this continues, check whether login requests overlap or overwrite the stored nonce.",
      source,
    },
  ];
}

function checkOrganization(
  { payload }: DecodedToken,
  { use, organization }: FindingsContext,
): Finding[] {
  if (use !== "id_token" || organization === undefined) return [];
  const isId = organization.startsWith("org_");
  const claim = isId ? "org_id" : "org_name";
  // The tenant writes organization names in lower case.
  const wanted = isId ? organization : organization.toLowerCase();
  if (payload[claim] === wanted) return [];
  return [
    {
      id: "organization-different",
      severity: "error",
      title: "The login was not to the requested organization",
      seen: `${claim} ${showValue(payload[claim])}, requested ${showValue(organization)}`,
      why: "A login to an organization must return a token of that organization.",
      remedy: "Log in again and select the organization. Check that the user is a member of it.",
      source: "the tenant's own claim, documented for organizations",
    },
  ];
}

function stripSlash(text: string): string {
  return text.endsWith("/") ? text.slice(0, -1) : text;
}
