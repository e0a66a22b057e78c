import * as z from "zod/mini";

const mailboxSchema = z.object({
  messages: z.array(z.object({ code: z.optional(z.string()) })),
});

/**
 * Sends a request to the sandbox as the extension's pages do, over a port of its own, and returns
 * the text of the response. Runs in a page of the extension.
 */
const requestSandbox = async ([method, path, body]: readonly [
  method: string,
  path: string,
  body: string | undefined,
]): Promise<string> => {
  await chrome.runtime.sendMessage({ command: "sandbox.start", request: {} });
  return await new Promise((resolve, reject) => {
    const port = chrome.runtime.connect({ name: "sandbox-request" });
    let text = "";
    port.onDisconnect.addListener(() => reject(new Error("The sandbox closed the port.")));
    port.onMessage.addListener((message: { kind: string; bytes?: string; status?: number }) => {
      if ((message.status ?? 200) >= 400) reject(new Error(`Status ${message.status}.`));
      if (message.kind === "ready") {
        port.postMessage({
          kind: "request",
          url: `https://sandbox.invalid${path}`,
          method,
          headers: body === undefined ? [] : [["content-type", "application/json"]],
          ...(body === undefined ? {} : { body }),
          hasCookies: false,
        });
      } else if (message.kind === "end") {
        resolve(text);
        port.disconnect();
      } else {
        text += message.bytes ?? "";
        port.postMessage({ kind: "pull" });
      }
    });
  });
};

type Request = Parameters<typeof requestSandbox>[0];

/** The controls of the sandbox, used from a page of the extension. */
export class SandboxControl {
  readonly #evaluate: (run: typeof requestSandbox, request: Request) => Promise<string>;

  /** @param evaluate runs the function in a page of the extension, in either browser */
  constructor(evaluate: (run: typeof requestSandbox, request: Request) => Promise<string>) {
    this.#evaluate = evaluate;
  }

  /** Sends JSON to a control, and returns the JSON of its response. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const text = await this.#evaluate(requestSandbox, [
      method,
      `/_control${path}`,
      body === undefined ? undefined : JSON.stringify(body),
    ]);
    return text === "" ? undefined : JSON.parse(text);
  }

  /** Emits new users' events. */
  async emitEvents(count: number): Promise<void> {
    await this.call("POST", "/events", { type: "user.created", count });
  }

  /** Sets how many events the sandbox keeps: with fewer, a stream that was away has a gap. */
  async retainEvents(retainedEvents: number): Promise<void> {
    await this.call("PATCH", "/limits", { retainedEvents });
  }

  /** Refuses the next login with a password as a service with too many requests does. */
  async refuseNextPassword(): Promise<void> {
    await this.call("POST", "/responses", {
      path: "/co/authenticate",
      status: 429,
      headers: { "retry-after": "1" },
      body: JSON.stringify({ error: "too_many_requests", error_description: "Slow down." }),
    });
  }

  /** Returns the code of the newest message; undefined without one. */
  async readCode(): Promise<string | undefined> {
    return (await this.#readMessages()).at(-1)?.code;
  }

  /** Returns the number of sent messages. */
  async countMessages(): Promise<number> {
    return (await this.#readMessages()).length;
  }

  async #readMessages() {
    return mailboxSchema.parse(await this.call("GET", "/mailbox")).messages;
  }
}
