import { describe, expect, test } from "vitest";
import { describeContent } from "../../../../../lib/tokens/kinds/describe-content.ts";
import { attachedExample, plainExample } from "../rfc/detached-example.ts";
import { createSigner, encode } from "../sign-token.ts";

const now = Date.UTC(2026, 10, 21);
const written = "c2lnbmF0dXJl";

function write(header: object, content: string, signature = written): string {
  return `${encode(JSON.stringify(header))}.${encode(content)}.${signature}`;
}

const read = (text: string) => describeContent(text, { now });

test("describes a text that was signed", async () => {
  expect(await read(write({ alg: "ES256", kid: "key-1" }, "plain text"))).toMatchObject({
    kind: "content",
    tokenKind: {
      id: "signed-content",
      title: "Signed content (JWS), not a JWT",
      evidence: ["three parts", "the payload is not a JSON object"],
    },
    header: [{ name: "alg" }, { name: "kid", value: "key-1" }],
    isDetached: false,
    bytes: 10,
    text: "plain text",
    verification: null,
    findings: [],
  });
});

test("describes a signature whose content is elsewhere", async () => {
  expect(await read(write({ alg: "ES256" }, ""))).toMatchObject({
    tokenKind: {
      title: "Signature of detached content (JWS)",
      evidence: ["three parts", "the payload is empty"],
    },
    isDetached: true,
    bytes: 0,
  });
});

test.each([
  [499, "x".repeat(499)],
  [501, `${"x".repeat(499)}…`],
])("shows at most 500 of %i characters", async (length, shown) => {
  const report = await read(write({ alg: "ES256" }, "x".repeat(length)));
  expect(report?.text).toBe(shown);
  expect(report?.bytes).toBe(length);
});

test("shows no text of other bytes", async () => {
  const report = await read(`${encode('{"alg":"ES256"}')}._w.${written}`);
  expect(report).toMatchObject({ bytes: 1 });
  expect(report).not.toHaveProperty("text");
});

describe("the findings that do not depend on claims", () => {
  const list = async (text: string) => (await read(text))?.findings.map(({ id }) => id);

  test.each([
    [{}, written, ["alg-missing"]],
    [{ alg: "none" }, "", ["alg-none"]],
    [{ alg: "ES256" }, "", ["signature-missing"]],
    [{ alg: "ES256", jwk: { kty: "EC" } }, written, ["key-from-token"]],
    [{ alg: "ES256", crit: ["exp"], exp: 1 }, written, ["critical-parameters"]],
    [{ alg: "ES256", crit: ["b64"], b64: false }, written, ["critical-parameters"]],
    [{ alg: "ES256", typ: "at+jws" }, written, []],
  ])("of the header %j with the signature %j", async (header, signature, ids) => {
    expect(await list(write(header, "plain text", signature))).toEqual(ids);
  });

  test("allow detached content without base64url, and no other parameter", async () => {
    expect(await list(write({ alg: "ES256", crit: ["b64"], b64: false }, ""))).toEqual([]);
    expect(await list(write({ alg: "ES256", crit: ["exp"] }, ""))).toEqual(["critical-parameters"]);
    expect(await list(plainExample.compact)).toEqual([]);
  });
});

describe("content like claims", () => {
  const payload = ' {"sub": "a"';

  test.each([
    [{ alg: "ES256" }, payload],
    [{ alg: "ES256", typ: "at+jwt" }, "plain text"],
    [{ alg: "ES256", typ: "JWT" }, ""],
  ])("is a damaged token without a valid signature: header %j, content %j", async (...row) => {
    expect(await read(write(row[0], row[1]))).toBeUndefined();
  });

  test("is content if its signature is valid", async () => {
    const signer = await createSigner();
    const compact = await signer.sign(["not", "claims"], { typ: "JWT" });
    const options = { now, keys: { pasted: signer.jwks } };
    expect(await describeContent(compact, options)).toMatchObject({
      isDetached: false,
      verification: { kind: "verified" },
    });
  });

  test.each(['plain text {"', "jwt"])("does not begin with %j", async (content) => {
    expect(await read(write({ alg: "ES256", typ: "jwt-like" }, content))).toMatchObject({
      text: content,
    });
  });
});

describe("other texts are no signed content", () => {
  const [header = "", payload = "", signature = ""] = attachedExample.compact.split(".");
  test.each([
    ["two parts and a bad payload", `${header}.*`],
    ["four parts", `${header}.${payload}.${signature}.x`],
    ["a header that is not JSON", `${encode("{")}.${payload}.${signature}`],
    ["a payload that is not base64url", `${header}.a*b.${signature}`],
    ["a signature that is not base64url", `${header}.${payload}.a*b`],
    ["nothing", ""],
  ])("%s", async (_, text) => {
    expect(await read(text)).toBeUndefined();
  });
});
