import type { JsonValue } from "../../encoding/json.ts";
import type { DecodedToken } from "../decode-token.ts";
import type { FindingsContext } from "../finding.ts";
import { kindOf, otherJwt } from "../kinds/kind-table.ts";
import type { TokenUse } from "../kinds/token-kind.ts";
import { readNumericDate } from "../numeric-date.ts";
import { describeTwoUnits } from "../relative-time.ts";
import { readType } from "../kinds/decide-kind.ts";
import { showText, showEnds, type ComparedValue } from "./check.ts";
import { describeTime, showClaimValue } from "./describe-time.ts";
import type { CheckDraft, TokenFacts } from "./token-facts.ts";

const expectedTypes: Readonly<Record<Exclude<TokenUse, "unknown">, string>> = {
  id_token: "JWT, or absent",
  access_token: "at+jwt, JWT, or absent",
  logout_token: "logout+jwt",
  dpop_proof: "dpop+jwt",
};

/** Drafts the checks of form, type and algorithm. */
export function draftHeaderChecks({ token, context }: TokenFacts): CheckDraft[] {
  const { header, signature, parts } = token;
  const { use } = context;
  const form: CheckDraft = {
    id: "form",
    passed: "Header and payload are JSON objects.",
    compared: [
      { label: "expected", value: "three parts" },
      {
        label: "found",
        value: `header ${parts.header.length}, payload ${parts.payload.length} characters; signature ${signature.byteLength} bytes`,
      },
    ],
  };
  const type: CheckDraft[] =
    use === "unknown"
      ? []
      : [
          {
            id: "type",
            passed:
              use === "access_token" && readType(header) !== "at+jwt"
                ? "An access token without the profile of RFC 9068."
                : "The type fits the kind of the token.",
            compared: compare(expectedTypes[use], showClaimValue(header["typ"])),
          },
        ];
  return [form, ...type, draftAlgorithmCheck(token, context)];
}

function draftAlgorithmCheck({ header }: DecodedToken, context: FindingsContext): CheckDraft {
  const found = showClaimValue(header["alg"]);
  const { use } = context;
  const base = { id: "algorithm", compared: compare("not none", found) } as const;
  switch (use) {
    case "id_token":
    case "unknown": {
      if (use === "unknown" && kindOf(context) !== otherJwt) {
        return { ...base, passed: "The token is signed." };
      }
      const library = "Version 10 of the library";
      return {
        ...base,
        passed: `${library} accepts it${use === "id_token" ? "" : " in an ID token"}.`,
        // A finding says so for a token that the library has to accept.
        notApplicable:
          header["alg"] === "RS256"
            ? undefined
            : `${library} accepts RS256 alone, but this token is not known to be for the library.`,
        compared: compare(
          `RS256${use === "id_token" ? "" : " in an ID token"} (version 10 of the library)`,
          found,
        ),
      };
    }
    case "access_token":
    case "dpop_proof":
      return {
        ...base,
        passed: "Only the signer has the key.",
        compared: compare("an asymmetric algorithm", found),
      };
    case "logout_token":
      return { ...base, passed: "The token is signed." };
  }
  return use satisfies never;
}

/** Drafts the check of the signature. The keys are the tenant's, or a proof's own. */
export function draftSignatureCheck({
  token,
  context,
  verification,
  findings,
}: TokenFacts): CheckDraft {
  const isProof = context.use === "dpop_proof";
  const keysOf = isProof
    ? "the proof itself (jwk)"
    : verification?.keys === "pasted"
      ? "the Keys section (pasted)"
      : showText(context.tenantIssuer ?? "not known");
  const draft = {
    id: "signature",
    passed: verification?.message ?? "",
    compared: [
      { label: "alg", value: showClaimValue(token.header["alg"]) },
      { label: "kid", value: showClaimValue(token.header["kid"]) },
      { label: "keys of", value: keysOf },
    ],
    source: "RFC 7515, section 5.2",
  } as const;
  if (verification === null) {
    const unchecked = isProof
      ? "The header has no public key to verify with."
      : context.tenantIssuer === undefined
        ? "No tenant is selected, and no key is pasted."
        : "Its issuer is not the selected tenant, and no key is pasted.";
    return { ...draft, compared: [...draft.compared], unchecked };
  }
  const failed = verification.kind === "unsigned" ? verification.message : undefined;
  const isForeign =
    verification.kind === "unknown-key" && findings.some(({ id }) => id === "issuer-different");
  const unchecked = isForeign
    ? "Another tenant issued the token, and this tenant does not publish the signing key."
    : verification.kind === "verified" || verification.kind === "other-algorithm"
      ? undefined
      : verification.message;
  return { ...draft, compared: [...draft.compared], failed, unchecked };
}

