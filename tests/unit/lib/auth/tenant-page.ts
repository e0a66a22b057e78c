import * as z from "zod/mini";
import {
  Management,
  WebAuth,
  type AuthPorts,
  type FetchRequest,
  type WebAuthOptions,
  type WindowMessage,
} from "../../../../lib/auth/index.ts";
import {
  callback,
  demoOrigin,
  openTenant,
  origin as tenantOrigin,
  readPost,
  type OpenTenant,
} from "../../tenant/open-tenant.ts";
import { fakePorts } from "./fake-ports.ts";

export const realm = "Username-Password-Authentication";
export const ada = { username: "ada@example.com", password: "correct-horse-1" };

type Listener = (message: WindowMessage) => void;

/**
 * A page of the demo's origin in a browser of its own, with the local tenant in process behind
 * every port: real requests, cookies, redirects and messages, and no socket.
 */
export class TenantPage {
  readonly open: OpenTenant;
  readonly storage = new Map<string, string>();
  readonly requests: { readonly url: string; readonly request: FetchRequest }[] = [];
  readonly visited: string[] = [];
  /** Follows the URL of a popup, and returns the last URL. */
  usePopup: (url: string) => Promise<string> = (url) => this.logIn(url);
  readonly #listeners = new Set<Listener>();

  constructor(limits: Parameters<typeof openTenant>[0] = {}) {
    this.open = openTenant(limits);
  }

  create(given: Partial<WebAuthOptions> = {}): WebAuth {
    return new WebAuth({
      domain: tenantOrigin,
      clientID: "demo-spa",
      redirectUri: callback,
      responseType: "token id_token",
      ports: this.ports(),
      ...given,
    });
  }

  createManagement(token: string): Management {
    return new Management({ domain: tenantOrigin, token, ports: { fetch: this.fetch } });
  }

  ports(given: Partial<AuthPorts> = {}): AuthPorts {
    return fakePorts({
      storage: this.storage,
      fetch: this.fetch,
      clock: { now: () => this.open.clock.time, after: () => () => undefined },
      location: { origin: () => demoOrigin, hash: () => "" },
      navigation: { goTo: (url) => this.visited.push(url) },
      messages: { listen: (listener) => this.listen(listener) },
      frames: { open: (url) => this.openFrame(url) },
      popups: { open: (url) => this.openPopup(url) },
      ...given,
    });
  }

  readonly fetch = async (url: string, request: FetchRequest): Promise<Response> => {
    this.requests.push({ url, request });
    const headers = { ...request.headers, origin: demoOrigin };
    const { method, body } = request;
    const init = { method, headers, ...(body !== undefined && { body }) };
    return request.credentials === "include"
      ? this.open.send(url, init)
      : this.open.tenant.fetch(new Request(url, init));
  };

  /** Returns the JSON or the form of the last request. */
  get lastBody(): Record<string, unknown> {
    return readBody(this.requests.at(-1));
  }

  /** Enters a password in the login page of an authorization URL; returns the next URL. */
  async logIn(url = this.visited.at(-1) ?? "", user: object = ada): Promise<string> {
    const first = await this.open.send(url);
    const location = first.headers.get("location") ?? "";
    if (!location.startsWith("/")) return location;
    const body = new URLSearchParams({ ...user });
    const response = await this.open.send(location, { method: "POST", body });
    return response.headers.get("location") ?? "";
  }

  /** Follows the page's last URL, and returns the fragment of the redirect. */
  async followRedirect(): Promise<string> {
    const response = await this.open.send(this.visited.at(-1) ?? "");
    return new URL(response.headers.get("location") ?? "about:blank").hash;
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  post(message: WindowMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Is true without a listener of any call. */
  get hasNoListeners(): boolean {
    return this.#listeners.size === 0;
  }

  private openFrame(url: string) {
    const source = {};
    void this.open.send(url).then(async (response) => {
      const post = readPost(await response.text());
      if (post !== undefined) this.post({ origin: tenantOrigin, source, data: post.message });
    });
    return { window: source, remove: () => undefined };
  }

  private openPopup(url: string) {
    const source = {};
    void this.usePopup(url).then((address) => {
      const { origin, hash } = new URL(address);
      const opener = {
        postMessage: (data: unknown, targetOrigin: string) => {
          if (targetOrigin === demoOrigin) this.post({ origin, source, data });
        },
      };
      const messages = { listen: () => () => undefined, opener };
      const location = { origin: () => origin, hash: () => hash };
      this.create({ ports: this.ports({ messages, location }) }).popup.callback();
    });
    return { window: source, isClosed: () => false, remove: () => undefined };
  }
}

/** Returns the JSON or the form of a request. */
export function readBody(
  sent: { readonly request: FetchRequest } | undefined,
): Record<string, unknown> {
  const body = sent?.request.body ?? "";
  return typeof body === "string"
    ? z.record(z.string(), z.unknown()).parse(JSON.parse(body))
    : Object.fromEntries(body);
}
