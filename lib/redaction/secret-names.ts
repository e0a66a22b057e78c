import { decodeBase64, decodePercent, normalizeText } from "./decode-text.ts";
import { findForeignKind } from "./foreign-names.ts";

/** Name patterns, for lower case without separators. The first match determines the kind. */
const secretNames: readonly (readonly [name: RegExp, kind: string])[] = [
  [
    /(?:passw(?:or)?d|passphrase|passcode)s?(?:hash|salt|confirm|confirmation|value)?$|^(?:pwd|pass)$/u,
    "password",
  ],
  [/^(?:code|(?:authorization|auth|verification|user|device|binding)code)$/u, "code"],
  [/codeverifier$|^(?:co)?verifier$/u, "code_verifier"],
  [/^(?:otp|totp|oob|oobcode|pin|mfacode|onetimepassword|recoverycodes?)$/u, "otp"],
  [/loginticket$|^ticket$/u, "login_ticket"],
  [/privatekeys?(?:pem|value)?$/u, "private key"],
  [
    /secrets?(?:value)?$|(?:api|secret|access|encryption|signing|shared|master|account|subscription|hmac)keys?(?:value)?$|credentials?$/u,
    "secret",
  ],
  [/tokens?(?:value)?s?$|tokenhint$|(?:client|saml)?assertion$|^(?:bearer|jwt|[cx]srf)$/u, "token"],
  [/saml(?:response|art)$|^wresult$/u, "SAML response"],
  [/sessionids?$|sessid$|^(?:connect)?sid$/u, "session"],
  [/cookies?2?$/u, "cookie"],
  [/^(?:proxy|x)?authorization$/u, "authorization"],
  [/^(?:signature|sig|xamzsignature)$/u, "signature"],
];
/** Names that also occur in prose, as in "status code: 403". */
const commonWords = /^(?:code|tokens?|ticket|pin|pass|otp|secrets?|credentials?|signature)$/u;
const maxNameLength = 100;
const base64Name = /^[\w+/-]+={0,2}$/u;
const readableName = /^[\u0020-\u007e]+$/u;
/** Each secret's name contains one of these. The test rejects most other names quickly. */
const secretHint =
  /pass|pwd|code|otp|oob|pin|ticket|key|secret|credential|token|assert|bearer|jwt|srf|saml|wresult|sess|sid|cookie|auth|sig|verifier/u;

/** Returns the kind of secret that a name stands for. The name may be encoded or disguised. */
export function findSecretKind(name: string): string | undefined {
  const end = name.slice(-maxNameLength);
  const kind = findPlainKind(unwrapName(end));
  if (kind !== undefined || end.length < 8 || !base64Name.test(end)) return kind;
  const decoded = decodeBase64(end, readableName);
  return decoded === undefined ? undefined : findPlainKind(unwrapName(decoded));
}

/** Returns true for a secret's name that is also an ordinary word. */
export function isCommonWord(name: string): boolean {
  const plain = unwrapName(name);
  return commonWords.test(simplify(plain)) || findForeignKind(plain) !== undefined;
}

function findPlainKind(name: string): string | undefined {
  if (!secretHint.test(simplify(name))) return findForeignKind(name);
  const segments = name.split(/[.[\]/:]+/u).filter((segment) => segment !== "");
  for (const candidate of new Set([simplify(name), simplify(segments.at(-1) ?? "")])) {
    const found = secretNames.find(([pattern]) => pattern.test(candidate));
    if (found !== undefined) return found[1];
  }
  return findForeignKind(name);
}

/** Undoes JSON escapes, percent-encoding, full-width letters and zero-width characters. */
function unwrapName(name: string): string {
  if (/^[\w.-]*$/u.test(name)) return name;
  const unescaped = name.replaceAll(/\\u([\da-f]{4})/giu, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return normalizeText(decodePercent(decodePercent(unescaped)));
}

/** Removes case, separators and final digits: `Client-Secret_2` becomes `clientsecret`. */
function simplify(name: string): string {
  const lower = name.toLowerCase();
  const plain = /[^a-z]/u.test(lower) ? lower.replaceAll(/[^\p{L}\p{N}]/gu, "") : lower;
  let end = plain.length;
  while (end > 0 && /\d/u.test(plain.charAt(end - 1))) end -= 1;
  return plain.slice(0, end);
}
