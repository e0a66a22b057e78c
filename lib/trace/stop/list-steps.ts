import type { MessageKind } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { Stop, StopStep } from "./stop.ts";

/** The steps of a flow, in their order. */
export type FlowStep =
  | "discovery"
  | "request"
  | "login page"
  | "response"
  | "callback"
  | "token request"
  | "tokens"
  | "API"
  | "logout"
  | "return";

/**
 * - done: a message of the capture shows this step
 * - stopped: the flow stopped here
 * - refused: a correct client stops here
 * - not seen: no message of the capture shows this step
 */
export interface StepState {
  step: FlowStep;
  state: "done" | "stopped" | "refused" | "not seen";
}

const redirected = ["request", "login page", "response", "callback"] as const;
const redeemed = ["token request", "tokens", "API"] as const;

/**
 * Lists the steps that a flow of this kind has, and how far it came. A call has one step alone, and
 * so no list.
 */
export function listSteps(prepared: PreparedFlow, stop: Stop | undefined): StepState[] {
  const stopped = stop === undefined ? undefined : findStep(prepared, stop.step);
  const stopState = stop?.by === "page" ? "refused" : "stopped";
  return listExpected(prepared, stopped).map((step) => ({
    step,
    state: step === stopped ? stopState : isDone(step, prepared) ? "done" : "not seen",
  }));
}

function listExpected(prepared: PreparedFlow, stopped: FlowStep | undefined): FlowStep[] {
  const { flow } = prepared;
  if (flow.kind === "call") return [];
  if (flow.kind === "logout") return ["logout", "return"];
  const discovery: FlowStep[] = stopped === "discovery" ? ["discovery"] : [];
  if (flow.kind === "renewal" && flow.authorization === undefined) return [...redeemed];
  // The response of an implicit flow contains the tokens (RFC 6749, section 4.2.2).
  if (hasTokenRequest(prepared)) return [...discovery, ...redirected, ...redeemed];
  return [...discovery, ...redirected, "tokens", "API"];
}

function hasTokenRequest({ flow, requestParameters }: PreparedFlow): boolean {
  const type = readParameter(requestParameters, "response_type") ?? "code";
  return flow.tokenRequests.length > 0 || type.split(/\s+/u).includes("code");
}

const stepsOfStops: Readonly<Record<Exclude<StopStep, "renewal">, FlowStep>> = {
  discovery: "discovery",
  request: "request",
  provider: "login page",
  response: "response",
  callback: "callback",
  token: "token request",
  tokens: "tokens",
  api: "API",
  logout: "logout",
};

/** A renewal stops at its request to the token endpoint, or in its frame at the response. */
function findStep({ flow }: PreparedFlow, step: StopStep): FlowStep {
  if (step !== "renewal") return stepsOfStops[step];
  return flow.tokenRequests.length > 0 ? "token request" : "response";
}

const kindsOfSteps: Partial<Record<FlowStep, readonly MessageKind[]>> = {
  discovery: ["discovery", "key-set"],
  request: ["authorization", "pushed-request", "embedded-login"],
  "login page": ["login-page", "embedded-login", "embedded-verification", "mfa"],
  callback: ["callback", "handover"],
  "token request": ["token"],
  API: ["api-call", "user-info", "management"],
  logout: ["logout"],
};

function isDone(step: FlowStep, { flow, tokens }: PreparedFlow): boolean {
  if (step === "response") return flow.response !== undefined;
  if (step === "tokens") return tokens.length > 0;
  if (step === "return") return flow.phase === "complete";
  const kinds = kindsOfSteps[step] ?? [];
  return flow.messages.some(({ kind }) => kinds.includes(kind));
}
