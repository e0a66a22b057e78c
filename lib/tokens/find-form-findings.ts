import type { DecodedToken } from "./decode-token.ts";
import type { Finding } from "./finding.ts";

/** Reports parts of a token that are readable, but that a strict recipient refuses. */
export function findFormFindings({ parts }: DecodedToken): Finding[] {
  const padded = listParts(parts, (part) => part.endsWith("="));
  const unclean = listParts(parts, hasLeftBits);
  const refused = "A strict recipient refuses the token";
  return [
    ...(padded.length === 0
      ? []
      : [
          {
            id: "base64-padding",
            severity: "warning",
            title: "The token has padding",
            seen: `"=" at the end of ${padded.join(", ")}`,
            why: `The base64url of a token has no padding. ${refused}.`,
            remedy: "Remove the padding at the issuer. The signature covers it, so not here.",
            source: "RFC 7515, section 2",
          } as const,
        ]),
    ...(unclean.length === 0
      ? []
      : [
          {
            id: "base64-bits",
            severity: "warning",
            title: "The last character has unused bits that are set",
            seen: unclean.join(", "),
            why: `Several texts decode to the same bytes, and only one of them is canonical. ${refused}.`,
            remedy: "Copy the token again. If this stays, correct the encoder of the issuer.",
            source: "RFC 4648, section 3.5",
          } as const,
        ]),
  ];
}

function listParts(
  parts: DecodedToken["parts"],
  isAffected: (part: string) => boolean,
): (keyof DecodedToken["parts"])[] {
  return (["header", "payload", "signature"] as const).filter((name) => isAffected(parts[name]));
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Returns true if the last character encodes more than the bits of the last byte. */
function hasLeftBits(part: string): boolean {
  const text = part.replace(/={1,2}$/u, "");
  const unused = { 2: 0b1111, 3: 0b11 }[text.length % 4];
  return unused !== undefined && (alphabet.indexOf(text.at(-1) ?? "") & unused) !== 0;
}
