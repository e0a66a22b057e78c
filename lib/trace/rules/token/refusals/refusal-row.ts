import type { AuthMessage } from "../../../message.ts";
import type { PreparedFlow } from "../../../prepared-flow.ts";
import type { PossibleCause } from "../../rule.ts";

/** One kind of refusal of the token endpoint: its condition, and the texts of its finding. */
export interface RefusalRow {
  id: string;
  title: string;
  /** Default: RFC 6749, section 5.2. */
  requirement?: string;
  /** The ids of rules that say what is wrong with the request. */
  yieldsTo?: readonly string[];
  applies: (message: AuthMessage, prepared: PreparedFlow) => boolean;
  /** Returns true if the page went on all the same: then it is a warning. */
  isHarmless?: (message: AuthMessage, prepared: PreparedFlow) => boolean;
  why: string;
  remedy: string;
  causes?: readonly PossibleCause[];
  /** The texts for an authorization code, if they can say more. */
  forCode?: Required<Pick<RefusalRow, "title" | "why" | "remedy" | "causes">>;
  /** The parameters of the request to show. */
  shown: readonly string[];
}

/** Rules that compare the redemption of a code with its login. */
export const comparisons = [
  "token-verifier-mismatch",
  "token-verifier-missing",
  "token-verifier-shape",
  "token-client-differs",
  "token-redirect-differs",
  "token-code-reused",
  "token-code-late",
  "authz-pkce-missing",
  "dpop-proof",
];
