import type { ConsoleMessage, WebError } from "playwright";
import * as z from "zod/mini";
import type { OpenedChromium } from "../../launch/open-chromium.ts";
import { entriesRejecter } from "./console-entry.ts";
import type { ConsoleEntry, ConsoleGuard } from "./console-entry.ts";

const remoteObject = z.object({
  value: z.optional(z.unknown()),
  description: z.optional(z.string()),
});

/** The relevant messages of a worker's own session; all others are ignored. */
const workerMessage = z.discriminatedUnion("method", [
  z.object({
    method: z.literal("Runtime.exceptionThrown"),
    params: z.object({
      exceptionDetails: z.object({ text: z.string(), exception: z.optional(remoteObject) }),
    }),
  }),
  z.object({
    method: z.literal("Runtime.consoleAPICalled"),
    params: z.object({ type: z.string(), args: z.array(remoteObject) }),
  }),
  z.object({
    method: z.literal("Log.entryAdded"),
    params: z.object({ entry: z.object({ level: z.string(), text: z.string() }) }),
  }),
]);

function readWorkerMessage(text: string, source: string): ConsoleEntry | undefined {
  const { data: message } = workerMessage.safeParse(JSON.parse(text));
  if (message?.method === "Runtime.exceptionThrown") {
    const { text, exception } = message.params.exceptionDetails;
    return { kind: "exception", text: `${text} ${exception?.description ?? ""}`, source };
  }
  if (message?.method === "Runtime.consoleAPICalled") {
    const { type, args } = message.params;
    if (type !== "error" && type !== "assert") return undefined;
    const words = args.map(({ value, description }) => description ?? String(value));
    return { kind: "error message", text: words.join(" "), source };
  }
  if (message?.method === "Log.entryAdded" && message.params.entry.level === "error") {
    return { kind: "error message", text: message.params.entry.text, source };
  }
  return undefined;
}

/**
 * Follows the extension's worker from its first task, through every restart. Playwright reports
 * a worker's console messages, but neither its exceptions nor its unhandled rejections.
 */
async function followWorkers(
  { session, extensionOrigin }: OpenedChromium,
  add: (entry: ConsoleEntry) => void,
): Promise<() => Promise<void>> {
  const sources = new Map<string, string>();
  const filter = [{ type: "service_worker" }, { exclude: true }];
  const attach = async (targetId: string, url: string) => {
    // A session without "flatten": its messages arrive here as text, separate from Playwright's.
    const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
    sources.set(sessionId, url);
    for (const [index, method] of ["Runtime.enable", "Log.enable"].entries()) {
      // Both also deliver earlier entries.
      const message = JSON.stringify({ id: index + 1, method });
      await session.send("Target.sendMessageToTarget", { sessionId, message });
    }
  };
  /** Ignores a worker that stopped before it was attached, or with its browser. */
  const isThere = async (wanted: string) => {
    const found = await session.send("Target.getTargets", { filter }).catch(() => undefined);
    return found?.targetInfos.some(({ targetId }) => targetId === wanted) ?? false;
  };
  session.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
    const source = sources.get(sessionId);
    const entry = source ? readWorkerMessage(message, source) : undefined;
    if (entry) add(entry);
  });
  session.on("Target.targetCreated", ({ targetInfo }) => {
    if (!targetInfo.url.startsWith(`${extensionOrigin}/`)) return;
    attach(targetInfo.targetId, targetInfo.url).catch(async (error: unknown) => {
      if (!(await isThere(targetInfo.targetId))) return;
      add({ kind: "exception", text: `not watched: ${String(error)}`, source: targetInfo.url });
    });
  });
  await session.send("Target.setDiscoverTargets", { discover: true, filter });
  return async () => {
    await session.send("Target.setDiscoverTargets", { discover: false });
    for (const sessionId of sources.keys()) {
      // A worker that is gone has ended its session.
      await session.send("Target.detachFromTarget", { sessionId }).catch(() => {});
    }
  };
}

/** The source of DevTools' own code and texts; everything else in its window is a panel's. */
const devToolsSource = /^devtools:\/\/|chrome-devtools-frontend\.appspot\.com/u;

/**
 * Collects exceptions, unhandled rejections and error messages of every page, popup and panel, and
 * of the worker, from now on; those of the worker also from before.
 */
export async function watchConsoles(chromium: OpenedChromium): Promise<ConsoleGuard> {
  const { context } = chromium;
  const seen: ConsoleEntry[] = [];
  const add = (entry: ConsoleEntry) => {
    seen.push(entry);
  };
  const onConsole = (message: ConsoleMessage) => {
    // The worker's entries are collected below, with those that Playwright omits.
    if (message.worker() || (message.type() !== "error" && message.type() !== "assert")) return;
    const { url } = message.location();
    if (devToolsSource.test(url)) return;
    const source = url || (message.page()?.url() ?? "a page that is gone");
    add({ kind: "error message", text: message.text(), source });
  };
  const onError = (webError: WebError) => {
    const { message, stack = "" } = webError.error();
    const source = webError.page()?.url() ?? "a page that is gone";
    // The stack of an exception in DevTools' own code names one of its files.
    if (stack.includes("devtools://") && !stack.includes("chrome-extension://")) return;
    add({ kind: "exception", text: message, source });
  };
  context.on("console", onConsole);
  context.on("weberror", onError);
  const endWorkers = await followWorkers(chromium, add);
  const entries = () => Promise.resolve([...seen]);
  const reject = entriesRejecter();
  return {
    entries,
    async expectNone({ except } = {}) {
      reject(await entries(), except);
    },
    async end() {
      context.off("console", onConsole);
      context.off("weberror", onError);
      await endWorkers();
    },
  };
}
