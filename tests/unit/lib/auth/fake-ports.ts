import type { AuthPorts, FetchRequest, WindowMessage } from "../../../../lib/auth/index.ts";

function refuse(name: string): () => never {
  return () => {
    throw new Error(`The port ${name} was not faked for this test, and was used.`);
  };
}

/** Creates ports. A missing port throws when it is used, except crypto, which is the real one. */
export function fakePorts(given: Partial<AuthPorts> = {}): AuthPorts {
  return {
    navigation: { goTo: refuse("navigation.goTo") },
    location: { origin: refuse("location.origin"), hash: refuse("location.hash") },
    frames: { open: refuse("frames.open") },
    popups: { open: refuse("popups.open") },
    messages: { listen: refuse("messages.listen") },
    storage: {
      get: refuse("storage.get"),
      set: refuse("storage.set"),
      delete: refuse("storage.delete"),
      keys: refuse("storage.keys"),
    },
    clock: { now: refuse("clock.now"), after: refuse("clock.after") },
    fetch: refuse("fetch"),
    crypto: globalThis.crypto,
    ...given,
  };
}

/** The time in milliseconds at which the tests issue tokens. */
export const start = 1_790_000_000_000;

/** A clock that a test advances. */
export class FakeClock {
  time = start;
  readonly #timers = new Set<{ readonly at: number; readonly callback: () => void }>();

  readonly now = (): number => this.time;

  readonly after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.time + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Advances the clock, and fires the timers that are due. */
  advance(milliseconds: number): void {
    this.time += milliseconds;
    for (const timer of [...this.#timers].filter(({ at }) => at <= this.time)) {
      this.#timers.delete(timer);
      timer.callback();
    }
  }

  get pending(): number {
    return this.#timers.size;
  }
}

/** Lists the names of the pending logins in a storage, without the time of its last clean-up. */
export function listLogins(storage: ReadonlyMap<string, string>): string[] {
  return [...storage.keys()].filter((name) => name.startsWith("auth.transaction."));
}

/** A page with hidden frames. Any window can post messages to it. */
export class FakeWindow {
  readonly frames: { readonly url: URL; readonly window: object; isOpen: boolean }[] = [];
  readonly #listeners = new Set<(message: WindowMessage) => void>();

  readonly open = (address: string) => {
    const frame = { url: new URL(address), window: {}, isOpen: true };
    this.frames.push(frame);
    return {
      window: frame.window,
      remove: () => {
        frame.isOpen = false;
      },
    };
  };

  readonly listen = (listener: (message: WindowMessage) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  post(message: WindowMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Is true without frames and listeners in the page. */
  get isClean(): boolean {
    return this.#listeners.size === 0 && this.frames.every(({ isOpen }) => !isOpen);
  }
}

/** Responses that a test prepared for each URL, and the received requests. */
export class FakeTenant {
  readonly requests: { readonly url: string; readonly request: FetchRequest }[] = [];
  readonly #answers = new Map<string, () => Response>();

  answer(url: string, answer: () => Response): this {
    this.#answers.set(url, answer);
    return this;
  }

  readonly fetch = async (url: string, request: FetchRequest): Promise<Response> => {
    this.requests.push({ url, request });
    const answer = this.#answers.get(url);
    if (answer === undefined) throw new Error(`No response was prepared for ${url}.`);
    return answer();
  };
}
