import * as z from "zod/mini";
import { parseJson } from "../encoding/json.ts";
import { noSandbox, NoSandboxError } from "./no-sandbox-error.ts";
import type { SendToSandbox } from "./send-to-sandbox.ts";

const refusalSchema = z.object({ error: z.string() });

/**
 * Creates the function that sends JSON to a control of the sandbox.
 *
 * @param controls the URL of the controls
 * @returns a function that rejects with the status of a refusal, or with a {@link NoSandboxError}
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
    if (status >= 400) {
      const refusal = z.safeParse(refusalSchema, parseJson(await new Response(stream).text()));
      if (refusal.data?.error === noSandbox) throw new NoSandboxError();
      throw new Error(`The control responded with ${status}.`);
    }
    await stream?.cancel();
  };
}
