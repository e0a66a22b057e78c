import type { CommandSender } from "../../messages/command-channel.ts";
import type { LoginAnswer } from "../../messages/login.ts";
import { RemoteError } from "../../messages/remote-error.ts";
import {
  runLogin,
  type LoginOutcome,
  type LoginRun,
  type LoginRunPorts,
} from "../../runs/run-login.ts";
import type { TranscriptEntry } from "../../runs/transcript.ts";
import { toFailure } from "../failure.ts";
import { explainLoginFailure } from "./explain-login-failure.ts";

/** The ports of the page for a login run. The worker does the rest. */
export interface LoginPort extends Pick<LoginRunPorts, "fetch" | "clock" | "crypto"> {
  send: CommandSender;
  /** Extracts the text of an HTML page, without running or loading any part of the page. */
  readHtml: (html: string) => string;
  /** Cancels the login: its window is closed where the extension may close it. */
  signal?: AbortSignal;
}

/** The number of worker losses in short succession after which the login fails. */
const maxLosses = 3;

/** A worker that lived longer was stopped normally. A worker that fails sooner may always fail. */
const minLifeMs = 1_000;

/**
 * Runs a login at a tenant in the worker's login window, and explains a failure of the window.
 * This module imports the whole authentication library: load it at the first login only.
 */
export function runAtTenant(
  tenantId: string,
  run: LoginRun,
  port: LoginPort,
  onStep: (entry: TranscriptEntry) => void = () => undefined,
): Promise<LoginOutcome> {
  const { send, fetch, clock, crypto, readHtml } = port;
  let redirectUrl = "";
  const ports: LoginRunPorts = {
    fetch,
    clock,
    crypto,
    async redirectUrl() {
      ({ redirectUrl } = await send("login.redirect-url", {}));
      return redirectUrl;
    },
    async openLoginWindow(url) {
      try {
        const answer = await openInWorker(tenantId, url, port);
        if ("redirectedTo" in answer) return answer;
        const { origin, clientId } = run;
        return explainLoginFailure(answer.failure, { origin, clientId, redirectUrl, readHtml });
      } catch (error) {
        return { problem: toFailure(error).message };
      }
    },
  };
  return runLogin(run, ports, onStep);
}

/**
 * Waits for the result of a login window, which can take longer than the life of a worker. If the
 * worker is lost, a request with the same id makes the next worker wait for the open window.
 */
async function openInWorker(
  tenantId: string,
  url: string,
  { send, clock, crypto, signal }: LoginPort,
): Promise<LoginAnswer> {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  const loginId = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const cancel = () => send("login.cancel", { loginId });
  // Cancel twice: if the worker has just been stopped, only the next one can close the window.
  const onAbort = () =>
    void cancel()
      .catch(cancel)
      .catch(() => undefined);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    for (let losses = 0; ;) {
      // Do not repeat the request of a cancelled login: it would open the window again.
      if (signal?.aborted === true) return { failure: { kind: "closed" } };
      const askedAt = clock.now();
      try {
        return await send("login.open", { tenantId, loginId, url });
      } catch (error) {
        const isLost = error instanceof RemoteError && error.code === "worker-unreachable";
        losses = clock.now() - askedAt < minLifeMs ? losses + 1 : 1;
        if (!isLost || losses >= maxLosses) throw error;
      }
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}
