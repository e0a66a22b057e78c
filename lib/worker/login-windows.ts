import * as z from "zod/mini";
import type { LoginAnswer } from "../messages/login.ts";
import { createSerialQueue } from "./serial-queue.ts";
import { diagnoseLogin, type DiagnosisPorts } from "./diagnose-login.ts";
import type { LoginBrowser, StoredItem } from "./ports.ts";
import { WorkerError } from "./worker-error.ts";

/** How long an answer waits for its page, which asks again at once when the worker was stopped. */
const keptAnswerMs = 30_000;

const CLOSED: LoginAnswer = { failure: { kind: "closed" } };

/** A login under way. Without `tabId` it is in the browser's own flow, or its window is not open yet. */
const openLoginSchema = z.object({
  id: z.string(),
  url: z.string(),
  tabId: z.optional(z.int()),
});
type OpenLogin = z.infer<typeof openLoginSchema>;

/** The logins under way; their URLs hold state and nonce, never a token. */
export const openLoginsSchema = z.array(openLoginSchema);

export interface LoginWindows {
  /**
   * Opens a login window and resolves with how it ended. For a login that is under way already, which the page asks for again
   * after the worker was stopped, it opens none and waits for that one.
   */
  open(login: { id: string; url: string }): Promise<LoginAnswer>;
  /**
   * Closes the window of a login under way. The browser's own flow cannot be closed: it goes on,
   * and so does its login.
   */
  cancel(id: string): Promise<void>;
}

interface LoginWindowPorts extends DiagnosisPorts {
  login: LoginBrowser;
}

/**
 * Keeps the login windows. What is under way is stored, since a login takes as long as its user: a worker that was stopped
 * meanwhile, and is woken by the redirect, finds the login again by its tab.
 */
