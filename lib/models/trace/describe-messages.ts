import type { TranscriptLine } from "../../runs/describe-steps.ts";
import type { AuthMessage } from "../../trace/message.ts";
import { nameMessage } from "../../trace/name-message.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";

/**
 * Describes the messages of a flow as lines of a transcript, without their values. Marks the message
 * at which the flow stopped.
 */
export function describeMessages({
  flow,
  stop,
}: Pick<JudgedFlow, "flow" | "stop">): TranscriptLine[] {
  const stoppedId = stop?.at.exchange.id;
  const mark = stop?.by === "page" ? " (a correct client stops here)" : " (stopped here)";
  return flow.messages.map((message) => {
    const { exchange } = message;
    const isApi = message.kind === "management" || message.kind === "api-call";
    return {
      id: exchange.id,
      at: exchange.startedAt,
      ...(exchange.durationMs === undefined ? {} : { ms: exchange.durationMs }),
      title: nameMessage(message) + (exchange.id === stoppedId ? mark : ""),
      outcome: isFailed(message) ? "failed" : "done",
      from: exchange.destination === "document" ? "browser" : "page",
      to: isApi ? "api" : message.kind === "callback" ? "page" : "tenant",
      response: describeResponse(message),
      facts: [],
    };
  });
}

function isFailed({ error, exchange: { status, redirect } }: AuthMessage): boolean {
  return error !== undefined || status >= 400 || (status === 0 && redirect === undefined);
}

function describeResponse({ error, exchange }: AuthMessage): string {
  const status = exchange.status === 0 ? "no response" : `${exchange.status}`;
  const reason = error ?? exchange.error;
  return reason === undefined ? status : `${status} ${reason}`;
}

/** Returns the host and the path of a request, without its parameters. */
export function nameRequest(address: string): string {
  const url = URL.parse(address);
  return url === null ? address : `${url.host}${url.pathname}`;
}
