/**
 * What the library needs of the place it runs in. Each port is as small as its use, and shaped so that the
 * obvious object already fits: a `Map<string, string>` is a storage, `globalThis.crypto` is a crypto,
 * the global `fetch` is a fetch. What a port returns may be a promise wherever it is awaited.
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

/** The ports that every runtime has, workers and Node included. */
export type RuntimePorts = Pick<AuthPorts, "clock" | "fetch" | "crypto">;

/** The ports that only a page can offer. */
export type PagePorts = Omit<AuthPorts, keyof RuntimePorts>;

/** The ports of one instance: what only a page has may be missing. */
export type ResolvedPorts = RuntimePorts & Partial<PagePorts>;

type Awaitable<T> = T | PromiseLike<T>;

/** Leaves the page for another address. */
export interface NavigationPort {
  /** Goes to an absolute URL. A promise it returns is awaited. */
  goTo(url: string): unknown;
}

/** Where the page is. */
export interface LocationPort {
  /** The page's origin, for example `https://app.example`. */
  origin(): string;
  /** The fragment of the page's address, with or without the leading `#`. */
  hash(): string;
}

/** Frames that nobody sees. */
export interface FramesPort {
  open(url: string): OpenedWindow;
}

/** Windows of their own, small ones. */
export interface PopupsPort {
  /**
   * @param size in pixels of the screen; what is missing is up to the page
   * @returns null when the browser does not allow it
   */
  open(
    url: string,
    size: Readonly<Partial<Record<"width" | "height" | "top" | "left", number>>>,
  ): OpenedWindow | null;
}

/** A frame or a popup that this page has opened. */
export interface OpenedWindow {
  /** Its window: the very value that a message from it names as its source. */
  readonly window: unknown;
  /** Whether the user has closed it; frames cannot be. */
  isClosed?(): boolean;
  /** Takes the frame out of the page, or closes the popup. */
  remove(): void;
}

/** Messages between this page and other windows. */
export interface MessagesPort {
  /** Hands every message to the listener, whoever sent it, until the returned function is called. */
  listen(listener: (message: WindowMessage) => void): () => void;
  /** The window that opened this page as a popup. */
  readonly opener?: MessageTarget | null | undefined;
  /** The window that has this page in a frame. */
  readonly parent?: MessageTarget | null | undefined;
}

/** Another window, as far as messages can reach it. */
export interface MessageTarget {
  postMessage(data: unknown, targetOrigin: string): void;
}

/** What a `message` event says. */
export interface WindowMessage {
  readonly origin: string;
  readonly source: unknown;
  readonly data: unknown;
}

/** Texts kept under names until they are deleted, across a redirect when the login is one. */
export interface StoragePort {
  get(key: string): Awaitable<string | null | undefined>;
  set(key: string, value: string): unknown;
  delete(key: string): unknown;
  keys(): Awaitable<Iterable<string>>;
}

/** Time. */
export interface ClockPort {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Calls back once after so many milliseconds, unless the returned function is called before. */
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
  /** Aborted when the request's time limit is over, or nothing waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** The part of a `Response` that the library reads. */
export interface FetchResponse {
  readonly ok: boolean;
  readonly status: number;
  /** In a page: those that the service exposes to it. Without any, no error says when to try again. */
  readonly headers?: { get(name: string): string | null } | undefined;
  text(): Promise<string>;
}

/** The part of `crypto.subtle` that the library uses. */
export type SubtlePort = Pick<SubtleCrypto, "importKey" | "verify" | "digest">;

/** The part of `globalThis.crypto` that the library uses. */
export interface CryptoPort {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown;
  /** Missing in pages that came over plain http from anywhere but a loopback address. */
  readonly subtle?: SubtlePort | undefined;
}
