import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { WebAuth } from "../../lib/auth/index.ts";
import type { FetchPort } from "../../lib/auth/index.ts";
import type { Figure, Section } from "./figure.ts";

/** The usual library for this contract, its minified build, in bytes after gzip. */
const peerBytes = 51_509;
const callsPerSample = 100;
const issuer = "http://localhost:4400/";
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

function measureBuild(): number {
  const path = resolve(import.meta.dirname, "../../.output/chrome-mv3/auth-library.js");
  if (!existsSync(path))
    throw new Error('The library has not been built: run "npm run build" first.');
  return gzipSync(readFileSync(path), { level: 9 }).length;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

async function digestHalf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(digest, 0, 16).toString("base64url");
}

/** Milliseconds that one call takes, as the mean of many in a row. */
async function timeCalls(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  for (let count = 0; count < callsPerSample; count += 1) await call();
  return (performance.now() - start) / callsPerSample;
}

/** `parseHash` on a whole response (access token with its hash, RS256 ID token) against verifying its signature alone. */
async function prepareParseHash(): Promise<Figure> {
  const pair = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ["sign", "verify"],
  );
  const jwk = {
    ...(await crypto.subtle.exportKey("jwk", pair.publicKey)),
    kid: "k1",
    use: "sig",
    alg: "RS256",
  };
  const accessToken = "a".repeat(600);
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: "demo-spa",
    sub: "auth|1",
    iat: now,
    exp: now + 3600,
    nonce: "n1",
    at_hash: await digestHalf(accessToken),
    name: "Ada Lovelace",
    email: "ada@example.com",
  };
  const signed = `${encode({ alg: "RS256", typ: "JWT", kid: "k1" })}.${encode(claims)}`;
  const bytes = new TextEncoder().encode(signed);
  const signature = await crypto.subtle.sign(algorithm.name, pair.privateKey, bytes);
  const idToken = `${signed}.${Buffer.from(signature).toString("base64url")}`;
  const keys = JSON.stringify({ keys: [jwk] });
  const fetchKeys: FetchPort = () => ({ ok: true, status: 200, text: () => Promise.resolve(keys) });
  const webAuth = new WebAuth({
    domain: "http://localhost:4400",
    clientID: "demo-spa",
    responseType: "token id_token",
    redirectUri: "http://localhost:4401/callback",
    ports: { storage: new Map<string, string>(), fetch: fetchKeys },
  });
  const hash = `#access_token=${accessToken}&id_token=${idToken}&expires_in=7200&token_type=Bearer&state=s1`;
  const parse = () => webAuth.parseHash({ hash, state: "s1", nonce: "n1" });
  const verify = async () => {
    if (!(await crypto.subtle.verify(algorithm.name, pair.publicKey, signature, bytes))) {
      throw new Error("The signature made for this measurement does not verify.");
    }
  };
  if ((await parse())?.idToken !== idToken)
    throw new Error("parseHash did not return the ID token it was given.");
  await timeCalls(parse);
  await timeCalls(verify);
  return {
    name: "parse-hash-rs256",
    unit: "ms",
    target: 2.5,
    direction: "at most",
    samples: 15,
    ours: () => timeCalls(parse),
    other: () => timeCalls(verify),
  };
}

/** The authentication library: what a page pays to load it, and to accept a login with it. */
export const section: Section = {
  name: "auth",
  async prepare() {
    const size: Figure = {
      name: "gzip-size",
      unit: "B",
      target: 0.16,
      direction: "at most",
      samples: 1,
      ours: measureBuild,
      other: () => peerBytes,
    };
    return [size, await prepareParseHash()];
  },
};
