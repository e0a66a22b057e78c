import { wasTokenUsed } from "../was-token-used.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

interface IdTokenRow {
  id: string;
  title: string;
  requirement: string;
  /** The ids of findings about tokens (lib/tokens) that this rule reports. */
  findings: readonly string[];
  /** True for findings that hold only at a tenant, whose libraries have rules of their own. */
  isOfTenant?: (id: string) => boolean;
  /** True if a library that accepts the token does no harm by it. */
  isHarmlessIfUsed?: true;
  /** The reason and the remedy for a login, if those of the Tokens tab are about its settings. */
  inLogin?: Readonly<Record<string, { why: string; remedy: string }>>;
}

/** What lib/tokens finds wrong with an ID token, as causes of a failed login. */
const rows: readonly IdTokenRow[] = [
  {
    id: "idt-none",
    title: "The ID token is not signed",
    requirement: "OpenID Connect Core, section 2",
    findings: ["alg-none", "alg-missing", "signature-missing"],
    inLogin: {
      "signature-missing": {
        why: "The header declares a signature, but the token has none. A library refuses it.",
        remedy: "Find out what removed the signature on the way: the provider always sends one.",
      },
    },
  },
  {
    id: "idt-alg",
    title: "The library does not accept the algorithm of the ID token",
    requirement: "OpenID Connect Core, section 3.1.3.7",
    findings: ["alg-not-rs256", "critical-parameters"],
    isOfTenant: (id) => id === "alg-not-rs256",
  },
  {
    id: "idt-iss",
    isHarmlessIfUsed: true,
    title: "The ID token is of another issuer",
    requirement: "OpenID Connect Core, section 3.1.3.7, item 2",
    findings: ["issuer-missing", "issuer-different", "issuer-other-domain", "issuer-slash"],
    inLogin: {
      "issuer-different": {
        why: "The issuer must be exactly that of the provider which was asked. A library refuses the token of any other one.",
        remedy:
          "Use one domain for the whole login: the custom domain, or the provider's own. The library's setting must name the same issuer as the token.",
      },
    },
  },
  {
    id: "idt-kid-unknown",
    isHarmlessIfUsed: true,
    title: "The published keys do not contain the key of the ID token",
    requirement: "OpenID Connect Core, section 10.1.1",
    findings: ["key-unknown"],
    inLogin: {
      "key-unknown": {
        why: "A library looks for the key of the token in the published key set, and this set does not have it.",
        remedy:
          "Load the key set again if it is cached: the provider may have rotated its keys. Otherwise, the token is of another provider.",
      },
    },
  },
  {
    id: "idt-signature",
    title: "The signature of the ID token is wrong",
    requirement: "RFC 7515, section 5.2",
    findings: ["signature-wrong"],
    inLogin: {
      "signature-wrong": {
        why: "The signature does not match the key that the provider publishes: the token was changed after it was signed, or something else signed it.",
        remedy:
          "Do not accept the token. Find out which server or proxy changes or issues the response of this request.",
      },
    },
  },
  {
    id: "idt-aud",
    title: "The ID token is for another client",
    requirement: "OpenID Connect Core, section 3.1.3.7, item 3",
    findings: ["audience-missing", "audience-without-client", "access-token-as-id-token"],
  },
  {
    id: "idt-azp",
    isHarmlessIfUsed: true,
    title: "The ID token names another authorized party",
    requirement: "OpenID Connect Core, section 3.1.3.7, items 4 and 5",
    findings: ["authorized-party-missing", "authorized-party-different"],
  },
  {
    id: "idt-nonce",
    title: "The ID token has another nonce than the request",
    requirement: "OpenID Connect Core, section 3.1.3.7, item 11",
    findings: ["nonce-missing", "nonce-different"],
  },
  {
    id: "idt-authtime",
    isHarmlessIfUsed: true,
    title: "The ID token does not meet max_age",
    requirement: "OpenID Connect Core, section 3.1.3.7, item 13",
    findings: ["authentication-too-old", "authentication-time-missing"],
  },
  {
    id: "idt-hash",
    title: "The ID token belongs to another access token or code",
    requirement: "OpenID Connect Core, section 3.2.2.9",
    findings: ["access-token-hash-different", "code-hash-different"],
  },
  {
    id: "idt-org",
    title: "The ID token is of another organization",
    requirement: "Auth0: Work with tokens and organizations",
    findings: ["organization-different"],
  },
  {
    id: "idt-sub",
    title: "The ID token has no subject",
    requirement: "OpenID Connect Core, section 2",
    findings: ["subject-missing"],
  },
];

/** One rule for each row; the text is that of the Tokens tab, so that both say the same. */
export const idTokenRules: readonly Rule[] = rows.map(
  ({ findings, isOfTenant, isHarmlessIfUsed, inLogin, ...row }) => ({
    ...row,
    group: "tokens",
    rank: "cause",
    severity: "error",
    judge({ flow, idToken, tokens, isTenant }) {
      const token = tokens.find(({ name }) => name === "id_token");
      if (token === undefined) return notApplicable;
      if (idToken === undefined) return notSeen("the claims of the ID token");
      const found = idToken.findings.find(
        ({ id, severity }) =>
          findings.includes(id) && severity === "error" && (isTenant || isOfTenant?.(id) !== true),
      );
      if (found === undefined) return passed;
      return {
        outcome: "failed",
        ...(isHarmlessIfUsed === true && wasTokenUsed({ flow }, token.message.exchange)
          ? { severity: "warning" as const }
          : {}),
        title: found.title,
        seen: [{ message: token.message, part: "claims", name: "ID token", value: found.seen }],
        why: found.why,
        remedy: found.remedy,
        ...inLogin?.[found.id],
      };
    },
  }),
);
