import { isRemovedPart } from "../redaction/known-secrets.ts";
import { expectationsOf } from "../tokens/checks/login-facts.ts";
import {
  hashCompanions,
  type Companions,
  type CompanionHashes,
} from "../tokens/companion-hashes.ts";
import { readText } from "../encoding/json.ts";
import type { DecodedToken } from "../tokens/decode-token.ts";
import { findFindings } from "../tokens/findings.ts";
import { readKeySet, type JsonWebKeySet } from "../tokens/read-key-set.ts";
import {
  restoreOutcome,
  verifySignature,
  type VerificationOutcome,
} from "../tokens/verify-signature.ts";
import { describeLogin } from "./describe-login.ts";
import { readDerived } from "./exchange.ts";
import type { Provider } from "./find-provider.ts";
import type { FlowToken, JudgedIdToken, PreparedFlow } from "./prepared-flow.ts";

type Known = Pick<PreparedFlow, keyof Provider | "flow" | "tokens" | "requestParameters">;

/** Judges the first ID token of a flow by the rules of version 10 of the library. */
export async function judgeIdToken(known: Known): Promise<JudgedIdToken | undefined> {
  const token = known.tokens.find(({ name }) => name === "id_token");
  const decoded = token?.decoded;
  if (token === undefined || decoded === undefined) return undefined;
  const { companions, ...expected } = expectationsOf(describeLogin(token, known));
  const context = {
    ...expected,
    now: token.deliveredAt,
    use: "id_token" as const,
    isForLibrary: true,
  };
  const signature = await verify(token, decoded, known);
  const hashes = await readHashes(token, decoded, companions);
  return {
    token,
    decoded,
    findings: findFindings({
      token: decoded,
      context,
      companionHashes: hashes,
      ...(signature === undefined ? {} : { verification: signature }),
    }),
    hashes,
    ...(signature === undefined ? {} : { signature }),
  };
}

/**
 * Hashes what the ID token has a hash of. A file without secrets has the hashes of the values that
 * it lacks.
 */
async function readHashes(
  token: FlowToken,
  decoded: DecodedToken,
  { accessToken, code }: Companions,
): Promise<CompanionHashes> {
  if (!isRemovedPart(decoded.parts.signature)) {
    const { at_hash: ofToken, c_hash: ofCode } = decoded.payload;
    return await hashCompanions(decoded, {
      ...(ofToken === undefined || accessToken === undefined ? {} : { accessToken }),
      ...(ofCode === undefined || code === undefined ? {} : { code }),
    });
  }
  const { exchange } = token.message;
  const [ofToken, ofCode] = [readDerived(exchange, "at_hash"), readDerived(exchange, "c_hash")];
  return {
    ...(ofToken === undefined ? {} : { at_hash: ofToken }),
    ...(ofCode === undefined ? {} : { c_hash: ofCode }),
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
