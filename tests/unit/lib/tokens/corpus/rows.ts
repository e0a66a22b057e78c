import type { InspectionContext } from "../../../../../lib/tokens/inspect-token.ts";
import { logoutEvent } from "../../../../../lib/tokens/kinds/kind-table.ts";
import { encode, writeToken } from "../sign-token.ts";
import { issuer, seconds, type Forge } from "./forge.ts";

/** A token, and what the report about it must say. */
export interface CorpusRow {
  name: string;
  kind: string;
  /** The severity of the verdict, and the id of the root cause. */
  expected: string;
  make: (forge: Forge) => Promise<string>;
  context?: (forge: Forge) => Promise<Partial<InspectionContext>> | Partial<InspectionContext>;
}

const id = {
  iss: issuer,
  sub: "db|1",
  aud: "demo-spa",
  iat: seconds - 10,
  exp: seconds + 3600,
  nonce: "n",
};
const login = () => ({ clientId: "demo-spa", nonce: "n" });
const access = {
  iss: issuer,
  sub: "db|1",
  aud: "https://api.example/",
  iat: seconds - 10,
  exp: seconds + 3600,
  client_id: "demo-spa",
  jti: "a1",
  scope: "read:x",
};
const logout = {
  iss: issuer,
  aud: "demo-spa",
  iat: seconds - 10,
  exp: seconds + 120,
  jti: "l1",
  sid: "s1",
  events: { [logoutEvent]: {} },
};
const none = undefined;
const at = { typ: "at+jwt" };

function idRow(name: string, expected: string, change: object, given: object = {}): CorpusRow {
  return {
    name: `ID token ${name}`,
    kind: "id-token",
    expected,
    make: (forge) => forge.sign("RS256", { ...id, ...change }),
    context: () => ({ ...login(), ...given }),
  };
}

function madeRow(
  [kind, name, expected]: readonly [kind: string, name: string, expected: string],
  make: CorpusRow["make"],
  context?: CorpusRow["context"],
): CorpusRow {
  return { name, kind, expected, make, ...(context === undefined ? {} : { context }) };
}

const otherAlgorithms = ["RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512"];

const idTokens: CorpusRow[] = [
  idRow("valid", "good none", {}),
  ...[...otherAlgorithms, "EdDSA", "HS384", "HS512"].map((alg) =>
    madeRow(["id-token", `ID token ${alg}`, "error alg-not-rs256"], (f) => f.sign(alg, id), login),
  ),
  madeRow(["id-token", "ID token HS256", "error alg-hs256"], (f) => f.sign("HS256", id), login),
  madeRow(["id-token", "ID token none", "error alg-none"], async () =>
    writeToken({ alg: "none" }, id, ""),
  ),
  madeRow(["id-token", "ID token without alg", "error alg-missing"], async () =>
    writeToken({}, id),
  ),
  idRow("expired", "error expired", { exp: seconds - 3600 }),
  idRow("expired within the leeway", "warning expired", { exp: seconds - 30 }),
  idRow("not yet valid", "error not-yet-valid", { nbf: seconds + 600 }),
  idRow("issued in the future", "error issued-in-the-future", { iat: seconds + 600 }),
  idRow("in milliseconds", "error time-in-milliseconds", { exp: (seconds + 60) * 1000 }),
  idRow("with a text as exp", "error time-not-a-number", { exp: "soon" }),
  idRow("without exp", "error lifetime-missing", { exp: none }),
  idRow("without iat", "error issue-time-missing", { iat: none }),
  idRow("of another issuer", "error issuer-different", { iss: "https://other.example/" }),
  idRow("without the slash", "error issuer-slash", { iss: "https://tenant.example" }),
  idRow("without iss", "error issuer-missing", { iss: none }),
  idRow("without sub", "error subject-missing", { sub: none }),
  idRow("for another client", "error audience-without-client", { aud: "other" }),
  idRow("without aud", "error audience-missing", { aud: none }),
  idRow("for two, without azp", "error authorized-party-missing", { aud: ["demo-spa", "api"] }),
  idRow("of another azp", "error authorized-party-different", { azp: "other" }),
  idRow("with another nonce", "error nonce-different", { nonce: "other" }),
  idRow("without nonce", "error nonce-missing", { nonce: none, at_hash: "x" }),
  idRow(
    "with another at_hash",
    "error access-token-hash-different",
    { at_hash: "x" },
    {
      companions: { accessToken: "access-1" },
    },
  ),
  idRow(
    "authenticated too long ago",
    "error authentication-too-old",
    { auth_time: 1 },
    {
      maxAge: 60,
    },
  ),
  madeRow(["id-token", "ID token changed", "error signature-wrong"], async (f) => {
    const [header, , signature] = (await f.sign("RS256", id)).split(".");
    return [header, encode(JSON.stringify({ ...id, sub: "db|2" })), signature].join(".");
  }),
  madeRow(["id-token", "ID token with another key's kid", "error signature-wrong"], (f) =>
    f.sign("RS256", id, { kid: "PS256" }),
  ),
  madeRow(["id-token", "ID token of an unknown key", "error key-unknown"], (f) =>
    f.sign("RS256", id, { kid: "key-9" }),
  ),
  madeRow(["id-token", "ID token with an empty signature", "error signature-missing"], async () =>
    writeToken({ alg: "RS256", kid: "RS256" }, id, ""),
  ),
  madeRow(["id-token", "ID token with crit", "error critical-parameters"], async () =>
    writeToken({ alg: "RS256", kid: "RS256", crit: ["x"], x: 1 }, id),
  ),
  madeRow(["id-token", "ID token with a repeated name", "warning duplicate-members"], (f) =>
    f.sign("RS256", JSON.stringify(id).replace("{", '{"sub":"db|2",')),
  ),
  madeRow(["id-token", "ID token with jku", "warning key-from-token"], (f) =>
    f.sign("RS256", id, { jku: "https://evil.example/" }),
  ),
  madeRow(
    ["id-token", "access token in place of an ID token", "error access-token-as-id-token"],
    (f) => f.sign("RS256", access, at),
    () => ({ use: "id_token" }),
  ),
];

