import { describe, expect, test } from "vitest";
import { describeJwe } from "../../../../../lib/tokens/kinds/describe-jwe.ts";
import { encode } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21);
const header = { alg: "RSA-OAEP-256", enc: "A256GCM" };

/** Writes a JWE of these parts after its header: a number is its size in bytes. */
function write(own: object, parts: readonly (number | string)[] = [256, 12, 5, 16]): string {
  const written = parts.map((part) =>
    typeof part === "number" ? Buffer.alloc(part, 1).toString("base64url") : part,
  );
  return [encode(JSON.stringify(own)), ...written].join(".");
}

function listChecks(text: string): string[] {
  return (describeJwe(text, { now })?.checks ?? []).map(
    ({ title, outcome, message, compared, source }) =>
      [
        `${title}: ${outcome}`,
        message,
        compared.map(({ label, value }) => `${label} ${value}`).join("; "),
        source,
      ].join(" | "),
  );
}

const encrypted = "not-checked | The content is encrypted: only the recipient can check it. | ";

test("lists the checks of a complete JWE, and those that need its content", () => {
  const size = JSON.stringify(header).length;
  expect(listChecks(write(header))).toEqual([
    `Form: passed | Five parts with the sizes that alg and enc require. | header ${size} bytes; encrypted key 256 bytes; initialization vector 12 bytes; ciphertext 5 bytes; authentication tag 16 bytes | RFC 7516, section 5.2; RFC 7518, sections 4.5, 5.2 and 5.3`,
    'Algorithm: passed | The header names how key and content are encrypted. | alg "RSA-OAEP-256"; enc "A256GCM" | RFC 7516, sections 4.1.1 and 4.1.2',
    expect.stringContaining(`Signature: ${encrypted}`),
    expect.stringContaining(`Issuer: ${encrypted}`),
    expect.stringContaining(`Audience: ${encrypted}`),
    expect.stringContaining(`Times: ${encrypted}`),
  ]);
});

test("names the part that is not base64url", () => {
  const [form] = listChecks(write(header, [256, "a*b", 5, 16]));
  expect(form).toMatch(/^Form: failed \| A part is not base64url\. \| /u);
  expect(form).toContain("; initialization vector not base64url; ");
});

test.each([
  [undefined, "."],
  ["key-1", '. The header names the key "key-1".'],
  [7, ". The header names the key 7."],
])("explains the keys of a JWE with kid %j", (kid, end) => {
  const report = describeJwe(write({ ...header, kid }), { now });
  expect(report?.keyNeeded).toBe(
    `RSA-OAEP-256: the recipient's RSA private key. The sender used its public key${end}`,
  );
  expect(report?.contentKey).toBe('"A256GCM": AES-GCM with a key of 256 bits.');
  expect(report?.tokenKind.evidence).toEqual(["five parts", 'header enc "A256GCM"']);
});

test.each([
  [undefined, "Encrypted token (JWE)"],
  ["JWT", "Encrypted JWT (JWE with a signed token)"],
  ["application/jwt", "Encrypted JWT (JWE with a signed token)"],
  ["vc+jwt", "Encrypted token (JWE)"],
  ["jwt-list", "Encrypted token (JWE)"],
  [["JWT"], "Encrypted token (JWE)"],
])("the title tells the content type %j", (cty, title) => {
  expect(describeJwe(write({ ...header, cty }), { now })?.tokenKind.title).toBe(title);
});

describe("other texts are no JWE", () => {
  test.each([
    ["four parts", write(header, [256, 12, 5])],
    ["six parts", write(header, [256, 12, 5, 16, 1])],
    ["no enc", write({ alg: "RSA-OAEP-256" })],
    ["a header that is not JSON", `${encode("{")}.a.b.c.d`],
    ["a header that is a text", `${encode('"enc"')}.a.b.c.d`],
    ["no header", "...."],
  ])("%s", (_, text) => {
    expect(describeJwe(text, { now })).toBeUndefined();
  });
});
