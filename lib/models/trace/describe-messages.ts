import type { TranscriptLine } from "../../runs/describe-steps.ts";
import {
  listBody,
  listHeaders,
  listParameters,
  listUrl,
  type TranscriptFact,
} from "../../runs/list-facts.ts";
import type { Exchange, Header } from "../../trace/exchange.ts";
import type { Flow } from "../../trace/flow.ts";
import type { AuthMessage } from "../../trace/message.ts";
import { nameMessage } from "../../trace/name-message.ts";

/** Describes the messages of a flow as lines of a transcript, with all their values. */
export function describeMessages({ messages }: Pick<Flow, "messages">): TranscriptLine[] {
  return messages.map((message) => {
    const { exchange } = message;
    const isApi = message.kind === "management" || message.kind === "api-call";
    return {
      id: exchange.id,
      at: exchange.startedAt,
      ...(exchange.durationMs === undefined ? {} : { ms: exchange.durationMs }),
      title: nameMessage(message),
      outcome: isFailed(message) ? "failed" : "done",
      from: exchange.destination === "document" ? "browser" : "page",
      to: isApi ? "api" : message.kind === "callback" ? "page" : "tenant",
      response: describeResponse(message),
      facts: listExchange(exchange),
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

function listExchange(exchange: Exchange): TranscriptFact[] {
  const { url, requestHeaders, requestBody = "", redirect, responseHeaders, status } = exchange;
  return [
    ...listUrl(url),
    ...listHeaders(toRecord(requestHeaders)),
    ...listBody("body", requestBody),
    ...listHeaders(toRecord(responseHeaders), "response-headers"),
    ...(redirect === undefined ? [] : listRedirect(redirect)),
    ...listAnswer(exchange, status >= 400),
  ];
}

/** The parameters of a redirect are the response of an authorization. */
function listRedirect(redirect: string): TranscriptFact[] {
  const url = URL.parse(redirect);
  if (url === null) return [];
  return [
    ...listParameters("response", url.search),
    ...listParameters("response", url.hash.slice(1)),
  ];
}

function listAnswer({ responseBody, redirect }: Exchange, isError: boolean): TranscriptFact[] {
  switch (responseBody.state) {
    case "text":
      return listBody("response", responseBody.text, isError);
    case "empty":
      return [];
    case "not-seen":
      return redirect === undefined
        ? [
            {
              part: "response",
              name: "body",
              value: "not seen: the browser gave no body, as of a page or a frame that is gone",
              isSecret: false,
            },
          ]
        : [];
  }
  return responseBody satisfies never;
}

/** Of a repeated header, all values, as HTTP combines them (RFC 9110, section 5.3). */
function toRecord(headers: readonly Header[]): Record<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of headers) {
    const known = values.get(name);
    values.set(name, known === undefined ? value : `${known}, ${value}`);
  }
  return Object.fromEntries(values);
}
