import type { Issuers } from "./issuers.ts";

/** A token, and what the panel knows about it. */
export interface Given {
  token: string;
  /** True if the tenant `https://tenant.example/` is selected in the panel. */
  isTenantSelected?: boolean;
  /** The text of the keys that the user pasted. */
  pastedKeys?: string;
  /** The chosen application. */
  clientId?: string;
  /** The nonce of the run that received the token. */
  nonce?: string;
  /** The name before the token in the pasted text. */
  name?: string;
}

/** A token as a developer meets it, and the expected answer. */
export interface Row {
  name: string;
  give: (issuers: Issuers) => Promise<Given>;
  /** The expected root cause in words, written before the first run. */
  inWords: string;
  verdict: "good" | "fault" | "not verified";
  /** The id of the finding for `inWords`. */
  cause?: string;
  kind:
    | "id-token"
    | "access-token"
    | "logout-token"
    | "dpop-proof"
    | "jwt"
    | "encrypted"
    | "refresh-token"
    | "opaque";
}
