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

/** What a page brings to a login run; the worker does the rest. */
export interface LoginPort extends Pick<LoginRunPorts, "fetch" | "clock" | "crypto"> {
  send: CommandSender;
  /** Reads the text of an HTML page; nothing of the page runs or loads. */
  readHtml: (html: string) => string;
  /** Cancels the login: its window is closed where the extension may close it. */
  signal?: AbortSignal;
}

/** After so many losses of the worker in short succession it is not asked again. */
const maxLosses = 3;

/** A worker that lived for so long was stopped in its normal course; one that fails sooner may fail for ever. */
const minLifeMs = 1_000;

/**
 * Runs a login at a tenant in the login window that the worker opens; the window's failure is the run's, in words. Whoever imports
 * this imports the whole authentication library: pages read it when the first login begins.
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
 * Waits for a login window's end, longer than a worker may live: asked again under the same id, the next worker waits for the
 * window that is open.
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
  // Once more, since a worker that was stopped in this instant leaves the window to the next one.
  const onAbort = () =>
    void cancel()
      .catch(cancel)
      .catch(() => undefined);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    for (let losses = 0; ;) {
      // A login that was cancelled is not asked for again: that would open its window anew.
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
