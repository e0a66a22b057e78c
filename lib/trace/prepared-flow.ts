import type { JsonObject } from "../encoding/json.ts";
import type { CompanionHashes } from "../tokens/companion-hashes.ts";
import type { DecodedToken } from "../tokens/decode-token.ts";
import type { Finding } from "../tokens/finding.ts";
import type { VerificationOutcome } from "../tokens/verify-signature.ts";
import type { CaptureContext } from "./capture-context.ts";
import type { Provider } from "./find-provider.ts";
import type { Flow } from "./flow.ts";
import type { AuthMessage } from "./message.ts";
import type { Parameters } from "./parameters.ts";

/** The ID token of a flow, with what a correct client finds wrong with it at its delivery. */
export interface JudgedIdToken {
  token: FlowToken;
  decoded: DecodedToken;
  /** Root cause first. */
  findings: readonly Finding[];
  /** The hashes that it should have of the code and the access token beside it. */
  hashes: CompanionHashes;
  /** The outcome of the verification; missing if the capture has no key of the provider. */
  signature?: VerificationOutcome;
}

/** A token of a flow, with the message that delivered it. */
export interface FlowToken {
  name: "id_token" | "access_token" | "refresh_token";
  text: string;
  /** The first message that has it. */
  message: AuthMessage;
  /** Its delivery, in Unix ms by the browser's clock. */
  deliveredAt: number;
  /** The `Date` header of the response that delivered it, in Unix ms; in full seconds. */
  serverTime?: number;
  /** Missing for an opaque token. */
  decoded?: DecodedToken;
  /** The header of a JWT, also of one whose claims or signature an export removed. */
  header?: JsonObject;
}

/** A value that the request sent and the response must repeat. */
export interface SentAndReceived {
  sent?: string;
  received?: string;
}

/** The clock of the provider against that of the browser. */
export interface ClockReading {
  /** The `Date` header (RFC 9110, section 6.6.1), in Unix ms; in full seconds. */
  serverTime: number;
  /** The end of the same exchange, by the browser's clock. */
  browserTime: number;
  message: AuthMessage;
}

/** A flow with the facts that the tables compare. */
export interface PreparedFlow extends Provider {
  flow: Flow;
  context: CaptureContext;
  /** Each token once, in order of delivery. */
  tokens: readonly FlowToken[];
  /**
   * The parameters of the authorization request, wherever they were sent: in the query or form,
   * pushed (RFC 9126), or as claims of the request object (RFC 9101).
   */
  requestParameters: Parameters;
  state: SentAndReceived;
  /** The nonce of the request, and the claim of the first ID token. */
  nonce: SentAndReceived;
  /** The provider's clock, by the first response of the flow that tells it. */
  clock?: ClockReading;
  /** The earlier flows of the same client at the same host, newest first; at most 50. */
  previous: readonly Flow[];
  /** The next flow of the same client at the same host. */
  next?: Flow;
  /** The preflight of each message that has one in the capture. */
  preflights: ReadonlyMap<AuthMessage, AuthMessage>;
  /** True if the rest of the flow can still arrive: a missing message is not a fault yet. */
  isPending: boolean;
  /** True for a run of this extension, which redeems its code itself. */
  isOwnRun: boolean;
  /** The first ID token with its findings; missing if there is none that can be decoded. */
  idToken?: JudgedIdToken;
  /** The S256 challenge (RFC 7636, section 4.6) of each `code_verifier` that the flow sent. */
  challenges: ReadonlyMap<string, string>;
}
