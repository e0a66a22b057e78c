import { decodeToken } from "../../../tokens/decode-token.ts";
import { readMember } from "../../../encoding/json.ts";
import { endOf, readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A server asks for its nonce once; the client repeats the request with it. */
export const dpopNonce: Rule = {
  id: "dpop-nonce",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The client did not repeat its request with the server's DPoP nonce",
  requirement: "RFC 9449, sections 8 and 9",
  judge({ flow: { messages }, isUnderWay }) {
    const proved = messages.filter(({ exchange }) => readProof(exchange) !== undefined);
    if (proved.length === 0) return notApplicable;
    const asked = proved.find((message) => isNonceAsked(message));
    if (asked === undefined || isUnderWay) return passed;
    const nonce = readHeader(asked.exchange.responseHeaders, "dpop-nonce");
    const isRepeated = proved.some(
      (other) =>
        other !== asked &&
        other.exchange.startedAt >= endOf(asked.exchange) &&
        other.exchange.url === asked.exchange.url &&
        !isNonceAsked(other) &&
        (nonce === undefined || readNonce(other) !== undefined),
    );
    if (isRepeated) return passed;
    return {
      outcome: "failed",
      seen: [
        statusOf(asked),
        { message: asked, part: "headers", name: "error", value: "use_dpop_nonce" },
        {
          message: asked,
          part: "headers",
          name: "DPoP-Nonce",
          value: nonce ?? "absent",
          ...(nonce === undefined ? {} : { isSecret: true }),
        },
      ],
      why: "The server demands a nonce of its own in each proof. The client has to send the request once more with it.",
      remedy:
        "Repeat the request once, with the value of DPoP-Nonce as nonce of a new proof. For a page of another origin, the server must expose the header.",
      copy: "Access-Control-Expose-Headers: DPoP-Nonce",
    };
  },
};

function readProof({ requestHeaders }: AuthMessage["exchange"]): string | undefined {
  return readHeader(requestHeaders, "dpop");
}

function readNonce({ exchange }: AuthMessage): unknown {
  const proof = decodeToken(readProof(exchange) ?? "");
  return proof.ok ? readMember(proof.token.payload, "nonce") : undefined;
}

function isNonceAsked({ exchange, error }: AuthMessage): boolean {
  if (exchange.status < 400) return false;
  const challenge = readHeader(exchange.responseHeaders, "www-authenticate") ?? "";
  return error === "use_dpop_nonce" || /\berror="?use_dpop_nonce\b/u.test(challenge);
}