export function createLoginWindows(
  ports: LoginWindowPorts,
  stored: StoredItem<OpenLogin[]>,
): LoginWindows {
  const { login: browser, clock } = ports;
  const logins = new Map<string, OpenLogin>();
  const answers = new Map<string, PromiseWithResolvers<LoginAnswer>>();
  const diagnosing = new Set<string>();
  /** The logins that were cancelled before they began, or before their tab was known. */
  const cancelled = new Set<string>();
  const enqueue = createSerialQueue();
  let unwatch: (() => void) | undefined;
  // On the worker's first turn: the event that woke it reaches only listeners that exist by then.
  watch();
  const restored = restore();

  function watch(): void {
    unwatch ??= browser.watchTabs({
      onUrl: (tabId, url) => void restored.then(() => noteUrl(tabId, url)),
      onRemoved: (tabId) => void restored.then(() => noteRemoved(tabId)),
    });
  }

  /** Stores what is under way and blocks the redirects for as long as something is; a blocked one is still reported. */
  function save(): Promise<void> {
    return enqueue(async () => {
      if (logins.size > 0) {
        await stored.write([...logins.values()]);
        await browser.blockRedirects();
        return;
      }
      // In this order: what is left blocked by a worker that is stopped in between is still found by the next one.
      await browser.unblockRedirects();
      await stored.remove();
    });
  }

  /** Stops listening once no login is under way: each navigation of any tab would wake the worker. */
  function rest(): void {
    if (logins.size > 0) return;
    unwatch?.();
    unwatch = undefined;
  }

  async function restore(): Promise<void> {
    // A list that cannot be read is lost with its logins: their pages are told, and their windows stay with the user.
    const found = (await stored.read().catch(() => undefined)) ?? [];
    for (const login of found) {
      logins.set(login.id, login);
      answers.set(login.id, Promise.withResolvers());
    }
    for (const { id, tabId } of found) {
      if (tabId === undefined) finish(id, { failure: { kind: "interrupted" } });
      else void look(id, tabId);
    }
    rest();
  }

  /** Reads where a tab is now: its redirect, or its end, may have come when nothing listened for it. */
  async function look(id: string, tabId: number): Promise<void> {
    const tab = await browser.readTab(tabId);
    if (tab === undefined) await endByUser(id);
    else noteUrl(tabId, tab.url ?? "");
  }

  const findByTab = (tabId: number) => [...logins.values()].find((login) => login.tabId === tabId);

  function noteUrl(tabId: number, url: string): void {
    const login = findByTab(tabId);
    if (login === undefined || !isAtRedirect(url)) return;
    finish(login.id, { redirectedTo: url });
  }

  function isAtRedirect(url: string): boolean {
    return URL.canParse(url) && new URL(url).origin === new URL(browser.redirectUrl()).origin;
  }

  function noteRemoved(tabId: number): void {
    const login = findByTab(tabId);
    if (login !== undefined) void endByUser(login.id);
  }

  /** The login stays stored until its cause is known: a worker that is stopped meanwhile asks again. */
  async function endByUser(id: string): Promise<void> {
    const login = logins.get(id);
    if (login === undefined || diagnosing.has(id)) return;
    diagnosing.add(id);
    try {
      finish(id, { failure: await diagnoseLogin(login.url, "user", ports) });
    } finally {
      diagnosing.delete(id);
    }
  }

  function finish(id: string, answer: LoginAnswer): void {
    const login = logins.get(id);
    if (login === undefined) return;
    logins.delete(id);
    cancelled.delete(id);
    answers.get(id)?.resolve(answer);
    forgetLater(id);
    void close(login);
  }

  /** Closes the tab before the block is lifted: a blocked page that is loaded anew would carry its URL to the network. */
  async function close({ tabId }: OpenLogin): Promise<void> {
    if (tabId !== undefined) await browser.closeTab(tabId);
    // A failure leaves a login that is over in the list, which the next worker finds closed.
    await save().catch(() => undefined);
    rest();
  }

  function forgetLater(id: string): void {
    clock.schedule(() => answers.delete(id), keptAnswerMs);
  }

  /** Hands an answer over, and keeps it no longer: it may hold tokens. */
  async function claim(id: string, answer: Promise<LoginAnswer>): Promise<LoginAnswer> {
    try {
      return await answer;
    } finally {
      answers.delete(id);
    }
  }

  async function start(id: string, url: string): Promise<void> {
    logins.set(id, { id, url });
    if (!(await browser.canReportRedirects())) {
      await save();
      const ended = await browser.runFlow(url);
      const answer =
        "endedBy" in ended ? { failure: await diagnoseLogin(url, ended.endedBy, ports) } : ended;
      finish(id, answer);
      return;
    }
    watch();
    await save();
    const tabId = await browser.openTab(url);
    logins.set(id, { id, url, tabId });
    if (cancelled.has(id)) {
      finish(id, CLOSED);
      return;
    }
    await save();
    await look(id, tabId);
  }

  return {
    async cancel(id) {
      await restored;
      const login = logins.get(id);
      if (login?.tabId !== undefined) {
        finish(id, CLOSED);
        return;
      }
      // `open` may come after this, and closes a window as soon as its tab is known.
      cancelled.add(id);
      if (login === undefined) clock.schedule(() => cancelled.delete(id), keptAnswerMs);
    },
    async open({ id, url }) {
      await restored;
      const known = answers.get(id);
      if (known !== undefined) return claim(id, known.promise);
      if (cancelled.delete(id)) return CLOSED;
      const answer = Promise.withResolvers<LoginAnswer>();
      answers.set(id, answer);
      start(id, url).catch(() => {
        const login = logins.get(id);
        logins.delete(id);
        cancelled.delete(id);
        answer.reject(
          new WorkerError(
            "no-login-window",
            "The browser did not open a login window. Run again; if it happens again, restart the browser.",
          ),
        );
        if (login !== undefined) void close(login);
      });
      return claim(id, answer.promise);
    },
  };
}
