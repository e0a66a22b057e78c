import { readMember, readText } from "../../../encoding/json.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** `d` is the private part of RSA and elliptic curve keys; `k` is a shared secret. */
const privateMembers = ["d", "p", "q", "k"];

/** Whoever reads a private key can sign tokens. */
export const jwksPrivate: Rule = {
  id: "jwks-private",
  isUnsafe: true,
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The provider publishes a private key",
  requirement: "RFC 7517, section 9.2",
  judge({ keySets }) {
    if (keySets.length === 0) return notApplicable;
    for (const { keys, message } of keySets) {
      const key = keys.find((each) => privateMembers.some((name) => Object.hasOwn(each, name)));
      if (key === undefined) continue;
      const value = readText(readMember(key, "kid")) ?? "a key without kid";
      return {
        outcome: "failed",
        seen: [{ message, part: "body", name: "kid", value }],
        why: "Everybody who reads the key set can sign tokens as this provider.",
        remedy: "Revoke this key now, and publish only the public members of the others.",
      };
    }
    return passed;
  },
};
