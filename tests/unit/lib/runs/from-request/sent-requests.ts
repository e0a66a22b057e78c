import type { FetchRequest } from "../../../../../lib/auth/index.ts";
import { createExtensionHost } from "../../../../../lib/runs/extension-host.ts";
import type { CapturedRun } from "../../../../../lib/runs/from-request/captured-request.ts";
import type { Operation, RunSetting, Values } from "../../../../../lib/runs/operation.ts";
import { runOperation } from "../../../../../lib/runs/run-operation.ts";
import { classify } from "../../../../../lib/trace/classify/classify.ts";
import type { Exchange } from "../../../../../lib/trace/exchange.ts";
import type { AuthMessage } from "../../../../../lib/trace/message.ts";
import { findOperation } from "../../../../run-stage/prepare.ts";

/** Collects requests as a browser would report them. */
export class RequestLog {
  readonly exchanges: Exchange[] = [];

  add(request: Pick<Exchange, "method" | "url"> & Partial<Exchange>): void {
    const count = this.exchanges.length;
    this.exchanges.push({
      id: count,
      source: "import",
      startedAt: count * 10,
      requestHeaders: [],
      status: 200,
      responseHeaders: [],
      responseBody: { state: "not-seen" },
      ...request,
    });
  }

  addFetch(url: string, { method = "GET", headers, body }: RequestInit): void {
    this.add({
      url,
      method,
      destination: "fetch",
      requestHeaders: [...new Headers(headers)].map(([name, value]) => ({ name, value })),
      ...(typeof body === "string" || body instanceof URLSearchParams
        ? { requestBody: body.toString() }
        : {}),
    });
  }

  classify(): AuthMessage[] {
    return classify(this.exchanges);
  }
}

/** Runs what a captured request was read as, at a service that refuses it; returns its requests. */
export async function sendRun({ draft, origin }: CapturedRun): Promise<AuthMessage[]> {
  const log = new RequestLog();
  const operation = findOperation(draft.operation);
  // The library refuses a frame or a popup whose callback is at another origin.
  const pageOrigin = URL.parse(draft.values["redirectUri"] ?? "")?.origin ?? "https://app.example";
  const timers = new Set<() => void>();
  const fireTimers = () => {
    for (const timer of [...timers, ...timers]) setTimeout(timer);
  };
  const ports = {
    crypto,
    clock: {
      now: () => 0,
      after: (_milliseconds: number, timer: () => void) => {
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    fetch: async (url: string, request: FetchRequest) => {
      const { method, headers, body } = request;
      log.addFetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
      return url.endsWith("/co/authenticate")
        ? Response.json({ login_ticket: "ticket-of-the-run" })
        : Response.json({ error: "stopped" }, { status: 400 });
    },
    location: { origin: () => pageOrigin, hash: () => "" },
    messages: { parent: null, listen: () => () => undefined },
    frames: {
      open: (url: string) => {
        log.add({ method: "GET", url, destination: "frame" });
        fireTimers();
        return { window: {}, remove: () => undefined };
      },
    },
    popups: {
      open: (url: string) => {
        log.add({ method: "GET", url, destination: "document" });
        fireTimers();
        return { window: {}, isClosed: () => true, remove: () => undefined };
      },
    },
  };
  const host = createExtensionHost(ports, async (url) => {
    log.add({ method: "GET", url, destination: "document" });
    return { problem: "The window was closed." };
  });
  const setting: RunSetting = {
    way: draft.way,
    origin,
    managementOrigin: origin,
    clientId: "client-of-the-tenant",
    redirectUri: `${pageOrigin}/callback`,
    messageUri: `${pageOrigin}/callback`,
    pageOrigin,
  };
  const { parameters, order } = draft;
  const values = { ...draft.values, ...typeMissing(operation, draft.values) };
  const { signal } = new AbortController();
  const run = { operation, values, setting, parameters, order };
  await runOperation(run, host, { ...ports, onStep: () => undefined, signal });
  return log.classify();
}

/** Returns values for the secret fields, and for required ones that the capture left empty. */
function typeMissing({ fields }: Operation, values: Values): Values {
  const missing = fields.filter(
    ({ name, kind, isRequired }) =>
      kind === "secret" || kind === "token" || (isRequired === true && !values[name]),
  );
  return Object.fromEntries(missing.map(({ name }) => [name, `typed-${name}`] as const));
}
