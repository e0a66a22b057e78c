import type { TokenExchangeProfile } from "../../management/exchange/token-exchange-profile.ts";
import type { PendingCreation } from "../../messages/commands.ts";
import type { Failure } from "../failure.ts";

/** A creation as the worker knows it, with the time at which it was requested. */
export type SentCreation = Omit<PendingCreation, "isInDoubt">;

/** The progress of creating a token exchange profile. */
export type ExchangeFormState =
  | { kind: "editing" }
  /** The worker sends the creation. */
  | { kind: "sending"; create: SentCreation }
  /** `sentAt` is the time of the request: Unix time in ms. */
  | { kind: "created"; profile: TokenExchangeProfile; sentAt: number }
  | { kind: "failed"; failure: Failure }
  /**
   * The response was lost: the profile may have been created. `failure` is the reason; if
   * `isChecked`, the reason why the check failed.
   */
  | { kind: "lost"; create: SentCreation; failure?: Failure; isChecked: boolean }
  | { kind: "checking"; create: SentCreation }
  /** The check found that the tenant does not have the profile. */
  | { kind: "absent" };

/** Returns true while a response is pending, so that no other step may start. */
export function isBusy({ kind }: ExchangeFormState): boolean {
  return kind === "sending" || kind === "checking";
}
