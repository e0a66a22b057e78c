import { readHeader, type Exchange } from "../exchange.ts";
import type { Flow, FlowKind, FlowPhase, FlowStage } from "../flow.ts";
import { isErrorPlace } from "../error-place.ts";
import type { AuthMessage, MessageKind } from "../message.ts";
import { isHidden } from "../is-hidden.ts";
import { hasTokens } from "./find-response.ts";
import { readRequestParameter } from "./flow-draft.ts";

/** The parts of a flow that decide its phase. */
type Reached = Pick<Flow, "kind" | "messages" | "authorization" | "response" | "tokenRequests">;
type Outcome = "open" | "failed" | "complete";

/** Returns the farthest point that a flow reached, and how it ended there. */
export function findPhase(flow: Reached): { stage: FlowStage; phase: FlowPhase } {
  const outcome = outcomes[flow.kind](flow);
  const stage = outcome === "complete" ? "complete" : findStage(flow);
  return { stage, phase: outcome === "failed" ? "failed" : stage };
}

const stages: Partial<Record<MessageKind, FlowStage>> = {
  discovery: "configuration",
  "key-set": "configuration",
  "login-page": "provider",
  "embedded-verification": "provider",
  callback: "response",
  handover: "response",
  token: "token",
};
const order: readonly FlowStage[] = [
  "configuration",
  "authorization",
  "provider",
  "response",
  "token",
];

function findStage({ messages, response }: Reached): FlowStage {
  const ranks = messages.map(({ kind, asks }) =>
    order.indexOf(stages[kind === "preflight" ? (asks ?? kind) : kind] ?? "authorization"),
  );
  const seen = response === undefined ? 0 : order.indexOf("response");
  return order[Math.max(seen, ...ranks.slice(0, maxRanks))] ?? "authorization";
}

/** Later messages are calls of an API. Math.max takes its values from the stack. */
const maxRanks = 1000;

const outcomes: Record<FlowKind, (flow: Reached) => Outcome> = {
  login: judgeLogin,
  renewal: judgeLogin,
  logout: judgeLogout,
  call: judgeCall,
};

function judgeLogin({ messages, authorization, response, tokenRequests }: Reached): Outcome {
  const token = tokenRequests.at(-1);
  if (token !== undefined) return judgeToken(token);
  if (isRefused(messages)) return "failed";
  if (response !== undefined) {
    const last = messages.findLast(({ kind }) => kind === "callback" || kind === "handover");
    const isLost = (last !== undefined && isFailure(last.exchange)) || messages.some(isSentToError);
    if (isLost || response.parameters.some(([name]) => name === "error")) return "failed";
    const isRedeemed = hasTokens(response) || messages.some(isHandledByServer);
    return isRedeemed ? "complete" : "open";
  }
  const pages = messages.filter(({ kind }) => pageKinds.has(kind));
  const last = pages.at(-1) ?? authorization ?? messages.at(-1);
  return last === undefined ? "open" : judgePage(last);
}

const pageKinds = new Set<MessageKind>([
  "authorization",
  "login-page",
  "embedded-verification",
  "embedded-login",
  "pushed-request",
  "passwordless-verification",
]);

/** A refused preflight, without the request that it asked for. */
function isRefused(messages: readonly AuthMessage[]): boolean {
  const last = messages.findLast(({ kind }) => !callKinds.has(kind));
  if (last?.kind !== "preflight" || last.fromId !== undefined) return false;
  return (
    isFailure(last.exchange) || readHeader(last.exchange.responseHeaders, allowOrigin) === undefined
  );
}

const allowOrigin = "access-control-allow-origin";
const callKinds = new Set<MessageKind>(["api-call", "management", "user-info"]);

function judgeToken({ error, exchange, response }: AuthMessage): Outcome {
  // RFC 8628, section 3.5: the device asks again.
  if (error === "authorization_pending" || error === "slow_down") return "open";
  if (
    error !== undefined ||
    isFailure(exchange) ||
    exchange.error !== undefined ||
    isHidden(exchange)
  )
    return "failed";
  if (exchange.status < 200 || exchange.status > 299) return "open";
  return isOtherContent(exchange) && !hasTokens({ parameters: response }) ? "failed" : "complete";
}

/** A page instead of JSON comes from something else than a token endpoint. */
function isOtherContent({ responseBody, responseHeaders }: Exchange): boolean {
  const type = readHeader(responseHeaders, "content-type")?.toLowerCase() ?? "";
  // A server of the application keeps the tokens, and gives the page a session.
  const isSession = readHeader(responseHeaders, "set-cookie") !== undefined;
  if (isSession && !type.startsWith("text/html")) return false;
  return responseBody.state === "text" || type.startsWith("text/html");
}

/** A form that a page shows again, with status 400, still waits for the user. */
function judgePage({ kind, exchange, error }: AuthMessage): Outcome {
  const isForm = kind === "login-page" && exchange.method === "POST" && exchange.status < 500;
  if (isForm && error === undefined) return "open";
  return error !== undefined || isFailure(exchange) ? "failed" : "open";
}

function isFailure({ status, error }: Exchange): boolean {
  return status >= 400 || (status === 0 && error !== undefined);
}

/** A server that refuses the response leads the browser to a page that says so. */
function isSentToError({ kind, exchange }: AuthMessage): boolean {
  return kind === "callback" && isErrorPlace(exchange.redirect);
}

/** A callback that redirects or sets a cookie redeems the code at its server, out of sight. */
function isHandledByServer({ kind, exchange, responseMode }: AuthMessage): boolean {
  if (kind === "handover") return exchange.status >= 200 && exchange.status < 300;
  if (kind !== "callback" || responseMode === undefined || responseMode === "fragment")
    return false;
  if (isFailure(exchange)) return false;
  const isRedirect = exchange.status >= 300 && exchange.status < 400;
  return isRedirect || readHeader(exchange.responseHeaders, "set-cookie") !== undefined;
}

function judgeLogout({ messages }: Reached): Outcome {
  const last = messages.findLast(({ kind }) => kind === "logout");
  if (last === undefined) return "open";
  if (isFailure(last.exchange)) return "failed";
  // A page instead of the redirect that was asked for waits for the user's confirmation.
  const isPage = last.exchange.status < 300;
  const wanted = messages.some(
    (each) => readRequestParameter(each, "post_logout_redirect_uri") !== undefined,
  );
  return isPage && wanted ? "open" : "complete";
}

function judgeCall({ messages }: Reached): Outcome {
  // Chromium can start a preflight after its request.
  const last = messages.findLast(
    ({ kind, fromId }) => kind !== "preflight" || fromId === undefined,
  );
  if (last === undefined) return "open";
  if (last.kind === "preflight") return isRefused(messages) ? "failed" : "open";
  if (isFailure(last.exchange)) return "failed";
  return last.exchange.status === 0 ? "open" : "complete";
}