const accessTokens: CorpusRow[] = [
  ...["RS256", "PS512", "ES256", "ES512", "EdDSA"].map((alg) =>
    madeRow(["access-token", `access token ${alg}`, "good none"], (f) => f.sign(alg, access, at)),
  ),
  madeRow(["access-token", "access token by its claims", "good none"], (f) =>
    f.sign("RS256", { ...access, jti: none, client_id: none }),
  ),
  madeRow(
    ["access-token", "access token without client_id", "warning access-token-claims-missing"],
    (f) => f.sign("RS256", { ...access, client_id: none }, at),
  ),
  madeRow(["access-token", "access token expired", "error expired"], (f) =>
    f.sign("RS256", { ...access, exp: seconds - 3600 }, at),
  ),
  madeRow(["access-token", "access token without aud", "error audience-missing"], (f) =>
    f.sign("RS256", { ...access, aud: none }, at),
  ),
  madeRow(["access-token", "access token HS256", "warning access-token-shared-secret"], (f) =>
    f.sign("HS256", access, at),
  ),
  madeRow(["access-token", "access token of another issuer", "error issuer-different"], (f) =>
    f.sign("RS256", { ...access, iss: "https://other.example/" }, at),
  ),
  madeRow(
    ["access-token", "bound access token with its proof", "good none"],
    (f) => f.sign("RS256", { ...access, cnf: { jkt: f.thumbprint } }, at),
    async (f) => ({ others: [await f.prove()] }),
  ),
  madeRow(
    ["access-token", "bound access token with another proof", "error binding-different"],
    (f) => f.sign("RS256", { ...access, cnf: { jkt: "x".repeat(43) } }, at),
    async (f) => ({ others: [await f.prove()] }),
  ),
  madeRow(["access-token", "access token bound to no thumbprint", "error binding-invalid"], (f) =>
    f.sign("RS256", { ...access, cnf: { jkt: "x" } }, at),
  ),
];

function logoutRow(name: string, expected: string, change: object): CorpusRow {
  return madeRow(["logout-token", `logout token ${name}`, expected], (f) =>
    f.sign("RS256", { ...logout, ...change }, { typ: "logout+jwt" }),
  );
}

const logoutTokens: CorpusRow[] = [
  logoutRow("valid", "good none", {}),
  madeRow(["logout-token", "logout token by its events", "good none"], (f) =>
    f.sign("RS256", logout),
  ),
  logoutRow("with a nonce", "error logout-nonce", { nonce: "n" }),
  logoutRow("without events", "error logout-event-missing", { events: none }),
  logoutRow("without sub and sid", "error logout-subject-missing", { sid: none }),
  logoutRow("without jti", "error logout-id-missing", { jti: none }),
  logoutRow("without exp", "error lifetime-missing", { exp: none }),
];

function proofRow(name: string, expected: string, ...change: Parameters<Forge["prove"]>) {
  return madeRow(["dpop-proof", `DPoP proof ${name}`, expected], (f) => f.prove(...change));
}

const proofs: CorpusRow[] = [
  proofRow("valid", "good none"),
  proofRow("of another type", "error dpop-type", {}, { typ: "JWT" }),
  proofRow("HS256", "error dpop-algorithm", {}, {}, "HS256"),
  proofRow("too old", "warning dpop-proof-old", { iat: seconds - 3600 }),
  proofRow("without htu", "error dpop-claims-missing", { htu: none }),
  proofRow("with a path as htu", "error dpop-target-invalid", { htu: "/oauth/token" }),
  proofRow("with a query in htu", "warning dpop-target-query", { htu: "https://a.example/?b" }),
  proofRow("without jwk", "error dpop-key-missing", {}, { jwk: none }),
  proofRow("without iat", "error issue-time-missing", { iat: none }),
  proofRow("signed by another key", "error signature-wrong", {}, {}, "ES384"),
  madeRow(["dpop-proof", "DPoP proof with a private key", "error dpop-key-private"], (f) =>
    f.prove({}, { jwk: f.privateJwk }),
  ),
];

const others: CorpusRow[] = [
  madeRow(["jwt", "JWT without a kind", "good none"], (f) =>
    f.sign("RS256", { iss: issuer, exp: seconds + 60 }),
  ),
  madeRow(["encrypted", "JWE dir", "note none"], (f) => f.encrypt({ alg: "dir", enc: "A256GCM" })),
  madeRow(["encrypted", "JWE RSA-OAEP-256", "note none"], (f) =>
    f.encrypt({ alg: "RSA-OAEP-256", enc: "A128CBC-HS256" }),
  ),
  madeRow(["encrypted", "JWE cut at its end", "error jwe-part-size"], async (f) =>
    (await f.encrypt({ alg: "dir", enc: "A256GCM" })).slice(0, -4),
  ),
  madeRow(["signed-content", "JWS with a text", "good none"], (f) => f.sign("ES256", "hello")),
  madeRow(
    ["refresh-token", "refresh token", "note none"],
    async () => "s3cr3tOpaqueValue",
    () => ({
      name: "refresh_token",
    }),
  ),
  madeRow(["opaque", "opaque token", "note none"], async () => "s3cr3tOpaqueValue"),
];

export const corpus: readonly CorpusRow[] = [
  ...idTokens,
  ...accessTokens,
  ...logoutTokens,
  ...proofs,
  ...others,
];
