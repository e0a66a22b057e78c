import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import { catchAuthError } from "./caught-error.ts";
import { createJudge, signer } from "./judged-responses.ts";
import { fragment, goodClaims, issuer, seconds, Signer } from "./signed-tokens.ts";

describe("parseHash and the ID token", () => {
  test(
    "rejects HS256 with the reason and the remedy, without a request for keys",
    {
      tags: [
        "library.errors.hs256-invalid-token",
        "authn.library.hs256-refused",
        "versioning.hs256",
      ],
    },
    async () => {
      const { judge, tenant } = createJudge();
      const token = await new SignJWT(goodClaims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode("a shared secret of sufficient length"));
      const error = await catchAuthError(judge(token));
      expect(error).toMatchObject({
        error: "invalid_token",
        errorDescription:
          'Signature algorithm of "HS256" is not supported. Expected the ID token to be signed with "RS256".',
        reason: "alg",
      });
      expect(error.remedy).toContain("RS256");
      expect(tenant.requests).toEqual([]);
      expect(await judge(await signer.sign())).not.toBeNull();
    },
  );

  test.each(["none", "RS512", "rs256", "PS256", "", undefined, ["RS256"], { toString: null }])(
    "rejects the algorithm %j without a request for keys",
    async (alg) => {
      const { judge, tenant } = createJudge();
      const good = await signer.sign();
      const header = Buffer.from(JSON.stringify({ alg, kid: "key-1" })).toString("base64url");
      const error = await catchAuthError(judge(`${header}${good.slice(good.indexOf("."))}`));
      expect(error).toMatchObject({ error: "invalid_token", reason: "alg" });
      expect(tenant.requests).toEqual([]);
      expect(await judge(good)).not.toBeNull();
    },
  );

  test.each([
    ["iss", "https://other.example/", "iss"],
    ["iss", issuer.slice(0, -1), "iss"],
    ["iss", undefined, "iss"],
    ["sub", undefined, "sub"],
    ["sub", "", "sub"],
    ["aud", "client-2", "aud"],
    ["aud", ["client-2", "client-3"], "aud"],
    ["aud", [], "aud"],
    ["aud", [["client-1"]], "aud"],
    ["aud", ["client-1", 7], "aud"],
    ["aud", undefined, "aud"],
    ["aud", ["client-1", "client-2"], "azp"],
    ["azp", "client-2", "azp"],
    ["nonce", "nonce-2", "nonce"],
    ["nonce", undefined, "nonce"],
    ["exp", undefined, "exp"],
    ["exp", "2099", "exp"],
    ["exp", seconds - 61, "exp"],
    ["iat", undefined, "iat"],
    ["iat", `${seconds}`, "iat"],
    ["iat", seconds + 61, "issued_in_the_future"],
    ["nbf", seconds + 61, "nbf"],
    ["nbf", "soon", "nbf"],
  ])("rejects the claim %s as %j: %s", async (claim, value, reason) => {
    const { judge } = createJudge();
    expect(await judge(await signer.sign())).not.toBeNull();
    const error = await catchAuthError(judge(await signer.sign({ [claim]: value })));
    expect(error).toMatchObject({ error: "invalid_token", reason });
  });

  test("accepts several audiences for a token that was issued to this application", async () => {
    const { judge } = createJudge();
    const aud = ["client-2", "client-1"];
    const result = await judge(await signer.sign({ aud, azp: "client-1" }));
    expect(result?.idTokenPayload?.aud).toEqual(aud);
  });

  test(
    "rejects a token of the future, and tolerates a clock within the leeway",
    { tags: ["library.errors.issued-in-future", "library.init.leeway"] },
    async () => {
      const early = await signer.sign({ iat: seconds + 61 });
      const error = await catchAuthError(createJudge().judge(early));
      expect(error.errorDescription).toContain("The token was issued in the future: iat is");
      expect(error.remedy).toContain("leeway");
      expect(await createJudge({ leeway: 61 }).judge(early)).not.toBeNull();
      expect(await createJudge({ leeway: 300 }).judge(early)).not.toBeNull();
      const slightlyEarly = await signer.sign({ iat: seconds + 1 });
      expect(await createJudge().judge(slightlyEarly)).not.toBeNull();
      expect(await catchAuthError(createJudge({ leeway: 0 }).judge(slightlyEarly))).toMatchObject({
        reason: "issued_in_the_future",
      });
    },
  );

  test("accepts an expired token within the leeway, by default 60 seconds", async () => {
    const { judge, clock } = createJudge();
    const token = await signer.sign();
    clock.advance((3600 + 60) * 1000);
    expect(await judge(token)).not.toBeNull();
    clock.advance(1);
    expect(await catchAuthError(judge(token))).toMatchObject({ reason: "exp" });
  });

  test("checks the nonce of the call", { tags: ["library.parse-hash.nonce"] }, async () => {
    const { parseHash } = createJudge();
    const hash = fragment({ id_token: await signer.sign(), state: "s" });
    expect(await parseHash({ hash, state: "s", nonce: "nonce-1" })).not.toBeNull();
    const error = await catchAuthError(parseHash({ hash, state: "s", nonce: "nonce-2" }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "nonce" });
  });

  test("rejects an access token that does not match at_hash", async () => {
    const digest = new Uint8Array(
      await crypto.subtle.digest("SHA-256", new TextEncoder().encode("access-1")),
    );
    const at_hash = Buffer.from(digest.slice(0, 16)).toString("base64url");
    const { judge } = createJudge();
    const token = await signer.sign({ at_hash });
    expect(await judge(token, { access_token: "access-1" })).not.toBeNull();
    const error = await catchAuthError(judge(token, { access_token: "access-2" }));
    expect(error).toMatchObject({ error: "invalid_token", reason: "at_hash" });
    for (const odd of [1, "", null]) {
      const judged = judge(await signer.sign({ at_hash: odd }), { access_token: "access-1" });
      expect(await catchAuthError(judged)).toMatchObject({ reason: "at_hash" });
    }
    expect(await judge(token)).not.toBeNull();
  });

  test("rejects a header with critical extensions", async () => {
    const { judge } = createJudge();
    const good = await signer.sign();
    const header = { alg: "RS256", kid: "key-1", crit: ["exp"], exp: 1 };
    const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
    const error = await catchAuthError(judge(`${encoded}${good.slice(good.indexOf("."))}`));
    expect(error).toMatchObject({ reason: "crit" });
  });

  test("rejects a signature by another key with the same kid", async () => {
    const { judge } = createJudge();
    expect(await judge(await signer.sign())).not.toBeNull();
    const error = await catchAuthError(judge(await (await Signer.create()).sign()));
    expect(error).toMatchObject({ error: "invalid_token", reason: "signature" });
  });
});
