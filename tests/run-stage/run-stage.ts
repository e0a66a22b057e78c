import type { AuthPorts, FetchRequest, WindowMessage } from "../../lib/auth/index.ts";
import { WebAuth } from "../../lib/auth/index.ts";
import { createExtensionHost } from "../../lib/runs/extension-host.ts";
import type { LoginProblem } from "../../lib/runs/login-problem.ts";
import type { Operation, RunSetting, Values, Way } from "../../lib/runs/operation.ts";
import { runOperation, type RunOutcome } from "../../lib/runs/run-operation.ts";
import type { RunStep } from "../../lib/runs/steps.ts";
import { demoOrigin, openTenant, origin, readPost } from "../unit/tenant/open-tenant.ts";
import type { TenantClient } from "../unit/tenant/tenant-client.ts";

const extensionOrigin = "chrome-extension://monofljdnmneaoeelggekmdfelhaajhc";

/** Returns the settings of both ways of running at a tenant with a demo web app. */
export function createSettings(
  tenantOrigin: string,
  pageOrigin: string,
): Readonly<Record<Way, RunSetting>> {
  const extension: RunSetting = {
    way: "extension",
    origin: tenantOrigin,
    managementOrigin: tenantOrigin,
    clientId: "demo-spa",
    redirectUri: "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/",
    messageUri: `${extensionOrigin}/`,
    pageOrigin: extensionOrigin,
  };
  const page: RunSetting = {
    ...extension,
    way: "page",
    redirectUri: `${pageOrigin}/callback`,
    messageUri: `${pageOrigin}/popup`,
    pageOrigin,
  };
  return { extension, page };
}

export const { extension: inExtension, page: inPage } = createSettings(origin, demoOrigin);

export const ada = { username: "ada@example.com", password: "correct-horse-1" };
export const grace = { username: "grace@example.com", password: "battery-staple-2" };

/** The user's input at the tenant's pages. */
type Person = Readonly<Record<"username" | "password", string>>;

/** The tenant of a stage, in this process or on a port. */
interface StageTenant extends TenantClient {
  /** The clock of the runs, in ms. */
  readonly clock: { readonly time: number };
}

/**
 * A place where operations run, with a local tenant behind every port: frames, popups and the login
 * window make real requests with the cookies of one browser. Timers fire only when the tenant's
 * page sends no message.
 */
export class RunStage {
  readonly open: StageTenant;
  readonly settings: Readonly<Record<Way, RunSetting>>;
  setting: RunSetting;
  /** The steps of the last run, each in its last state. */
  steps = new Map<number, RunStep>();
  person: Person = ada;
  decision: "accept" | "decline" = "accept";
  isOffline = false;
  hasWindow = true;
  popup: "opens" | "is blocked" | "is closed" = "opens";
  /** The user who has logged in without a password; empty before. */
  passwordlessId = "";
  readonly #listeners = new Set<(message: WindowMessage) => void>();
  readonly #timers = new Set<() => void>();

  /** @param open a tenant; a new one in this process unless given */
  constructor(
    open: StageTenant = openTenant(),
    settings: Readonly<Record<Way, RunSetting>> = { extension: inExtension, page: inPage },
  ) {
    this.open = open;
    this.settings = settings;
    this.setting = settings.extension;
  }

  async run(operation: Operation, values: Values = {}): Promise<RunOutcome> {
    this.steps = new Map();
    const { clock, crypto, fetch, ...page } = this.#createPorts();
    const ports = { clock, crypto, fetch, ...(this.hasWindow && page) };
    const host = createExtensionHost(ports, (url) => this.browse(url));
    return await runOperation({ operation, values, setting: this.setting }, host, {
      clock,
      crypto,
      fetch,
      onStep: (step) => this.steps.set(step.id, step),
      signal: new AbortController().signal,
    });
  }

  /** Is true without a listener, a frame or a popup of any run. */
  get isQuiet(): boolean {
    return this.#listeners.size === 0 && this.#timers.size === 0;
  }

