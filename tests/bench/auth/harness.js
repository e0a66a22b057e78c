// Runs in a browser's page and in a Node context, after the scripts of both libraries. It is a
// classic script, because pages load both libraries as classic scripts. Keys come from memory, so
// that no network is measured.

/**
 * @typedef {{ errorDescription: string } | null} Failure
 * @typedef {{ idTokenPayload: { sub: string } }} Login
 * @typedef {{
 *   parseHash: (options: object, callback: (error: Failure, result: Login) => void) => void,
 *   client: { buildAuthorizeUrl: (options: object) => string },
 * }} Library
 * @typedef {{ WebAuth: new (options: object) => Library }} LibraryScript
 * @typedef {{
 *   issuer: string,
 *   keys: string,
 *   hash: string,
 *   which: "ours" | "peer",
 *   what: "parse" | "url" | "verify",
 *   count: number,
 *   underWay: number,
 * }} Task
 */

/**
 * @type {{
 *   TenantAuth?: LibraryScript,
 *   auth0?: LibraryScript,
 *   fetch?: unknown,
 *   runBench?: (task: Task) => Promise<object>,
 * }}
 */
const place = globalThis;

/**
 * Prepares the plain cryptography of the fragment, without any decoding: the ID token's signature,
 * then its at_hash (OpenID Connect Core 1.0, section 3.2.2.9).
 * @param {string} keys
 * @param {string} hash
 */
async function prepareVerify(keys, hash) {
  const name = "RSASSA-PKCS1-v1_5";
  const [, signed = "", signature = ""] = /id_token=([^&]+)[.]([^&]+)/.exec(hash) ?? [];
  const { n, e } = JSON.parse(keys).keys[0];
  const jwk = { kty: "RSA", n, e };
  const key = await crypto.subtle.importKey("jwk", jwk, { name, hash: "SHA-256" }, false, [
    "verify",
  ]);
  const binary = atob(signature.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const text = new TextEncoder().encode(signed);
  const accessToken = new TextEncoder().encode(/access_token=([^&]+)/.exec(hash)?.[1] ?? "");
  return async () =>
    (await crypto.subtle.verify(name, key, bytes, text)) &&
    (await crypto.subtle.digest("SHA-256", accessToken)).byteLength > 0;
}

place.runBench = async ({ issuer, keys, hash, which, what, count, underWay }) => {
  let requests = 0;
  place.fetch = async () => {
    requests += 1;
    return { ok: true, status: 200, text: async () => keys, json: async () => JSON.parse(keys) };
  };
  const library = which === "ours" ? place.TenantAuth : place.auth0;
  if (library === undefined) throw new Error("A library is missing.");
  const webAuth = new library.WebAuth({
    domain: issuer.slice(0, -1),
    clientID: "demo-spa",
    responseType: "token id_token",
    redirectUri: `${issuer}callback`,
    _disableDeprecationWarnings: true,
    ...(which === "ours"
      ? { ports: { storage: new Map() } }
      : {
          overrides: {
            __tenant: "t",
            __token_issuer: issuer,
            __jwks_uri: `${issuer}.well-known/jwks.json`,
          },
        }),
  });
  const parse = () =>
    new Promise((resolve, reject) => {
      webAuth.parseHash({ hash, state: "s1", nonce: "n1" }, (error, result) => {
        if (error) reject(new Error(error.errorDescription));
        else resolve(result.idTokenPayload.sub);
      });
    });
  const address = () =>
    webAuth.client.buildAuthorizeUrl({ scope: "openid profile email", state: "s1", nonce: "n1" });
  const run = { parse, url: address, verify: await prepareVerify(keys, hash) }[what];
  if (what === "parse" && (await parse()) !== "auth|1") throw new Error("No token was accepted.");
  if (what === "verify" && !(await run())) throw new Error("The signature is not valid.");
  let left = 0;
  const runOn = async () => {
    for (; left > 0; left -= 1) await run();
  };
  const runAll = () => {
    left = count;
    return Promise.all(Array.from({ length: underWay }, runOn));
  };
  await runAll();
  requests = 0;
  const start = performance.now();
  await runAll();
  return { milliseconds: (performance.now() - start) / count, requests: requests / count };
};
