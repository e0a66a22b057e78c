import type { JsonValue } from "../../encoding/json.ts";
import { createRedactor } from "../../redaction/create-redactor.ts";
import {
  listBody,
  listHeaders,
  listParameters,
  type FactPart,
  type TranscriptFact,
} from "../../runs/list-facts.ts";
import { isSecretMember } from "../../runs/secret-values.ts";
import type { Exchange, Header } from "../../trace/exchange.ts";
import type { AuthMessage } from "../../trace/message.ts";
import type { FlowToken } from "../../trace/prepared-flow.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import { readJson } from "../../tokens/read-json.ts";
import { hideSecretsOf } from "../runs/describe-run.ts";

/** Values of a message under one heading. */
export interface FactGroup {
  title: string;
  facts: readonly TranscriptFact[];
}

/** JSON with the values to mask, and a copy without them. */
export interface MaskedJson {
  value: JsonValue;
  copied: JsonValue;
  isSecret: (path: readonly string[], value: unknown) => boolean;
}

/**
 * A body that is too long for a list of values.
 *
 * - json: shown as a tree; a copy of more than one value has no secrets
 * - text: the beginning, and the same without secrets
 * - none: the sentence that says why there is no body
 */
export type MessageBody =
  | ({ kind: "json" } & MaskedJson)
  | { kind: "text"; shown: string; redacted: string; more: number; copy: () => string }
  | { kind: "none"; sentence: string };

/** One direction of a message: the values that are listed, and the rest of the body. */
export interface MessageContent {
  groups: readonly FactGroup[];
  body?: MessageBody;
}

/** A token that a message has: the response delivered it, or the request sent it. */
export interface MessageToken {
  token: FlowToken;
  direction: "delivered" | "sent";
  /** The header and the claims; missing for an opaque or encrypted token. */
  content?: MaskedJson;
}

/** A longer body is shown as a tree. */
const maxListed = 60;
/** Of a longer text, only the beginning is shown, in characters. */
const maxText = 20_000;

/** Lists the method, address and status of a message, and the headers of both directions. */
export function listMessageHeaders({ exchange }: Pick<AuthMessage, "exchange">): FactGroup[] {
  const { requestHeaders, responseHeaders } = exchange;
  return [
    { title: "General", facts: listGeneral(exchange) },
    {
      title: "Response headers",
      facts: listHeaders(toRecord(responseHeaders), "response-headers"),
    },
    { title: "Request headers", facts: listHeaders(toRecord(requestHeaders)) },
  ].filter(({ facts }) => facts.length > 0);
}

/** Describes the parameters and the body of a request. */
export function describePayload({ exchange }: Pick<AuthMessage, "exchange">): MessageContent {
  const { url: address, requestBody = "" } = exchange;
  const url = URL.parse(address);
  const { groups, body } = describeBody(requestBody, {
    part: "body",
    title: /^[\w.%+~-]{1,100}=/u.test(requestBody) ? "Form data" : "Request body",
    isError: false,
  });
  const all = [
    { title: "Query parameters", facts: listParameters("query", url?.search ?? "") },
    {
      title: "Fragment parameters",
      facts: listParameters("fragment", url?.hash.slice(1) ?? ""),
    },
    ...groups,
  ].filter(({ facts }) => facts.length > 0);
  if (body !== undefined) return { groups: all, body };
  return all.length > 0
    ? { groups: all }
    : {
        groups: [],
        body: { kind: "none", sentence: "The request has no parameters and no body." },
      };
}

/** Describes the response of a message: the parameters of its redirect, and its body. */
export function describeAnswer({ exchange }: Pick<AuthMessage, "exchange">): MessageContent {
  const { redirect, responseBody, status } = exchange;
  const url = redirect === undefined ? null : URL.parse(redirect);
  const parameters = [
    { title: "Parameters of the redirect", facts: listParameters("response", url?.search ?? "") },
    {
      title: "Fragment parameters of the redirect",
      facts: listParameters("response", url?.hash.slice(1) ?? ""),
    },
  ].filter(({ facts }) => facts.length > 0);
  if (responseBody.state === "text" && responseBody.text !== "") {
    const { groups, body } = describeBody(responseBody.text, {
      part: "response",
      title: "Response body",
      isError: status >= 400,
    });
    const all = [...parameters, ...groups];
    return body === undefined ? { groups: all } : { groups: all, body };
  }
  return { groups: parameters, body: { kind: "none", sentence: explainNoBody(exchange) } };
}

