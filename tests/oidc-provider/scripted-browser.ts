import { runInNewContext } from "node:vm";
import type { AuthPorts, FetchRequest, WindowMessage } from "../../lib/auth/ports.ts";
import { CookieJar } from "./cookie-jar.ts";

/** A page that the browser has loaded. */
interface LoadedPage {
  url: string;
  html: string;
}

// More than any login needs.
const maxRequests = 20;

/**
 * Acts as a browser with one page of an application. It keeps the provider's cookies, submits the
 * form of each page, runs the script of a frame, and enforces CORS.
 */
export class ScriptedBrowser {
  readonly #jar = new CookieJar();
  readonly #pageOrigin: string;
  readonly #listeners = new Set<(message: WindowMessage) => void>();
  /** The frames that are open. */
  readonly frames = new Set<string>();

  constructor(pageOrigin: string) {
    this.#pageOrigin = pageOrigin;
  }

  /**
   * Shows a URL in a login window, until the provider sends the browser back to the application.
   */
  async logIn(url: string, returnsTo: string): Promise<{ url: string }> {
    let reached = await this.#load(url, { returnsTo });
    while (reached.html.includes("<form")) {
      const [, name, value] = /name="(.*?)" value="(.*?)"/.exec(reached.html) ?? [];
      const body = new URLSearchParams(name === undefined ? {} : { [name]: value ?? "" });
      reached = await this.#load(reached.url, { returnsTo, body });
    }
    if (!isAt(reached.url, returnsTo)) throw new Error(`The login ended with: ${reached.html}`);
    return { url: reached.url };
  }

  /** The ports of the application's page. */
  get ports(): Pick<AuthPorts, "fetch" | "frames" | "messages" | "location"> {
    return {
      fetch: (url, request) => this.#fetchFromPage(url, request),
      location: { origin: () => this.#pageOrigin, hash: () => "" },
      messages: {
        listen: (listener) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
      frames: {
        open: (url) => {
          const window = {};
          this.frames.add(url);
          void this.#load(url, {}).then((page) => this.#runScript(page, window));
          return { window, remove: () => this.frames.delete(url) };
        },
      },
    };
  }

  /** Loads a URL and follows redirects, but not to the application. */
  async #load(
    from: string,
    { returnsTo, body }: { returnsTo?: string; body?: URLSearchParams },
  ): Promise<LoadedPage> {
    let url = new URL(from);
    let sent = body;
    for (let count = 0; count < maxRequests; count += 1) {
      const response = await fetch(url, {
        redirect: "manual",
        headers: { cookie: this.#jar.getCookieHeader(url.pathname) },
        ...(sent && { method: "POST", body: sent }),
      });
      this.#jar.store(response.headers);
      const html = await response.text();
      const location = response.headers.get("location");
      if (location === null) return { url: url.href, html };
      url = new URL(location, url);
      if (returnsTo !== undefined && isAt(url.href, returnsTo)) return { url: url.href, html: "" };
      sent = undefined;
    }
    throw new Error(`The provider redirected the browser ${maxRequests} times.`);
  }

  /** Runs the script of a page in a frame. Its messages reach the application's origin only. */
  #runScript({ url, html }: LoadedPage, source: object): void {
    const script = /<script>(.*?)<\/script>/su.exec(html)?.[1];
    if (script === undefined) return;
    const postMessage = (data: unknown, targetOrigin: string) => {
      if (targetOrigin !== "*" && new URL(targetOrigin).origin !== this.#pageOrigin) return;
      const message = { origin: new URL(url).origin, source, data: structuredClone(data) };
      for (const listener of this.#listeners) listener(message);
    };
    const scripts = [{ parentElement: { removeChild: () => undefined } }];
    const window = { document: { scripts }, parent: { postMessage }, close: () => undefined };
    runInNewContext(script, window, { timeout: 1000 });
  }

  /** Requests a URL as a script of the application's page. */
  async #fetchFromPage(url: string, { headers, ...request }: FetchRequest): Promise<Response> {
    const origin = this.#pageOrigin;
    const response = await fetch(url, { ...request, headers: { ...headers, origin } });
    const allowed = response.headers.get("access-control-allow-origin");
    if (allowed === origin || allowed === "*") return response;
    throw new TypeError("The response lacks the CORS header for this page.");
  }
}

function isAt(url: string, target: string): boolean {
  return url.split(/[?#]/)[0] === target;
}
