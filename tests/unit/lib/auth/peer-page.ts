import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createContext, runInContext, Script } from "node:vm";
import type { WindowMessage } from "../../../../lib/auth/index.ts";

type PeerCallback = (error: unknown, result: unknown) => void;
type PeerCall<First = object> = (first: First, callback: PeerCallback) => void;

/** The part of `auth0-js` that the tests compare with ours. */
interface PeerWebAuth {
  readonly authorize: (options: object) => void;
  readonly parseHash: PeerCall;
  readonly login: PeerCall;
  readonly checkSession: PeerCall;
  readonly passwordlessStart: PeerCall;
  readonly popup: { readonly authorize: PeerCall };
  readonly client: {
    readonly buildAuthorizeUrl: (options: object) => string;
    readonly userInfo: PeerCall<string>;
  };
}

interface PeerLibrary {
  readonly WebAuth: new (options: object) => PeerWebAuth;
  readonly Management: new (options: object) => { readonly getUser: PeerCall<string> };
}

/** The responses to the page's requests. */
export interface PeerAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

const script = new Script(
  readFileSync(fileURLToPath(import.meta.resolve("auth0-js/dist/auth0.min.js")), "utf8"),
);

/**
 * A page that has loaded the package `auth0-js`, with the parts of a page that it uses: enough for
 * the same tests as ours. Only the test advances the time.
 */
export class PeerPage {
  readonly requests: { readonly method: string; readonly url: string; readonly body: string }[] =
    [];
  readonly visited: string[] = [];
  readonly frames: { src: string; style: object; parentNode?: object }[] = [];
  readonly opened: string[] = [];
  readonly warnings: string[] = [];
  readonly #timers = new Map<number, { at: number; run: () => void; every: number | undefined }>();
  readonly #listeners = new Set<(event: object) => void>();
  readonly #cookies = new Map<string, string>();
  readonly #library: PeerLibrary;
  #now = 0;
  #lastTimer = 0;

  constructor({
    origin = "https://app.example",
    answer = (): PeerAnswer => ({ status: 404, body: "" }),
    hasCookies = true,
    popup = null,
  }: {
    origin?: string;
    answer?: (url: string) => PeerAnswer;
    hasCookies?: boolean;
    /** The result of window.open: null where the browser blocks the window. */
    popup?: object | null;
  } = {}) {
    const { requests, visited, opened, warnings } = this;
    const location = { origin, href: `${origin}/`, hash: "", protocol: new URL(origin).protocol };
    const page = {
      auth0: undefined as PeerLibrary | undefined,
      document: this.#createDocument(hasCookies),
      navigator: { userAgent: "", appName: "Netscape" },
      console: { warn: (text: string) => void warnings.push(text) },
      crypto,
      URL,
      URLSearchParams,
      TextEncoder,
      TextDecoder,
      btoa,
      atob,
      XMLHttpRequest: createRequestClass(requests, answer),
      fetch: async (url: string) => {
        requests.push({ method: "GET", url, body: "" });
        const { status = 200, body } = answer(url);
        const json = async (): Promise<unknown> => JSON.parse(body);
        return { ok: status < 400, status, text: async () => body, json };
      },
      open(url: string) {
        opened.push(url);
        return popup;
      },
      postMessage: () => undefined,
      addEventListener: (type: string, listener: (event: object) => void) => {
        if (type === "message") this.#listeners.add(listener);
      },
      removeEventListener: (_: string, listener: (event: object) => void) =>
        this.#listeners.delete(listener),
      setTimeout: (run: () => void, after = 0) => this.#addTimer(run, after),
      setInterval: (run: () => void, every: number) => this.#addTimer(run, every, every),
      clearTimeout: (id: number) => void this.#timers.delete(id),
      clearInterval: (id: number) => void this.#timers.delete(id),
      get location(): object {
        return location;
      },
      set location(url: unknown) {
        visited.push(String(url));
      },
    };
    const context = createContext(page);
    runInContext("globalThis.window = globalThis.self = globalThis;", context);
    script.runInContext(context);
    if (page.auth0 === undefined) throw new Error("The package did not load.");
    this.#library = page.auth0;
  }

  /** The value of the page's `document.cookie`. */
  get cookies(): string {
    return [...this.#cookies].map((pair) => pair.join("=")).join("; ");
  }

  create(options: object): PeerWebAuth {
    return new this.#library.WebAuth(options);
  }

  createManagement(options: object): InstanceType<PeerLibrary["Management"]> {
    return new this.#library.Management(options);
  }

  /** Makes a call and advances the time; returns the arguments of each call of its callback. */
  async listenTo(
    start: (callback: PeerCallback) => void,
    milliseconds = 0,
  ): Promise<{ error: unknown; result: unknown }[]> {
    const calls: { error: unknown; result: unknown }[] = [];
    start((error, result) => void calls.push({ error, result }));
    await this.advance(milliseconds);
    return calls;
  }

  post(message: WindowMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Waits for pending work, and advances the time. */
  async advance(milliseconds = 0): Promise<void> {
    this.#now += milliseconds;
    for (let turn = 0; turn < 10; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      for (const [id, timer] of this.#timers) {
        if (timer.at > this.#now) continue;
        if (timer.every === undefined) this.#timers.delete(id);
        else timer.at = this.#now + timer.every;
        timer.run();
      }
    }
  }

  #addTimer(run: () => void, after: number, every?: number): number {
    this.#lastTimer += 1;
    this.#timers.set(this.#lastTimer, { at: this.#now + after, run, every });
    return this.#lastTimer;
  }

  #createDocument(hasCookies: boolean): object {
    const [cookies, frames] = [this.#cookies, this.frames];
    return {
      get cookie() {
        return [...cookies].map((pair) => pair.join("=")).join("; ");
      },
      set cookie(line: string) {
        const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
        if (/expires=Thu, 01 Jan 1970|expires=\w+, \d+ \w+ 19/i.test(line)) cookies.delete(name);
        else if (hasCookies) cookies.set(name, value);
      },
      createElement: () => ({ style: {}, src: "" }),
      body: {
        clientWidth: 1000,
        clientHeight: 800,
        appendChild: (frame: { src: string; style: object }) => void frames.push(frame),
      },
    };
  }
}

/** A fake `XMLHttpRequest` with responses from memory. */
function createRequestClass(
  requests: PeerPage["requests"],
  answer: (url: string) => PeerAnswer,
): new () => object {
  return class {
    readyState = 0;
    status = 0;
    responseText = "";
    #method = "";
    #url = "";
    #type = "";
    readonly #listeners: (() => void)[] = [];

    open(method: string, url: string): void {
      [this.#method, this.#url] = [method, url];
    }

    addEventListener(type: string, listener: () => void): void {
      if (type === "readystatechange") this.#listeners.push(listener);
    }

    setRequestHeader(): void {}

    abort(): void {}

    getAllResponseHeaders(): string {
      return `content-type: ${this.#type}\r\n`;
    }

    getResponseHeader(name: string): string | null {
      return name.toLowerCase() === "content-type" ? this.#type : null;
    }

    send(body?: string): void {
      requests.push({ method: this.#method, url: this.#url, body: body ?? "" });
      const { status = 200, type = "application/json", body: text } = answer(this.#url);
      [this.status, this.#type, this.responseText, this.readyState] = [status, type, text, 4];
      queueMicrotask(() => {
        for (const listener of this.#listeners) listener();
      });
    }
  };
}
