import type { Page } from "playwright";

/**
 * Sends a request to the sandbox as the extension's pages do, over a port of its own, and returns
 * the text of the response. Runs in a page of the extension.
 */
export const requestSandbox = async ([method, path, body]: readonly [
  method: string,
  path: string,
  body: string | undefined,
]): Promise<string> =>
  await new Promise((resolve, reject) => {
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

/** The controls of the sandbox, used from a page of the extension. */
export class SandboxControl {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Sends JSON to a control, and returns the JSON of its response. */
  async call(method: string, path: string, body?: object): Promise<unknown> {
    const text = await this.#page.evaluate(requestSandbox, [
      method,
      `/_control${path}`,
      body === undefined ? undefined : JSON.stringify(body),
    ] as const);
    return text === "" ? undefined : JSON.parse(text);
  }
}
