import { beforeAll, describe, expect, test } from "vitest";
import { inspectToken, type InspectionContext } from "../../../../lib/tokens/inspect-token.ts";
import { classifyToken } from "../../../../lib/tokens/classify-token.ts";
import { createSigner, writeToken, type Signer } from "./sign-token.ts";

const now = Date.UTC(2026, 10, 21, 12);
const seconds = now / 1000;
const issuer = "https://tenant.example/";
const claims = {
  iss: issuer,
  sub: "db|1",
  aud: "demo-spa",
  iat: seconds - 7200,
  exp: seconds + 3600,
  nonce: "n",
};
let signer: Signer;
let stranger: Signer;

beforeAll(async () => {
  [signer, stranger] = await Promise.all([createSigner(), createSigner("key-9")]);
});

const login = { clientId: "demo-spa", nonce: "n" };

function classify(text: string, given: Partial<InspectionContext> = {}) {
  return classifyIn({ ...login, ...given }, text);
}

async function classifyIn(given: Partial<InspectionContext>, text: string) {
  const report = await inspectToken(text, { now, keys: { issuer, jwks: signer.jwks }, ...given });
  if (report.kind !== "read") throw new Error(`The report is ${report.kind}.`);
  return classifyToken(report);
}

describe("classifyToken", () => {
  test("returns good for a valid token, and names the checked facts", async () => {
    expect(await classify(await signer.sign(claims))).toEqual({
      tokenKind: { id: "id-token", title: "ID token", evidence: ["claim nonce"] },
      severity: "good",
      title: "Valid",
      message: "Signature, issuer, audience, nonce and times are valid.",
      signature: `Signed by ${issuer} with key "key-1".`,
      otherFindings: [],
    });
  });

  test("does not claim that the audience of a pasted token was checked", async () => {
    const { clientId: _, nonce: __, ...pasted } = login;
    const { message } = await classifyIn(pasted, await signer.sign(claims));
    expect(message).toBe("Signature, issuer and times are valid. Not checked: audience, nonce.");
    const access = await classify(await signer.sign({ ...claims, scope: "x" }), {
      use: "access_token",
    });
    expect(access.message).toContain("The API that receives the token must check");
  });

  test("reports an expired token as expired for any signature", async () => {
    const verdict = await classify(await signer.sign({ ...claims, exp: seconds - 3600 }));
    expect(verdict).toMatchObject({
      severity: "error",
      title: "The token has expired",
      signature: `Signed by ${issuer} with key "key-1".`,
    });
    expect(verdict.otherFindings).toEqual([]);
  });

  test("reports the other issuer of a foreign token, not its unknown key", async () => {
    const foreign = { ...claims, iss: "https://other.example/", exp: seconds - 3600 };
    const verdict = await classify(await stranger.sign(foreign, { kid: "key-9" }));
    expect(verdict.title).toBe("Issued by another tenant");
    expect(verdict.otherFindings.map(({ id }) => id)).toEqual(["expired"]);
  });

  test.each([
    ["a missing signature", { alg: "none" }, {}, "The token is not signed"],
    ["HS256", { alg: "HS256" }, { exp: 1 }, "ID token signed with HS256"],
    [
      "an unknown key",
      { alg: "RS256", kid: "x" },
      { exp: 1 },
      "The tenant does not publish the signing key",
    ],
    ["a wrong signature", { alg: "RS256", kid: "key-1" }, { aud: "x" }, "Invalid signature"],
  ])("ranks %s above findings about the claims", async (_, header, change, title) => {
    const verdict = await classify(writeToken(header, { ...claims, ...change }));
    expect(verdict).toMatchObject({ severity: "error", title });
    expect(verdict.signature, "the verdict is about the signature").toBeUndefined();
    expect(verdict.otherFindings.map((finding) => finding.title)).not.toContain(title);
  });

  test("returns a warning for a token within the leeway", async () => {
    const verdict = await classify(await signer.sign({ ...claims, exp: seconds - 30 }));
    expect(verdict).toMatchObject({ severity: "warning", title: "The token has expired" });
  });

  test("does not return good if the signature was not checked", async () => {
    const text = await signer.sign(claims);
    const report = await inspectToken(text, { now });
    if (report.kind !== "read") throw new Error(`The report is ${report.kind}.`);
    expect(classifyToken(report)).toMatchObject({
      severity: "note",
      title: "Signature not checked",
    });
    const away = { issuer, fetchKeys: async () => ({ ok: false as const, why: "Away." }) };
    expect(await classify(text, { keys: away })).toMatchObject({
      severity: "warning",
      title: "The signature could not be checked",
      message: "Away.",
    });
    const access = writeToken({ alg: "HS256" }, { ...claims, scope: "x" });
    expect((await classify(access, { use: "access_token" })).severity).toBe("warning");
    const extended = writeToken({ alg: "RS256", kid: "key-1", b64: false }, claims);
    expect(await classify(extended)).toMatchObject({
      severity: "warning",
      title: "Signature not checked",
    });
  });
});

describe("the signature beside another root cause", () => {
  const expired = { ...claims, exp: seconds - 3600 };
  const unavailable = { issuer, fetchKeys: async () => ({ ok: false as const, why: "No." }) };
  const broken = { keys: [{ kty: "RSA", kid: "key-1", alg: "RS256", n: "!", e: "!" }] };

  test.each<[expected: string, header: object, given: () => Partial<InspectionContext>]>([
    [`Signed by ${issuer} with key "key-1".`, {}, () => ({})],
    ["Not checked: could not load the tenant's keys.", {}, () => ({ keys: unavailable })],
    ["Not checked: the pasted key is not usable.", {}, () => ({ keys: { pasted: broken } })],
    [
      "Not checked: ES256K cannot be verified in a browser.",
      { alg: "ES256K" },
      () => ({ use: "access_token" }),
    ],
    ["Not checked: the header contains b64.", { b64: true }, () => ({})],
  ])("is described: %s", async (expected, header, given) => {
    // The signer cannot sign with a header of another algorithm, whose signature is not read.
    const isSigned = !("alg" in header);
    const text = isSigned
      ? await signer.sign(expired, header)
      : writeToken({ kid: "key-1", ...header }, expired);
    const { signature, title } = await classify(text, given());
    expect({ signature, title }).toEqual({ signature: expected, title: "The token has expired" });
  });

  test("is not checked without a tenant", async () => {
    const report = await inspectToken(writeToken({ alg: "RS256" }, expired), { now });
    if (report.kind !== "read") throw new Error(`The report is ${report.kind}.`);
    expect(classifyToken(report).signature).toBe("Not checked: no tenant is selected.");
  });
});
