import { readMember } from "../../../encoding/json.ts";
import type { FindingId } from "../../../tokens/finding-table.ts";
import { readMoment } from "../../../tokens/numeric-date.ts";
import type { Reader, Subject } from "../contradiction.ts";
import { absent, see, seeTime } from "./see.ts";

/**
 * Reads a value of the ID token if the checks of the Tokens tab refuse the token for one of these
 * findings. So the token and a login are judged by the same checks.
 */
export const refusedFor =
  (findings: readonly FindingId[], part: "token-header" | "claims", name: string): Reader =>
  ({ prepared: { idToken } }) => {
    const isRefused = idToken?.findings.some(
      ({ id, severity }) => severity === "error" && findings.includes(id),
    );
    if (idToken === undefined || isRefused !== true) return undefined;
    const { header, payload } = idToken.decoded;
    const value = readMember(part === "claims" ? payload : header, name);
    return see(idToken.token.message, part, name, write(value));
  };

function write(value: unknown): string {
  if (value === undefined) return absent;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Reads HS256 from the header of the ID token, also of one whose claims an export removed.
 */
export const sharedSecretAlgorithm: Reader = ({ prepared: { tokens } }) => {
  const token = tokens.find(({ name }) => name === "id_token");
  const alg = readMember(token?.header ?? {}, "alg");
  return alg === "HS256" ? see(token?.message, "token-header", "alg", alg) : undefined;
};

/** Reads a claim of the first ID token. */
export const claimed =
  (name: string): Reader =>
  ({ prepared: { idToken } }) => {
    const value = readMember(idToken?.decoded.payload ?? {}, name);
    return value === undefined
      ? undefined
      : see(idToken?.token.message, "claims", name, write(value));
  };

/** Reads a value that version 10 of the library expects. */
export const expected =
  (part: "token-header" | "claims", name: string, value: string): Reader =>
  ({ prepared: { tokens } }) =>
    tokens.some((token) => token.name === "id_token")
      ? see(undefined, part, `${name} that is accepted`, value)
      : undefined;

/** Reads the issuer of the provider. */
export const issuer: Reader = ({ prepared: { issuer: name, discovery } }) =>
  see(discovery?.message, "body", "issuer", name);

/** Reads the client of the login. */
export const client: Reader = ({ prepared: { flow } }) =>
  see(flow.authorization, "query", "client_id", flow.clientId);

const timeFindings: readonly FindingId[] = ["expired", "not-yet-valid", "issued-in-the-future"];
/** `Date` has full seconds, and a response takes some time. */
const tolerance = 10_000;
/** The library's default leeway, without the tolerance. */
const leeway = 50_000;

interface Clocks {
  /** The provider's clock, of the response with the token, otherwise of the flow. */
  provider: number;
  /** The browser's clock at the same time. */
  device: number;
  issuedAt: number | undefined;
  isExpired: boolean;
}

/** Reads the clocks of an ID token that is refused for its times. */
function readClocks({ prepared: { idToken, clock } }: Subject): Clocks | undefined {
  const found = idToken?.findings.find(
    ({ id, severity }) => severity === "error" && timeFindings.includes(id),
  );
  if (idToken === undefined || found === undefined) return undefined;
  const { serverTime, deliveredAt } = idToken.token;
  const [provider, device] =
    serverTime === undefined ? [clock?.serverTime, clock?.browserTime] : [serverTime, deliveredAt];
  if (provider === undefined || device === undefined) return undefined;
  const issuedAt = readMoment(readMember(idToken.decoded.payload, "iat"));
  return { provider, device, issuedAt, isExpired: found.id === "expired" };
}

/** Reads the device's clock if its difference to the provider's clock explains the refusal. */
export const wrongDeviceClock =
  (direction: "fast" | "slow"): Reader =>
  (subject) => {
    const clocks = readClocks(subject);
    if (clocks === undefined) return undefined;
    const difference = clocks.device - clocks.provider;
    const isFast = difference > 0;
    // A slow clock does not let a token expire, and a fast one does not let it start early.
    const isReason = Math.abs(difference) > leeway && isFast === clocks.isExpired;
    if (!isReason || isFast !== (direction === "fast")) return undefined;
    return seeTime(undefined, "clock", "this device's clock", clocks.device);
  };

/** Reads a time of the ID token for which it is refused, if the clocks do not explain the refusal. */
export const refusedForTime =
  (finding: FindingId, claim: string): Reader =>
  (subject) => {
    const explanations = [wrongDeviceClock("fast"), wrongDeviceClock("slow"), issuedInFuture];
    if (explanations.some((read) => read(subject) !== undefined)) return undefined;
    return refusedFor([finding], "claims", claim)(subject);
  };

/** Reads the provider's clock. */
export const providerClock: Reader = (subject) => {
  const { prepared } = subject;
  const message = prepared.idToken?.token.message;
  return seeTime(message, "clock", "Date of the provider", readClocks(subject)?.provider);
};

/** Reads the time of issue if it is after the provider's own clock, which agrees with the device. */
export const issuedInFuture: Reader = (subject) => {
  const clocks = readClocks(subject);
  if (clocks?.issuedAt === undefined) return undefined;
  const agree = Math.abs(clocks.device - clocks.provider) <= leeway;
  if (!agree || clocks.issuedAt - clocks.provider <= tolerance) return undefined;
  return seeTime(subject.prepared.idToken?.token.message, "claims", "iat", clocks.issuedAt);
};

/** Reads the time of delivery, by the browser's clock. */
export const delivery: Reader = ({ prepared: { idToken } }) =>
  seeTime(idToken?.token.message, "clock", "delivered at", idToken?.token.deliveredAt);
