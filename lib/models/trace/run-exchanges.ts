import { jsonObjectSchema, parseJson } from "../../encoding/json.ts";
import type { Exchange } from "../../trace/exchange.ts";
import type { RunStep } from "../../runs/steps.ts";

/** A step on the wire that opens a page of the provider. */
type Opening = Extract<RunStep, { kind: "frame" | "popup" | "departure" }>;

/**
 * Returns the requests of a run as a browser would report them, as far as the run recorded them.
 *
 * @param steps in the order in which they began. Those of the inspected page are untrusted.
 */
export function listRunExchanges(steps: readonly RunStep[]): Exchange[] {
  return steps.flatMap((step, at) => {
    const exchange = toExchange(step, steps.slice(at + 1));
    return exchange === undefined || !URL.canParse(exchange.url) ? [] : [{ ...exchange, id: at }];
  });
}

function toExchange(step: RunStep, later: readonly RunStep[]): Omit<Exchange, "id"> | undefined {
  switch (step.kind) {
    case "request":
      return toFetch(step);
    case "frame":
    case "popup":
    case "departure":
      return toPage(step, later);
    case "arrival":
      // Without a form, the redirect to this page already shows the response.
      return step.body === undefined
        ? undefined
        : {
            ...basicsOf(step),
            method: "POST",
            url: step.url,
            requestBody: step.body,
            status: 200,
            destination: "document",
          };
    case "message":
    case "callback":
      return undefined;
  }
  return step satisfies never;
}

type Basics = Omit<Exchange, "id" | "method" | "url" | "status" | "destination">;

/** Returns what most steps have in common. A run records no headers of responses. */
function basicsOf({ at, ms }: RunStep): Basics {
  return {
    source: "run",
    startedAt: at,
    ...(ms === undefined ? {} : { durationMs: ms }),
    requestHeaders: [],
    responseHeaders: [],
    responseBody: { state: "not-seen" },
  };
}

function toFetch(step: Extract<RunStep, { kind: "request" }>): Omit<Exchange, "id"> {
  const { method, url, headers, body, status = 0, answer, isFailed } = step;
  return {
    ...basicsOf(step),
    method: method.toUpperCase(),
    url,
    requestHeaders: Object.entries(headers).map(([name, value]) => ({
      name: name.toLowerCase(),
      value,
    })),
    ...(body === "" ? {} : { requestBody: body }),
    status,
    ...(isFailed === true ? { error: "no response" } : {}),
    ...(answer === undefined
      ? {}
      : { responseBody: { state: "text", text: answer, mimeType: "application/json" } }),
    destination: "fetch",
  };
}

/** The response of a page is what followed: the arrival elsewhere, or a message to the library. */
function toPage(step: Opening, later: readonly RunStep[]): Omit<Exchange, "id"> {
  const page = {
    ...basicsOf(step),
    method: "GET",
    url: step.url,
    destination: step.kind === "frame" ? ("frame" as const) : ("document" as const),
  };
  const next = later.findIndex(isOpening);
  const answers = next === -1 ? later : later.slice(0, next);
  if (step.kind === "departure") {
    const arrival = answers.find((one) => one.kind === "arrival");
    if (arrival === undefined) return { ...page, status: 0 };
    // The form of a response is in the request that follows.
    return { ...page, status: 302, redirect: arrival.url };
  }
  const message = answers.find((one) => one.kind === "message");
  if (message === undefined) return { ...page, status: 0 };
  const asked = URL.parse(step.url)?.searchParams;
  const callback = asked?.get("redirect_uri") ?? "";
  if (asked?.get("response_mode") !== "web_message" && URL.canParse(callback)) {
    // The page at the callback URL passed its response on.
    return { ...page, status: 302, redirect: `${callback}#${writeResponse(message.data)}` };
  }
  // The page of a web message is a script with the same JSON.
  const text = { state: "text", text: message.data, mimeType: "text/html" } as const;
  return { ...page, status: 200, responseBody: text };
}

/** Writes the response of a message as the fragment of a callback URL. */
function writeResponse(data: string): string {
  const message = jsonObjectSchema.safeParse(parseJson(data)).data ?? {};
  const response = jsonObjectSchema.safeParse(message["response"]).data ?? {};
  const texts = Object.entries(response).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" ? [[name, `${value}`]] : [],
  );
  return new URLSearchParams(texts).toString();
}

function isOpening(step: RunStep): step is Opening {
  return step.kind === "frame" || step.kind === "popup" || step.kind === "departure";
}
