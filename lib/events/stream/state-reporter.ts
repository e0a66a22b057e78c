import type { Clock } from "../../http/clock.ts";
import type { SubscriptionState } from "./subscription-state.ts";

/** While the subscription listens, `lastHeardAt` is reported no more often than this. */
const reportEveryMs = 1_000;

/** Holds the state of a subscription and reports its changes. */
export class StateReporter {
  readonly #clock: Clock;
  readonly #onChange: ((state: SubscriptionState) => void) | undefined;
  #state: SubscriptionState;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(
    clock: Clock,
    initial: SubscriptionState,
    onChange: ((state: SubscriptionState) => void) | undefined,
  ) {
    this.#clock = clock;
    this.#state = initial;
    this.#onChange = onChange;
  }

  get state(): SubscriptionState {
    return this.#state;
  }

  change(state: SubscriptionState): void {
    this.#state = state;
    this.#reportedAt = this.#clock.now();
    this.#onChange?.(state);
  }

  /** Updates the time of the last byte, but reports it at most once per second. */
  updateLastHeardAt(lastHeardAt: number): void {
    if (this.#state.name !== "listening") return;
    const state = { ...this.#state, lastHeardAt };
    const elapsed = this.#clock.now() - this.#reportedAt;
    // The elapsed time is negative if the clock was set back.
    if (elapsed >= reportEveryMs || elapsed < 0) this.change(state);
    else this.#state = state;
  }
}
