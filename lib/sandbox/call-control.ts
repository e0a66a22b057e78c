import type { SendToSandbox } from "./send-to-sandbox.ts";

/**
 * Creates the function that sends JSON to a control of the sandbox.
 *
 * @param controls the URL of the controls
 * @returns a function that rejects with the status of a refusal
 */
export function createControlCaller(
  controls: string,
  send: SendToSandbox,
): (call: { method: string; path: string; body?: object }) => Promise<void> {
  return async ({ method, path, body }) => {
    const headers = new Headers(body && { "content-type": "application/json" });
    const { status, body: stream } = await send({
      url: `${controls}${path}`,
      method,
      headers,
      ...(body && { body: new TextEncoder().encode(JSON.stringify(body)) }),
      hasCookies: false,
    });
    await stream?.cancel();
    if (status >= 400) throw new Error(`The control responded with ${status}.`);
  };
}