/** Drafts the check of the issuer. */
export function draftIssuerCheck({ token, context }: TokenFacts): CheckDraft {
  const { tenantIssuer } = context;
  const kind = kindOf(context);
  return {
    id: "issuer",
    passed: "Issued by the expected tenant.",
    compared: compare(
      tenantIssuer === undefined ? "not known" : showText(tenantIssuer),
      showClaimValue(token.payload["iss"]),
    ),
    unchecked: tenantIssuer === undefined ? "No tenant is selected to compare with." : undefined,
    notApplicable:
      kind.isFromProvider === true || kind === otherJwt
        ? undefined
        : "The issuer of this kind of token is no authorization server.",
  };
}

/** Drafts the check of the audience: a client, or an API that is not known here. */
export function draftAudienceCheck({ token, context }: TokenFacts): CheckDraft {
  const { use, clientId } = context;
  const isForClient = use === "id_token" || use === "logout_token";
  const found = showClaimValue(token.payload["aud"]);
  const { azp } = token.payload;
  const withAzp = azp === undefined ? [] : [{ label: "azp", value: showClaimValue(azp) }];
  if (isForClient && clientId !== undefined) {
    return {
      id: "audience",
      passed: "The token is for this client.",
      compared: [...compare(showText(clientId), found), ...withAzp],
    };
  }
  return {
    id: "audience",
    passed: "",
    compared: [...compare(isForClient ? "the client ID" : "the API", found), ...withAzp],
    unchecked: isForClient
      ? "The client ID is known only for the tokens of a run."
      : "Only the receiver of the token knows which audience it is.",
    ...(isForClient ? {} : { source: "RFC 7519, section 4.1.3; RFC 9068, section 4" }),
  };
}

/** Drafts the check of the times against this device's clock. */
export function draftTimesCheck({ token, context }: TokenFacts): CheckDraft {
  const { now, use, maxAge, receivedAt } = context;
  const { payload } = token;
  const names = [
    ...(use === "dpop_proof" && payload["exp"] === undefined ? [] : ["exp"]),
    ...(payload["nbf"] === undefined ? [] : ["nbf"]),
    "iat",
    ...(maxAge === undefined ? [] : ["auth_time"]),
  ];
  const sources: Partial<Record<TokenUse, string>> = {
    dpop_proof: "RFC 9449, section 4.3",
    access_token: "RFC 9068, section 4",
    unknown: "RFC 7519, section 4.1",
  };
  const source = sources[use];
  return {
    id: "times",
    passed:
      use === "dpop_proof"
        ? "New enough to be used, and not issued in the future."
        : "Not expired, and not issued in the future.",
    compared: [
      {
        label: "this device's clock",
        value: now === receivedAt ? "at the response" : "now",
        at: now,
      },
      ...names.map((name) => describeTime(name, payload[name], now)),
    ],
    remark: receivedAt === undefined ? undefined : describeSkew(payload["iat"], receivedAt),
    ...(source === undefined ? {} : { source }),
  };
}

/** In milliseconds. A smaller difference can be the duration of the response. */
const minReportedSkew = 30_000;

/** Compares `iat` with the arrival: a tenant signs a token when it responds. */
function describeSkew(iat: JsonValue | undefined, receivedAt: number): string | undefined {
  const issued = readNumericDate(iat);
  if (issued.kind !== "moment") return undefined;
  const difference = issued.epochMs - receivedAt;
  if (Math.abs(difference) < minReportedSkew) return undefined;
  const side = difference > 0 ? "ahead of" : "behind";
  return ` The tenant's clock is ${describeTwoUnits(difference)} ${side} this device's.`;
}

/** Drafts the check of the nonce against that of the login request. */
export function draftNonceCheck({ token, context }: TokenFacts): CheckDraft {
  const { nonce: sent, isRequestKnown = false } = context;
  const { nonce } = token.payload;
  const found = typeof nonce === "string" ? showEnds(nonce) : showClaimValue(nonce);
  return {
    id: "nonce",
    passed: "The token belongs to the login request.",
    compared: compare(sent === undefined ? "the nonce that was sent" : showEnds(sent), found),
    notApplicable: sent === undefined && isRequestKnown ? "The request has no nonce." : undefined,
    unchecked:
      sent === undefined
        ? "The nonce of the login request is known only for the tokens of a run."
        : undefined,
  };
}

/** Returns the expected and the found value for a check. */
export function compare(expected: string, found: string): ComparedValue[] {
  return [
    { label: "expected", value: expected },
    { label: "found", value: found },
  ];
}
