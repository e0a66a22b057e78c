import { readMember, readText } from "../../../encoding/json.ts";
import { listRefusedCalls } from "../api/read-bearer.ts";
import { readGiven } from "../evidence.ts";
import { notApplicable, passed, type Evidence, type Rule } from "../rule.ts";

/** Names and addresses that only a network of its own resolves (RFC 1918, RFC 6762, RFC 9476). */
const innerNames =
  /(?:^|\.)(?:internal|local|svc|lan|intranet|corp|docker|home\.arpa)(?:\.|$)|^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$/u;

/**
 * Behind a proxy, a provider that is not told its public address names its own. Without a discovery
 * document the right issuer is unknown, but not that this one cannot be it.
 */
export const idtInnerIssuer: Rule = {
  id: "idt-inner-issuer",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The provider names an issuer of its inner network",
  requirement: "OpenID Connect Core, section 3.1.3.7, item 2; RFC 9207, section 2.4",
  judge(prepared) {
    const { flow, issuer, idToken } = prepared;
    // Only an API compares the issuer of an access token.
    const [refused] = listRefusedCalls(prepared);
    const access = prepared.tokens.find(({ text }) => text === refused?.token);
    const token = idToken?.token ?? access;
    const claimed = readText(readMember(token?.decoded?.payload ?? {}, "iss"));
    const given = readGiven(prepared, "iss");
    const named = claimed ?? given;
    const inner = named === undefined ? undefined : URL.parse(named);
    if (inner === undefined || inner === null || inner.hostname === "") return notApplicable;
    const hosts = flow.messages.map(({ exchange }) => URL.parse(exchange.url)?.hostname);
    if (named === issuer || !isInner(inner.hostname) || hosts.includes(inner.hostname)) {
      return passed;
    }
    const seen: Evidence[] = [
      ...(claimed === undefined || token === undefined
        ? []
        : [
            {
              message: token.message,
              part: "claims" as const,
              name: "iss",
              value: claimed,
            },
          ]),
      ...(given === undefined ? [] : [{ part: "query" as const, name: "iss", value: given }]),
      { part: "query", name: "host that the browser asked", value: flow.host },
    ];
    return {
      outcome: "failed",
      seen,
      why: `The browser asked ${flow.host}; the provider calls itself ${inner.host}, which no browser outside its network knows. A library refuses a token of another issuer than the one that it asked.`,
      remedy:
        "Tell the provider its public address (often “hostname”, “issuer” or “public URL”), or let the proxy pass X-Forwarded-Host and X-Forwarded-Proto and the provider trust them.",
    };
  },
};

function isInner(hostname: string): boolean {
  return innerNames.test(hostname) || (!hostname.includes(".") && hostname !== "localhost");
}
