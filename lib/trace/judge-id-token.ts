import { findHashFindings, hashCompanions } from "../tokens/companion-hashes.ts";
import { readText } from "../encoding/json.ts";
import type { DecodedToken } from "../tokens/decode-token.ts";
import { findSignatureFindings } from "../tokens/find-signature-findings.ts";
import type { Finding, FindingsContext } from "../tokens/finding.ts";
import { dropConsequences, findFindings, sortFindings } from "../tokens/findings.ts";
import { readKeySet, type JsonWebKeySet } from "../tokens/read-key-set.ts";
import { verifySignature } from "../tokens/verify-signature.ts";
import type { Provider } from "./find-provider.ts";
import { readParameter } from "./parameters.ts";
import type { FlowToken, JudgedIdToken, PreparedFlow } from "./prepared-flow.ts";

type Known = Pick<PreparedFlow, keyof Provider | "flow" | "tokens" | "asked" | "nonce">;

/** Judges the first ID token of a flow by the rules of version 10 of the library. */
export async function judgeIdToken(known: Known): Promise<JudgedIdToken | undefined> {
  const token = known.tokens.find(({ name }) => name === "id_token");
  const decoded = token?.decoded;
  if (token === undefined || decoded === undefined) return undefined;
  const context = listExpectations(known, token);
  const findings = [
    ...findFindings(decoded, context),
    ...(await findBySignature(decoded, known)),
    ...findHashFindings(decoded, await hashCompanions(decoded, listCompanions(known, token))),
  ];
  return { token, decoded, findings: sortFindings(dropConsequences(findings)) };
}

function listExpectations(known: Known, { deliveredAt }: FlowToken): FindingsContext {
  const { flow, asked, nonce } = known;
  const maxAge = Number(readParameter(asked, "max_age") ?? Number.NaN);
  const organization = readParameter(asked, "organization");
  return {
    now: deliveredAt,
    use: "id_token",
    ...(known.issuer === undefined ? {} : { tenantIssuer: known.issuer }),
    ...(flow.clientId === undefined ? {} : { clientId: flow.clientId }),
    ...(nonce.sent === undefined ? {} : { nonce: nonce.sent }),
    ...(Number.isInteger(maxAge) ? { maxAge } : {}),
    ...(organization === undefined ? {} : { organization }),
  };
}

/**
 * The access token and the code of the same response; a renewal has others. Only those are hashed
 * of which the ID token has a hash.
 */
function listCompanions({ tokens, flow }: Known, { message, decoded }: FlowToken) {
  const hasHash = (claim: string) => decoded?.payload[claim] !== undefined;
  const accessToken = hasHash("at_hash")
    ? tokens.find(({ name, message: own }) => name === "access_token" && own === message)?.text
    : undefined;
  const code = hasHash("c_hash")
    ? readParameter(flow.response?.parameters ?? [], "code")
    : undefined;
  return {
    ...(accessToken === undefined ? {} : { accessToken }),
    ...(code === undefined ? {} : { code }),
  };
}

/** The readable keys of each list of key sets. All flows of a host have the same list. */
const readings = new WeakMap<PreparedFlow["keySets"], JsonWebKeySet>();

function readKeys(keySets: PreparedFlow["keySets"]): JsonWebKeySet {
  const known = readings.get(keySets);
  if (known !== undefined) return known;
  const keys = keySets.flatMap((set) => set.keys).slice(0, 100);
  const jwks = readKeySet(JSON.stringify({ keys })) ?? { keys: [] };
  readings.set(keySets, jwks);
  return jwks;
}

/**
 * A host can have several providers, each with a path. Without a discovery document, only keys below
 * the path of the issuer are its own.
 */
function areOfOther(keySets: Known["keySets"], { payload }: DecodedToken): boolean {
  const issuer = URL.parse(readText(payload["iss"]) ?? "");
  if (issuer === null || issuer.pathname === "/") return false;
  const place = issuer.href.endsWith("/") ? issuer.href : `${issuer.href}/`;
  return keySets.every(({ message }) => !message.exchange.url.startsWith(place));
}

/** Verifies with the keys that the capture has. None are fetched. */
async function findBySignature(decoded: DecodedToken, known: Known): Promise<Finding[]> {
  if (known.keySets.every((set) => set.keys.length === 0)) return [];
  if (known.discovery === undefined && areOfOther(known.keySets, decoded)) return [];
  const jwks = readKeys(known.keySets);
  const outcome = await verifySignature(decoded, { issuer: known.flow.host, jwks });
  return findSignatureFindings(decoded, outcome, "id_token");
}