/** Lists the tokens of a flow that a message delivered or sent, decoded. */
export function listMessageTokens(
  message: AuthMessage,
  { prepared }: Pick<JudgedFlow, "prepared">,
): MessageToken[] {
  const sent = new Set(message.request.map(([, value]) => value));
  for (const { name, value } of message.exchange.requestHeaders) {
    // The token of a Bearer or DPoP scheme (RFC 6750, section 2.1; RFC 9449, section 7.1).
    if (name === "authorization") sent.add(value.slice(value.indexOf(" ") + 1));
  }
  return prepared.tokens.flatMap((token): MessageToken[] => {
    const isDelivered = token.message.exchange.id === message.exchange.id;
    if (!isDelivered && !sent.has(token.text)) return [];
    const { decoded } = token;
    return [
      {
        token,
        direction: isDelivered ? "delivered" : "sent",
        ...(decoded === undefined
          ? {}
          : { content: maskJson({ header: decoded.header, claims: decoded.payload }) }),
      },
    ];
  });
}

/** Lists all values of a message, without bodies that are shown as a tree or text. */
export function listMessageFacts(message: Pick<AuthMessage, "exchange">): TranscriptFact[] {
  return [
    ...listMessageHeaders(message),
    ...describePayload(message).groups,
    ...describeAnswer(message).groups,
  ].flatMap(({ facts }) => facts);
}

function listGeneral({ url, method, status, error, source }: Exchange): TranscriptFact[] {
  const parsed = URL.parse(url);
  const facts = [
    ["URL", parsed === null ? url : `${parsed.origin}${parsed.pathname}`],
    ["Method", method],
    ["Status", [status === 0 ? "no response" : `${status}`, error].filter(Boolean).join(" ")],
    ...(source === "snapshot" ? [["Source", "found in the browser's list, not reported"]] : []),
    ...(source === "import" ? [["Source", "imported file"]] : []),
  ] as const;
  return facts.map(([name = "", value = ""]) => ({
    part: "address",
    name,
    value,
    isSecret: false,
  }));
}

function explainNoBody({ responseBody, redirect, status }: Exchange): string {
  if (status === 0 && redirect === undefined) return "There was no response.";
  if (responseBody.state !== "not-seen") return "The response has no body.";
  return redirect === undefined
    ? "The body was not seen: the browser gave none, as of a page or a frame that is gone."
    : "A redirect: the browser gives no body.";
}

function describeBody(
  text: string,
  { part, title, isError }: { part: FactPart; title: string; isError: boolean },
): MessageContent {
  if (text === "") return { groups: [] };
  // Unlike the list of values, this parser limits the levels: the body is foreign.
  const json = readJson(text);
  const facts = json.ok || title === "Form data" ? listBody(part, text, isError) : [];
  if (facts.length > 0 && facts.length <= maxListed) return { groups: [{ title, facts }] };
  if (!json.ok) return { groups: [], body: describeText(text) };
  return { groups: [], body: { kind: "json", ...maskJson(json.value, isError) } };
}

function maskJson(value: JsonValue, isError = false): MaskedJson {
  const isSecret: MaskedJson["isSecret"] = (path, one) => isSecretMember(path, one, isError);
  return { value, copied: hideSecretsOf(value, isSecret), isSecret };
}

function describeText(text: string): MessageBody {
  const redact = (piece: string) => String(createRedactor({ keepsClaims: false }).redact(piece));
  const shown = text.slice(0, maxText).toWellFormed();
  return {
    kind: "text",
    shown,
    redacted: redact(shown),
    more: text.length - shown.length,
    copy: () => redact(text),
  };
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
