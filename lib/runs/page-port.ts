import type { ClockPort, CryptoPort } from "../auth/index.ts";

/** A finished request of the inspected page, as far as a run reads it. All of it is untrusted. */
export interface PageRequest {
  method: string;
  url: string;
  /** The target of a redirect, with its fragment. It can be relative to `url`. */
  redirect?: string;
  /** The form that the request sent. */
  body?: string;
}

/** Reports what the inspected page does. */
export interface PageListeners {
  /** Called for each finished request of the page and its frames, not always in their order. */
  readonly onRequest?: (request: PageRequest) => void;
  /** Called when the tab shows another document. The URL has its fragment in Firefox only. */
  readonly onNavigated?: (url: string) => void;
}

/** The inspected page. */
export interface PagePort {
  /**
   * Evaluates an expression in the page's own world.
   *
   * @returns its value, unchecked. A promise has no value there
   * @throws Error with a sentence for people, if the browser cannot evaluate it there
   */
  evaluate(expression: string): Promise<unknown>;
  /** Watches the page until the returned function is called. */
  watch(listeners: PageListeners): () => void;
  /** Returns the text of the script that runs a call in the page: one expression. */
  readScript(): Promise<string>;
}

/** The ports of a host that runs operations in the inspected page. */
export interface PageHostPorts {
  page: PagePort;
  clock: ClockPort;
  crypto: CryptoPort;
  /** Told what the page waits for, as a sentence, and `undefined` when it no longer waits. */
  readonly onWait: (sentence: string | undefined) => void;
}
