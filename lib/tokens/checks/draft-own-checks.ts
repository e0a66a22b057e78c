import { isJsonObject } from "../../encoding/json.ts";
import { readType } from "../kinds/decide-kind.ts";
import { kindOf } from "../kinds/kind-table.ts";
import { showClaimValue } from "./describe-time.ts";
import { compare } from "./draft-general-checks.ts";
import type { CheckDraft, TokenFacts } from "./token-facts.ts";

/** Drafts the checks that only an ID token has: subject, organization and hashes. */
export function draftIdTokenChecks({
  token: { payload },
  context: { organization },
  companionHashes,
}: TokenFacts): CheckDraft[] {
  const claim = organization?.startsWith("org_") === true ? "org_id" : "org_name";
  const hashes = (["at_hash", "c_hash"] as const).filter(
    (name) => payload[name] !== undefined || companionHashes[name] !== undefined,
  );
  return [
    {
      id: "subject",
      passed: "Identifies the user.",
      compared: compare("a text", showClaimValue(payload["sub"])),
    },
    ...(organization === undefined
      ? []
      : [
          {
            id: "organization" as const,
            passed: "The login was to the requested organization.",
            compared: compare(showClaimValue(organization), showClaimValue(payload[claim])),
          },
        ]),
    ...hashes.map((name) => draftHashCheck(name, payload[name], companionHashes[name])),
  ];
}

function draftHashCheck(
  name: "at_hash" | "c_hash",
  carried: TokenFacts["token"]["payload"][string] | undefined,
  computed: string | undefined,
): CheckDraft {
  const companion = name === "at_hash" ? "access token" : "authorization code";
  return {
    id: name,
    passed: `The ID token and the ${companion} belong together.`,
    compared: compare(computed ?? `a hash of the ${companion}`, showClaimValue(carried)),
    unchecked: computed === undefined ? `The ${companion} is not known here.` : undefined,
    notApplicable: carried === undefined ? `The ID token has no ${name}.` : undefined,
  };
}

/** Drafts the checks that only an access token has: the claims of its profile, and its binding. */
export function draftAccessTokenChecks({
  token: { header, payload },
  binding,
}: TokenFacts): CheckDraft[] {
  const required = ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"];
  const { cnf } = payload;
  const isBound = isJsonObject(cnf) && "jkt" in cnf;
  return [
    ...(readType(header) === "at+jwt"
      ? [
          {
            id: "profile" as const,
            passed: "Contains each claim that RFC 9068 requires.",
            compared: compare(
              required.join(", "),
              required.filter((name) => payload[name] !== undefined).join(", ") || "none of them",
            ),
          },
        ]
      : []),
    ...(isBound
      ? [
          {
            id: "binding" as const,
            passed: "The DPoP proof is signed with the key of the access token.",
            compared: compare(
              showClaimValue(cnf["jkt"]),
              binding.others.length === 0 ? "no DPoP proof" : binding.others.join(", "),
            ),
            unchecked:
              binding.others.length === 0
                ? "No DPoP proof was found beside the access token. Paste both together."
                : undefined,
          },
        ]
      : []),
  ];
}

/** Drafts the check of a kind whose standard requires claims, but that has no rules of its own. */
export function draftClaimsCheck({ token: { payload }, context }: TokenFacts): CheckDraft[] {
  const { requires = [], source } = kindOf(context);
  if (requires.length === 0) return [];
  const found = requires.filter((name) => payload[name] !== undefined);
  return [
    {
      id: "profile",
      passed: "Contains each claim that its standard requires.",
      compared: compare(requires.join(", "), found.join(", ") || "none of them"),
      source,
    },
  ];
}

/** Drafts the checks that only a logout token has. */
export function draftLogoutChecks({ token: { payload } }: TokenFacts): CheckDraft[] {
  const { events } = payload;
  return [
    {
      id: "subject",
      passed: "Names the user or the session that ends.",
      compared: [
        { label: "sub", value: showClaimValue(payload["sub"]) },
        { label: "sid", value: showClaimValue(payload["sid"]) },
      ],
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
    {
      id: "events",
      passed: "Asks for a logout.",
      compared: compare(
        "the member backchannel-logout",
        isJsonObject(events) ? Object.keys(events).map(showClaimValue).join(", ") : "absent",
      ),
    },
    {
      id: "no_nonce",
      passed: "Cannot be used as an ID token.",
      compared: compare("absent", showClaimValue(payload["nonce"])),
    },
    {
      id: "jti",
      passed: "The receiver can refuse a second use.",
      compared: compare("a text", showClaimValue(payload["jti"])),
      source: "OpenID Connect Back-Channel Logout 1.0, section 2.4",
    },
  ];
}

/** Drafts the checks that only a DPoP proof has. */
export function draftProofChecks({
  token: { header, payload },
  binding,
}: TokenFacts): CheckDraft[] {
  const { jwk } = header;
  const { own, others, tokenHashes } = binding;
  const keyForm = isJsonObject(jwk)
    ? [jwk["kty"], jwk["crv"]].flatMap((part) => (typeof part === "string" ? [part] : [])).join(" ")
    : "absent";
  return [
    {
      id: "key",
      passed: "The header contains a public key.",
      compared: [
        ...compare("a public key in jwk", showClaimValue(keyForm)),
        ...(own === undefined ? [] : [{ label: "thumbprint", value: own }]),
      ],
    },
    {
      id: "request",
      passed: "",
      compared: [
        { label: "htm", value: showClaimValue(payload["htm"]) },
        { label: "htu", value: showClaimValue(payload["htu"]) },
        { label: "jti", value: showClaimValue(payload["jti"]) },
      ],
      unchecked: "The request is not known here. Compare htm and htu with its method and URL.",
    },
    {
      id: "ath",
      passed: "The proof belongs to the access token.",
      compared: compare(
        tokenHashes.length === 0 ? "a hash of the access token" : tokenHashes.join(", "),
        showClaimValue(payload["ath"]),
      ),
      unchecked: tokenHashes.length === 0 ? "The access token is not known here." : undefined,
      notApplicable:
        payload["ath"] === undefined
          ? "The proof has no ath: it is for a request without an access token."
          : undefined,
    },
    {
      id: "binding",
      passed: "The access token is bound to the key of the proof.",
      compared: compare(others.length === 0 ? "cnf.jkt" : others.join(", "), own ?? "no key"),
      unchecked:
        others.length === 0
          ? "No access token with cnf.jkt was found beside the proof. Paste both together."
          : undefined,
    },
  ];
}
