import * as z from "zod/mini";
import { sandboxOrigin } from "../messages/domain.ts";
import type { LoginAnswer } from "../messages/login.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { diagnoseLogin, type DiagnosisPorts } from "./diagnose-login.ts";
import type { LoginBrowser, StoredItem } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** How long an answer is kept: after the worker was stopped, the page asks for the answer again. */
const keptAnswerMs = 30_000;

const closedAnswer: LoginAnswer = { failure: { kind: "closed" } };

/**
 * An open login. Without `tabId`, the login uses the browser's own flow, or its window is not open
 * yet.
 */
const openLoginSchema = z.object({
  id: z.string(),
  url: z.string(),
  tabId: z.optional(z.int()),
});
type OpenLogin = z.infer<typeof openLoginSchema>;

/** The open logins; their URLs hold state and nonce, never a token. */
export const openLoginsSchema = z.array(openLoginSchema);

export interface LoginWindows {
  /**
   * Opens a login window and resolves with its outcome. After the browser stopped the worker, the
   * page calls this again with the same id. That call opens no window, and resolves with the
   * outcome of the first one.
   */
  open(login: { id: string; url: string }): Promise<LoginAnswer>;
  /** Takes the URL at which the sandbox's page has arrived. No other login is reported like this. */
  arrive(id: string, url: string): Promise<void>;
  /** Resolves to true while a login is open. */
  hasOpen(): Promise<boolean>;
  /** Closes the window of a login. The browser's own flow cannot be closed: its login continues. */
  cancel(id: string): Promise<void>;
}

interface LoginWindowPorts extends DiagnosisPorts {
  login: LoginBrowser;
}

/**
 * Creates the login windows. The browser can stop the worker while the user logs in, so open logins
 * are stored. The redirect wakes the next worker, which finds the login by its tab.
 */
export function createLoginWindows(
  ports: LoginWindowPorts,
  stored: StoredItem<OpenLogin[]>,
): LoginWindows {
  return new StoredLoginWindows(ports, stored);
}

class StoredLoginWindows implements LoginWindows {
  readonly #ports: LoginWindowPorts;
  readonly #browser: LoginBrowser;
  readonly #stored: StoredItem<OpenLogin[]>;
  readonly #logins = new Map<string, OpenLogin>();
  readonly #answers = new Map<string, PromiseWithResolvers<LoginAnswer>>();
  readonly #diagnosing = new Set<string>();
  /** The logins that were cancelled before they began, or before their tab was known. */
  readonly #cancelled = new Set<string>();
  readonly #enqueue = createSerialQueue();
  readonly #restored: Promise<void>;
  #unwatch: (() => void) | undefined;
  /** True after this worker has blocked redirects; a block of an earlier worker does not count. */
  #isBlocking = false;

  constructor(ports: LoginWindowPorts, stored: StoredItem<OpenLogin[]>) {
    this.#ports = ports;
    this.#browser = ports.login;
    this.#stored = stored;
    // Listen in the worker's first turn of the event loop: the event that woke the worker reaches
    // only the listeners of that turn.
    this.#watch();
    this.#restored = this.#restore();
  }

