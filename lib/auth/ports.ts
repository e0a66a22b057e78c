/**
 * The parts of the runtime that the library uses, as small interfaces. Common objects implement
 * them: a `Map<string, string>` is a storage, `globalThis.crypto` a crypto, and the global `fetch`
 * a fetch.
 */
export interface AuthPorts {
  readonly navigation: NavigationPort;
  readonly location: LocationPort;
  readonly frames: FramesPort;
  readonly popups: PopupsPort;
  readonly messages: MessagesPort;
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  readonly fetch: FetchPort;
  readonly crypto: CryptoPort;
}

/** The ports that every runtime has, including workers and Node. */
export type RuntimePorts = Pick<AuthPorts, "clock" | "fetch" | "crypto">;

/** The ports that only a page has. */
export type PagePorts = Omit<AuthPorts, keyof RuntimePorts>;

/** The ports of one instance. Those of a page may be missing. */
export type ResolvedPorts = RuntimePorts & Partial<PagePorts>;

type Awaitable<T> = T | PromiseLike<T>;

/** Leaves the page for another URL. */
export interface NavigationPort {
  /** Navigates to an absolute URL. A returned promise is awaited. */
  goTo(url: string): unknown;
}

/** The location of the page. */
export interface LocationPort {
  /** The page's origin, for example `https://app.example`. */
  origin(): string;
  /** The fragment of the page's URL, with or without the leading `#`. */
  hash(): string;
}

/** Hidden frames. */
export interface FramesPort {
  open(url: string): OpenedWindow;
}

/** Popup windows. */
export interface PopupsPort {
  /**
   * @param size in pixels of the screen; the port chooses missing values
   * @returns null when the browser blocks the window
   */
  open(
    url: string,
    size: Readonly<Partial<Record<"width" | "height" | "top" | "left", number>>>,
  ): OpenedWindow | null;
}

/** A frame or a popup that this page opened. */
export interface OpenedWindow {
  /** The window that a message event has as its source. */
  readonly window: unknown;
  /** Returns true after the user closed the popup. Missing for frames. */
  isClosed?(): boolean;
  /** Removes the frame, or closes the popup. */
  remove(): void;
}

/** Messages between this page and other windows. */
export interface MessagesPort {
  /** Calls the listener for each message of any window. The returned function stops listening. */
  listen(listener: (message: WindowMessage) => void): () => void;
  /** The window that opened this page as a popup. */
  readonly opener?: MessageTarget | null | undefined;
  /** The window that contains this page in a frame. */
  readonly parent?: MessageTarget | null | undefined;
}

/** The part of another window that the library uses. */
export interface MessageTarget {
  postMessage(data: unknown, targetOrigin: string): void;
}

/** The part of a `message` event that the library reads. */
export interface WindowMessage {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** Stores texts by key. They must survive a redirect for logins that leave the page. */
export interface StoragePort {
  get(key: string): Awaitable<string | null | undefined>;
  set(key: string, value: string): unknown;
  delete(key: string): unknown;
  keys(): Awaitable<Iterable<string>>;
}

/** The current time, and timers. */
export interface ClockPort {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls back once after some milliseconds. The returned function cancels the timer. */
  after(milliseconds: number, callback: () => void): () => void;
}

/** The part of `fetch` that the library uses. */
export type FetchPort = (url: string, request: FetchRequest) => Awaitable<FetchResponse>;

/** One request. */
export interface FetchRequest {
  readonly method: "GET" | "POST" | "PATCH";
  readonly headers: Record<string, string>;
  readonly body?: string | URLSearchParams;
  readonly credentials: "omit" | "include";
  readonly redirect: "error";
  /** Aborted after the time limit of the request, or when the response is no longer needed. */
  readonly signal: AbortSignal;
}

/** The part of a `Response` that the library reads. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  /** A page reads only exposed headers. Errors have no `retryAfter` without headers. */
  readonly headers?: { get(name: string): string | null } | undefined;
  text(): Promise<string>;
}

/** The part of `crypto.subtle` that the library uses. */
export type SubtlePort = Pick<SubtleCrypto, "importKey" | "verify" | "digest">;

/** The part of `globalThis.crypto` that the library uses. */
export interface CryptoPort {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown;
  /** Missing in pages over plain http, except at a loopback address. */
  readonly subtle?: SubtlePort | undefined;
}
