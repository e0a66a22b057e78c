import { generateKeyPairSync, sign } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decodeToken } from "../../../../lib/tokens/decode-token.ts";
import { inspectToken } from "../../../../lib/tokens/inspect-token.ts";

const now = Date.UTC(2026, 0, 1);
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: "jwk" }), kty: "RSA", kid: "k" };

/** Signs claims with padding in each part, as a load balancer does. */
function signPadded(): string {
  const encode = (value: object) =>
    Buffer.from(JSON.stringify(value)).toString("base64").replaceAll("+", "-").replaceAll("/", "_");
  const claims = { sub: "u", exp: now / 1000 + 60, iss: "https://issuer.example", x: "1" };
  const input = `${encode({ alg: "RS256", kid: "k", x: "12" })}.${encode(claims)}`;
  return `${input}.${sign("sha256", Buffer.from(input), privateKey).toString("base64url")}==`;
}

/** Returns the same token with unused bits set in the last character of its signature. */
function setUnusedBits(token: string): string {
  const last = token.at(-1) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${token.slice(0, -1)}${alphabet[alphabet.indexOf(last) + 1]}`;
}

async function findIds(token: string): Promise<string[]> {
  const report = await inspectToken(token, { now, keys: { pasted: { keys: [jwk] } } });
  if (report.kind !== "read") throw new Error(`The token is ${report.kind}.`);
  expect(report.verification?.kind).toBe("verified");
  return report.findings.flatMap(({ id, severity }) => (severity === "warning" ? [id] : []));
}

describe("a token with another base64url than the canonical one", () => {
  test("is read and verified with its padding, and said to have it", async () => {
    const token = signPadded();
    expect(token.split(".").some((part) => part.endsWith("="))).toBe(true);
    expect(await findIds(token)).toEqual(["base64-padding"]);
  });

  test("is read and verified with unused bits, and said to have them", async () => {
    const token = signPadded().slice(0, -2);
    expect(await findIds(setUnusedBits(token))).toContain("base64-bits");
    expect(await findIds(token)).not.toContain("base64-bits");
  });

  test.each(["a=.b.c", "eyJhbGciOiJub25lIn0===.e30.", "eyJhbGciOiJub25lIn=0.e30."])(
    "is refused with wrong padding, as in %s",
    (text) => {
      expect(decodeToken(text).ok).toBe(false);
    },
  );
});
