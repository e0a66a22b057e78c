import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import type { DecodedToken } from "../decode-token.ts";
import { showValue, type Finding, type FindingsContext } from "../finding.ts";
import { findOtherKind, isTypeOfKind } from "./decide-kind.ts";
import type { Kind } from "./kind-table.ts";

/** Checks that a token that is used as an ID token is one (RFC 8725, section 3.11). */
export function findTypeFindings(token: DecodedToken, context: FindingsContext): Finding[] {
  const { header } = token;
  const other = context.use === "id_token" ? findOtherKind(token) : undefined;
  if (other === undefined) return [];
  const noun = writeNoun(other.kind);
  const remedy = "Use the id_token of the response. Request it with the scope openid.";
  if (!isTypeOfKind(header)) {
    return [
      {
        id: "claims-of-other-kind",
        // An issuer can add any claim to its ID tokens.
        severity: "warning",
        title: `This looks like ${noun}`,
        seen: other.evidence.join(", "),
        why: `ID tokens do not have these claims.${explainUse(context)}`,
        remedy,
        source: "RFC 8725, section 3.11",
      },
    ];
  }
  const isAccessToken = other.kind.use === "access_token";
  return [
    {
      id: isAccessToken ? "access-token-as-id-token" : "type-different",
      severity: "error",
      title: `This is ${noun}`,
      seen: `header typ ${showValue(header["typ"])}`,
      why: isAccessToken
        ? `An access token is for an API. It does not identify the user to the client.${explainUse(context)}`
        : `The type says that the token is not an ID token, so a client must not log in with it.${explainUse(context)}`,
      remedy,
      source: isAccessToken ? "RFC 9068, section 2.1" : "RFC 8725, section 3.11",
    },
  ];
}

/** Returns the noun for a kind, with its article. */
function writeNoun({ title }: Kind): string {
  const [first = "", ...rest] = title.split(" ");
  // An abbreviation keeps its capitals.
  const noun = [/^[A-Z][a-z]/u.test(first) ? first.toLowerCase() : first, ...rest].join(" ");
  return `${/^[aeiou]/iu.test(noun) || /^S[A-Z]/u.test(noun) ? "an" : "a"} ${noun}`;
}

/** Explains why the rules for ID tokens apply, if the name in the text is the reason. */
function explainUse({ name }: FindingsContext): string {
  return name === undefined
    ? ""
    : ` It was found under the name ${showHiddenInLine(name)}, so it is checked as an ID token.`;
}
