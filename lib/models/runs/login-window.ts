import type { CryptoPort } from "../../auth/index.ts";
import type { CommandSender } from "../../messages/command-channel.ts";
import type { LoginAnswer } from "../../messages/login.ts";
import { RemoteError } from "../../messages/remote-error.ts";
import type { RunHost } from "../../runs/run-operation.ts";
import { toFailure } from "../failure.ts";
import { explainLoginFailure } from "./explain-login-failure.ts";

/** The ports of a login window. The worker does the rest. */
export interface LoginWindowPort {
  send: CommandSender;
  clock: { now(): number };
  crypto: CryptoPort;
  /** Extracts the text of an HTML page, without running or loading any part of the page. */
  readHtml: (html: string) => string;
}

/** The number of worker losses in short succession after which the login fails. */
const maxLosses = 3;

/** A worker that lived longer was stopped normally. A worker that fails sooner may always fail. */
const minLifeMs = 1_000;

/**
 * Returns a function that shows a URL of the tenant in a login window, and explains a failure of
 * the window.
 */
export function openLoginWindow(tenantId: string, port: LoginWindowPort): RunHost["leave"] {
  return async (url, { leavesFor, returnsTo, signal }) => {
    try {
      const answer = await openInWorker(tenantId, url, { ...port, signal });
      if ("redirectedTo" in answer) return { url: answer.redirectedTo };
      // After a logout that returns nowhere, the user closes the window at the tenant's own page.
      if (leavesFor === "logout" && answer.failure.kind === "closed") return { url };
      const { origin, searchParams } = new URL(url);
      const clientId = searchParams.get("client_id") ?? "";
      const login = { origin, clientId, redirectUrl: returnsTo, readHtml: port.readHtml };
      return explainLoginFailure(answer.failure, login);
    } catch (error) {
      return { problem: toFailure(error).message };
    }
  };
}

/**
 * Waits for the result of a login window, which can take longer than the life of a worker. If the
 * worker is lost, a request with the same id makes the next worker wait for the open window.
 */
async function openInWorker(
  tenantId: string,
  url: string,
  { send, clock, crypto, signal }: LoginWindowPort & { signal: AbortSignal },
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
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    for (let losses = 0; ;) {
      // Do not repeat the request of a cancelled login: it would open the window again.
      if (signal.aborted) return { failure: { kind: "closed" } };
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
    signal.removeEventListener("abort", onAbort);
  }
}
