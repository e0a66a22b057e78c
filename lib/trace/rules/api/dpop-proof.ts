import { readMember } from "../../../encoding/json.ts";
import { decodeToken, type DecodedToken } from "../../../tokens/decode-token.ts";
import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { errorOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** What a server checks of a proof, as far as the request itself shows it. */
export const dpopProof: Rule = {
  id: "dpop-proof",
  group: "tokens",
  rank: "advice",
  severity: "warning",
  title: "The DPoP proof does not fit its request",
  requirement: "RFC 9449, sections 4.2 and 4.3",
  judge({ flow, context }) {
    const proved = flow.messages.flatMap((message) => {
      const decoding = decodeToken(readHeader(message.exchange.requestHeaders, "dpop") ?? "");
      return decoding.ok ? [{ message, proof: decoding.token }] : [];
    });
    if (proved.length === 0) return notApplicable;
    for (const { message, proof } of proved) {
      const fault = findFault(message, proof);
      if (fault === undefined) continue;
      const { status } = message.exchange;
      const isRefused =
        (status === 400 || status === 401) && !wasCalledAgain(message.exchange, context);
      return {
        outcome: "failed",
        ...(isRefused ? { rank: "cause" as const, severity: "error" as const } : {}),
        seen: [
          { message, part: "claims", name: fault.name, value: fault.value },
          ...errorOf(message),
        ],
        why: fault.why,
        remedy: "Create a new proof for each request, from its method, its URL and its token.",
      };
    }
    return passed;
  },
};

interface ProofFault {
  name: string;
  value: string;
  why: string;
}

function findFault({ exchange }: AuthMessage, proof: DecodedToken): ProofFault | undefined {
  const { header, payload } = proof;
  const show = (value: unknown) => (typeof value === "string" ? value : "absent");
  const typ = readMember(header, "typ");
  if (typ !== "dpop+jwt") {
    return { name: "typ", value: show(typ), why: "The typ of a proof must be dpop+jwt." };
  }
  const key = readMember(header, "jwk");
  if (typeof key === "object" && key !== null && Object.hasOwn(key, "d")) {
    return { name: "jwk", value: "private key", why: "The proof must hold the public key only." };
  }
  const htm = readMember(payload, "htm");
  if (htm !== exchange.method) {
    return { name: "htm", value: show(htm), why: `htm must be the method ${exchange.method}.` };
  }
  const htu = readMember(payload, "htu");
  if (typeof htu !== "string" || withoutQuery(htu) !== withoutQuery(exchange.url)) {
    return {
      name: "htu",
      value: show(htu),
      why: "htu must be the URL of the request, without query and fragment.",
    };
  }
  const scheme = readHeader(exchange.requestHeaders, "authorization") ?? "";
  if (/^dpop /iu.test(scheme) && readMember(payload, "ath") === undefined) {
    return { name: "ath", value: "absent", why: "With a token, ath must be its SHA-256 hash." };
  }
  return undefined;
}

function withoutQuery(text: string): string {
  const url = URL.parse(text);
  return url === null ? text : `${url.origin}${url.pathname}`;
}