  /** Follows a URL like a browser whose user fills in the tenant's pages. */
  async browse(url: string): Promise<{ url: string; body?: string } | LoginProblem> {
    let response = await this.open.send(url);
    for (let page = 0; page < 9; page += 1) {
      const next = response.headers.get("location");
      if (next === null) return await readPage(response);
      if (!next.startsWith("/")) return { url: next };
      const form = { ...this.person, email: this.person.username, decision: this.decision };
      response = await this.open.send(next, { method: "POST", body: new URLSearchParams(form) });
    }
    throw new Error(`The login did not end: ${url}`);
  }

  #createPorts() {
    return {
      clock: { now: () => this.open.clock.time, after: this.#after },
      crypto: globalThis.crypto,
      fetch: this.#fetch,
      location: { origin: () => this.setting.pageOrigin, hash: () => "" },
      frames: { open: (url: string) => this.#openFrame(url) },
      popups: { open: (url: string) => this.#openPopup(url) },
      messages: {
        parent: null,
        listen: (listener: (message: WindowMessage) => void) => {
          this.#listeners.add(listener);
          return () => this.#listeners.delete(listener);
        },
      },
    } satisfies Partial<AuthPorts>;
  }

  readonly #after = (_milliseconds: number, callBack: () => void): (() => void) => {
    const timer = () => {
      this.#timers.delete(timer);
      callBack();
    };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  readonly #fetch = async (url: string, request: FetchRequest): Promise<Response> => {
    if (this.isOffline) throw new TypeError("Failed to fetch");
    const { method, body, credentials } = request;
    const headers = { ...request.headers, origin: this.setting.pageOrigin };
    const init = { method, headers, ...(body !== undefined && { body }) };
    return credentials === "include"
      ? await this.open.send(url, init)
      : await this.open.sendWithoutCookies(url, init);
  };

  #openFrame(url: string) {
    const window = {};
    void this.open.send(url).then(async (response) => {
      const post = readPost(await response.text());
      if (post?.targetOrigin === this.setting.pageOrigin) {
        this.#post({ origin: this.setting.origin, source: window, data: post.message });
      } else this.#fireTimers();
    });
    return { window, remove: () => undefined };
  }

  #openPopup(url: string) {
    if (this.popup === "is blocked") return null;
    const window = {};
    if (this.popup === "opens") void this.#usePopup(url, window);
    else setTimeout(() => this.#fireTimers());
    return { window, isClosed: () => this.popup === "is closed", remove: () => undefined };
  }

  /** Logs in in the popup, whose last page calls `popup.callback()`. */
  async #usePopup(url: string, source: object): Promise<void> {
    const end = await this.browse(url);
    if (!("url" in end)) throw new Error(`The popup did not return: ${end.problem}`);
    const { origin: popupOrigin, hash } = new URL(end.url);
    const opener = {
      postMessage: (data: unknown, target: string) => {
        if (target === this.setting.pageOrigin) this.#post({ origin: popupOrigin, source, data });
      },
    };
    const messages = { listen: () => () => undefined, opener };
    const location = { origin: () => popupOrigin, hash: () => hash };
    new WebAuth({
      domain: this.setting.origin,
      clientID: "demo-spa",
      ports: { messages, location },
    }).popup.callback();
  }

  #post(message: WindowMessage): void {
    for (const listener of this.#listeners) listener(message);
  }

  /** Fires the timers, and those that they start: the popup is polled twice. */
  #fireTimers(): void {
    for (const _ of [1, 2]) {
      // A timer can start another one.
      for (const timer of new Set(this.#timers)) timer();
    }
  }
}

/** Reads a page of the tenant: a response in a form, or an error for the user. */
async function readPage(response: Response): Promise<{ url: string; body: string } | LoginProblem> {
  const text = await response.text();
  const [, action] = /action="(https:[^"]+|http:[^"]+)"/.exec(text) ?? [];
  if (action === undefined) return { problem: /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? text };
  const fields = [...text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const pairs = fields.map(([, name = "", value = ""]) => [name, value]);
  return { url: action, body: new URLSearchParams(pairs).toString() };
}