  async open({ id, url }: { id: string; url: string }): Promise<LoginAnswer> {
    await this.#restored;
    const known = this.#answers.get(id);
    if (known !== undefined) return this.#claim(id, known.promise);
    if (this.#cancelled.delete(id)) return closedAnswer;
    const answer = Promise.withResolvers<LoginAnswer>();
    this.#answers.set(id, answer);
    this.#start(id, url).catch(() => {
      const login = this.#logins.get(id);
      this.#logins.delete(id);
      this.#cancelled.delete(id);
      answer.reject(
        new WorkerError(
          "no-login-window",
          "The browser did not open a login window. Run the login again. If this continues, restart the browser.",
        ),
      );
      if (login !== undefined) void this.#close(login);
    });
    return this.#claim(id, answer.promise);
  }

  async hasOpen(): Promise<boolean> {
    await this.#restored;
    return this.#logins.size > 0;
  }

  async cancel(id: string): Promise<void> {
    await this.#restored;
    const login = this.#logins.get(id);
    if (login?.tabId !== undefined) {
      this.#finish(id, closedAnswer);
      return;
    }
    // `open` can be called later. It closes the window as soon as it knows the tab.
    this.#cancelled.add(id);
    if (login === undefined)
      this.#ports.clock.schedule(() => this.#cancelled.delete(id), keptAnswerMs);
  }

  async arrive(id: string, url: string): Promise<void> {
    await this.#restored;
    const login = this.#logins.get(id);
    if (login === undefined || !isAtSandbox(login.url)) return;
    this.#finish(id, { redirectedTo: url });
  }

  async #start(id: string, url: string): Promise<void> {
    this.#logins.set(id, { id, url });
    const [canReport] = await Promise.all([
      isAtSandbox(url) || this.#browser.canReportRedirects(),
      this.#save(),
    ]);
    if (!canReport) {
      await this.#runFlow(id, url);
      return;
    }
    this.#watch();
    const tabId = await this.#browser.openTab(url, id);
    this.#logins.set(id, { id, url, tabId });
    if (this.#cancelled.has(id)) {
      this.#finish(id, closedAnswer);
      return;
    }
    // Do not wait for the storage first: with a session, the tab is already at the redirect.
    await Promise.all([this.#save(), this.#readTab(id, tabId)]);
  }

  async #runFlow(id: string, url: string): Promise<void> {
    const outcome = await this.#browser.runFlow(url);
    if ("endedBy" in outcome)
      this.#finish(id, { failure: await diagnoseLogin(url, outcome.endedBy, this.#ports) });
    else this.#finish(id, outcome);
  }

  async #restore(): Promise<void> {
    // An unreadable list counts as empty: its logins are lost and their windows stay open.
    const found = (await this.#stored.read().catch(() => undefined)) ?? [];
    for (const login of found) {
      this.#logins.set(login.id, login);
      this.#answers.set(login.id, Promise.withResolvers());
    }
    for (const { id, tabId } of found) {
      if (tabId === undefined) this.#finish(id, { failure: { kind: "interrupted" } });
      else void this.#readTab(id, tabId);
    }
    this.#unwatchIfIdle();
  }

  #watch(): void {
    this.#unwatch ??= this.#browser.watchTabs({
      onUrl: (tabId, url) => void this.#restored.then(() => this.#onUrl(tabId, url)),
      onRemoved: (tabId) => void this.#restored.then(() => this.#onRemoved(tabId)),
    });
  }

  /** Stops listening if no login is open: each navigation of any tab would wake the worker. */
  #unwatchIfIdle(): void {
    if (this.#logins.size > 0) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
  }

  /**
   * Stores the open logins. Blocks redirects while a login is open; the browser still reports them.
   */
  #save(): Promise<void> {
    return this.#enqueue(async () => {
      if (this.#logins.size > 0) {
        await this.#stored.write([...this.#logins.values()]);
        if (!this.#isBlocking) await this.#browser.blockRedirects();
        this.#isBlocking = true;
        return;
      }
      // Unblock first: if the worker stopped after the removal of the list, no later worker would
      // unblock.
      this.#isBlocking = false;
      await this.#browser.unblockRedirects();
      await this.#stored.remove();
    });
  }

  /** Checks a tab: it may have reached the redirect or closed before the listeners were added. */
  async #readTab(id: string, tabId: number): Promise<void> {
    const tab = await this.#browser.readTab(tabId);
    if (tab === undefined) await this.#endByUser(id);
    else this.#onUrl(tabId, tab.url ?? "");
  }

  #onUrl(tabId: number, url: string): void {
    const login = this.#findByTab(tabId);
    if (login !== undefined && this.#isAtRedirect(url))
      this.#finish(login.id, { redirectedTo: url });
  }

  #onRemoved(tabId: number): void {
    const login = this.#findByTab(tabId);
    if (login !== undefined) void this.#endByUser(login.id);
  }

  #findByTab(tabId: number): OpenLogin | undefined {
    return [...this.#logins.values()].find((login) => login.tabId === tabId);
  }

  #isAtRedirect(url: string): boolean {
    if (!URL.canParse(url)) return false;
    return new URL(url).origin === new URL(this.#browser.redirectUrl()).origin;
  }

  /** Diagnoses a closed window. Keeps the login stored meanwhile, in case the worker is stopped. */
  async #endByUser(id: string): Promise<void> {
    const login = this.#logins.get(id);
    if (login === undefined || this.#diagnosing.has(id)) return;
    this.#diagnosing.add(id);
    try {
      this.#finish(id, { failure: await diagnoseLogin(login.url, "user", this.#ports) });
    } finally {
      this.#diagnosing.delete(id);
    }
  }

  #finish(id: string, answer: LoginAnswer): void {
    const login = this.#logins.get(id);
    if (login === undefined) return;
    this.#logins.delete(id);
    this.#cancelled.delete(id);
    this.#answers.get(id)?.resolve(answer);
    this.#ports.clock.schedule(() => this.#answers.delete(id), keptAnswerMs);
    void this.#close(login);
  }

  /**
   * Closes the tab, then unblocks redirects: after that, a reload of the tab would send the
   * redirect URL to the network.
   */
  async #close({ tabId }: OpenLogin): Promise<void> {
    if (tabId !== undefined) await this.#browser.closeTab(tabId);
    // Ignore a failure: the login stays in the list, and the next worker finds its window closed.
    await this.#save().catch(() => undefined);
    this.#unwatchIfIdle();
  }

  /** Waits for an answer, returns it and drops it, because an answer can contain tokens. */
  async #claim(id: string, answer: Promise<LoginAnswer>): Promise<LoginAnswer> {
    try {
      return await answer;
    } finally {
      this.#answers.delete(id);
    }
  }
}

/** Returns true for a URL of the sandbox, which a page of the extension shows. */
function isAtSandbox(url: string): boolean {
  return URL.parse(url)?.origin === sandboxOrigin;
}
