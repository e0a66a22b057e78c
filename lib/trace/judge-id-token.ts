import { isRemovedPart } from "../redaction/known-secrets.ts";
import {
  findHashFindings,
  hashCompanions,
  type CompanionHashes,
} from "../tokens/companion-hashes.ts";
import { readText } from "../encoding/json.ts";
import type { DecodedToken } from "../tokens/decode-token.ts";
import { findSignatureFindings } from "../tokens/find-signature-findings.ts";
import type { FindingsContext } from "../tokens/finding.ts";
import { dropConsequences, findFindings, sortFindings } from "../tokens/findings.ts";
import { readKeySet, type JsonWebKeySet } from "../tokens/read-key-set.ts";
import {
  restoreOutcome,
  verifySignature,
  type VerificationOutcome,
} from "../tokens/verify-signature.ts";
import { readDerived } from "./exchange.ts";
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
  const signature = await verify(token, decoded, known);
  const hashes = await readHashes(token, decoded, known);
  const findings = [
    ...findFindings(decoded, context),
    ...(signature === undefined ? [] : findSignatureFindings(decoded, signature, "id_token")),
    ...findHashFindings(decoded, hashes),
  ];
  return {
    token,
    decoded,
    findings: sortFindings(dropConsequences(findings)),
    hashes,
    ...(signature === undefined ? {} : { signature }),
  };
}

/** A file without secrets has the hashes of the values that it lacks. */
async function readHashes(
  token: FlowToken,
  decoded: DecodedToken,
  known: Known,
): Promise<CompanionHashes> {
  if (!isRemovedPart(decoded.parts.signature)) {
    return await hashCompanions(decoded, listCompanions(known, token));
  }
  const { exchange } = token.message;
  const [accessToken, code] = [readDerived(exchange, "at_hash"), readDerived(exchange, "c_hash")];
  return {
    ...(accessToken === undefined ? {} : { at_hash: accessToken }),
    ...(code === undefined ? {} : { c_hash: code }),
  };
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
async function verify(
  { message }: FlowToken,
  decoded: DecodedToken,
  known: Known,
): Promise<VerificationOutcome | undefined> {
  const issuer = known.flow.host;
  if (isRemovedPart(decoded.parts.signature)) {
    return restoreOutcome(decoded, { issuer, kind: readDerived(message.exchange, "signature") });
  }
  if (known.keySets.every((set) => set.keys.length === 0)) return undefined;
  if (known.discovery === undefined && areOfOther(known.keySets, decoded)) return undefined;
  return await verifySignature(decoded, { issuer, jwks: readKeys(known.keySets) });
}
