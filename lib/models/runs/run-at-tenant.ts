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
}

/** After so many losses of the worker in short succession it is not asked again. */
const mostLosses = 3;

/** A worker that lived for so long was stopped in its normal course; one that fails sooner may fail for ever. */
const shortLifeMs = 1_000;

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
  { send, clock, crypto }: LoginPort,
): Promise<LoginAnswer> {
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  const loginId = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (let losses = 0; ;) {
    const askedAt = clock.now();
    try {
      return await send("login.open", { tenantId, loginId, url });
    } catch (error) {
      const isLost = error instanceof RemoteError && error.code === "worker-unreachable";
      losses = clock.now() - askedAt < shortLifeMs ? losses + 1 : 1;
      if (!isLost || losses >= mostLosses) throw error;
    }
  }
}
