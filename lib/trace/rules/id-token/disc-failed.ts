import { readMember } from "../../../encoding/json.ts";
import { isHidden } from "../../is-hidden.ts";
import type { AuthMessage } from "../../message.ts";
import { wasLeft } from "../../was-left.ts";
import { readObject } from "../../parameters.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** Without the provider's own documents, a library can neither begin a login nor check a token. */
export const discFailed: Rule = {
  id: "disc-failed",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The provider's discovery document could not be read",
  requirement: "OpenID Connect Discovery, section 4; RFC 8414, section 3",
  yieldsTo: ["net-blocked", "net-cors", "net-failed", "net-preflight"],
  judge({ flow, context, keySets }) {
    const own = flow.messages.filter(({ kind }) => kind === "discovery" || kind === "key-set");
    const missing =
      keySets.length > 0 || flow.stage === "configuration"
        ? []
        : context.shared.filter(
            ({ kind, exchange }) =>
              kind === "key-set" &&
              URL.parse(exchange.url)?.host === flow.host &&
              exchange.startedAt >= flow.startedAt,
          );
    const documents = [...own, ...missing];
    if (documents.length === 0) return notApplicable;
    const found = documents.find(isUnread);
    if (found === undefined) return passed;
    const isKeys = found.kind === "key-set";
    return {
      outcome: "failed",
      ...(isKeys ? { title: "The provider's keys could not be read" } : {}),
      seen: [
        statusOf(found),
        { message: found, part: "query", name: "address", value: found.exchange.url },
      ],
      why: isKeys
        ? "A library checks the signature of an ID token with these keys, and refuses the token without them."
        : "A library reads the provider's endpoints from this document before it can begin a login.",
      remedy: isKeys
        ? "Open the address, and compare it with jwks_uri in the provider's discovery document."
        : "Open the address. The issuer in the application's settings may lack the realm or tenant in its path, have a typing error, or point to the application itself.",
      copy: found.exchange.url,
    };
  },
};

function isUnread({ kind, exchange }: AuthMessage): boolean {
  const { status, responseBody } = exchange;
  if (wasLeft(exchange)) return false;
  if (status >= 400 || (status === 0 && exchange.error !== undefined)) return true;
  if (isHidden(exchange)) return true;
  if (status !== 200 || responseBody.state !== "text") return false;
  const document = readObject(responseBody.text);
  return (
    document === undefined || (kind === "key-set" && !Array.isArray(readMember(document, "keys")))
  );
}
