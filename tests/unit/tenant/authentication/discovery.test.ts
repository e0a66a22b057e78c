import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import {
  issuer,
  logIn,
  openTenant,
  readFragment,
  readJson,
  startTime,
  type OpenTenant,
} from "../open-tenant.ts";

const jwksSchema = z.object({
  keys: z.array(z.object({ kty: z.string(), kid: z.string(), n: z.string(), e: z.string() })),
});

async function readJwks(open: OpenTenant): Promise<JSONWebKeySet> {
  return jwksSchema.parse(await readJson(await open.send("/.well-known/jwks.json")));
}

describe("discovery", () => {
  test("names the issuer with a trailing slash and the endpoints below it, for every origin", async () => {
    const response = await openTenant().send("/.well-known/openid-configuration");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await readJson(response)).toMatchObject({
      issuer,
      jwks_uri: `${issuer}.well-known/jwks.json`,
      token_endpoint: `${issuer}oauth/token`,
      code_challenge_methods_supported: ["S256"],
    });
  });

  test("serves the public key that verifies ID tokens, without a private part", async () => {
    const open = openTenant();
    const jwks = await readJwks(open);
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    const { id_token: idToken = "" } = readFragment(await logIn(open));
    const options = { issuer, currentDate: new Date(startTime) };
    await expect(jwtVerify(idToken, createLocalJWKSet(jwks), options)).resolves.toBeDefined();
  });

  test("serves no key that verifies a token signed under the fault wrong-key, although its kid is known", async () => {
    const open = openTenant();
    await open.control("PUT", "faults", { "wrong-key": true });
    const { id_token: idToken = "" } = readFragment(await logIn(open));
    const keys = createLocalJWKSet(await readJwks(open));
    await expect(jwtVerify(idToken, keys)).rejects.toMatchObject({
      code: "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    });
  });
});
