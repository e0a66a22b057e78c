import { writeCurl, writeFetch, writeUrl } from "../../trace/copy-request.ts";
import type { Flow } from "../../trace/flow.ts";

const writers = { url: writeUrl, curl: writeCurl, fetch: writeFetch } as const;

/** Writes a request of a flow, or its URL, to use it elsewhere; without its secrets. */
export function writeRequest(
  { messages }: Pick<Flow, "messages">,
  id: number,
  format: keyof typeof writers,
): string | undefined {
  const exchange = messages.map((message) => message.exchange).find((one) => one.id === id);
  return exchange === undefined ? undefined : writers[format](exchange);
}
