import type { ClockPort, CryptoPort, FetchPort } from "../auth/index.ts";
import { isJsonObject, readText, type JsonValue } from "../encoding/json.ts";
import type { LoginExchange } from "../tokens/checks/login-facts.ts";
import {
  callErrorSchema,
  callOutcomeSchema,
  type Call,
  type CallError,
  type CallOutcome,
  type Memory,
} from "./call.ts";
import { limitText } from "./limit-text.ts";
import { addParameters } from "./add-parameters.ts";
import type { Pairs } from "./parameter-lines.ts";
import type { LoginProblem } from "./login-problem.ts";
import { isCall, type Operation, type RunSetting, type Values } from "./operation.ts";
import { performCall } from "./perform-call.ts";
import { readArrival, readExchange, type ReceivedTokens } from "./read-exchange.ts";
import { sendPlainRequest } from "./send-plain-request.ts";
import { StepLog, type ReportStep } from "./step-log.ts";
import type { RunStep } from "./steps.ts";

/** The place where a run takes place: the extension, or the inspected page. */
export interface RunHost {
  /**
   * Performs a call there.
   *
   * @returns the end of the call, still unchecked, and what the library stored
   * @throws Error with a sentence for people, if the place is gone
   */
  perform(
    call: Call,
    context: { memory: Memory; log: StepLog; signal: AbortSignal },
  ): Promise<{ outcome: unknown; memory: Memory }>;
  /** Goes to a URL of the tenant, and resolves when the tenant sends the browser back. */
  leave(
    url: string,
    context: { leavesFor: "login" | "logout"; returnsTo: string; signal: AbortSignal },
  ): Promise<{ url: string; body?: string } | LoginProblem>;
}

/** The ports of the panel: they process responses and send plain requests. */
export interface RunPorts {
  fetch: FetchPort;
  clock: ClockPort;
  crypto: CryptoPort;
}

/** One run of an operation. */
export interface OperationRun {
  operation: Pick<Operation, "call" | "leavesFor">;
  values: Values;
  setting: RunSetting;
  /** Parameters that the user adds to the request. */
  parameters?: Pairs;
  /** The names of the authorization request in the order to send them. */
  order?: readonly string[];
}

/** The library's verdict on a response. A refusal by the library itself has a reason. */
export type LibraryVerdict =
  | { isAccepted: true }
  | { isAccepted: false; reason?: string; description: string };

/** A login of a run on the wire, with the library's verdict. */
export interface RunLogin {
  exchange: LoginExchange;
  verdict: LibraryVerdict;
}

/** The end of a run. Tokens of a refused response are included: the user can inspect them. */
export type RunOutcome =
  | { kind: "succeeded"; result: JsonValue; tokens: ReceivedTokens; login?: RunLogin }
  | { kind: "refused"; error: CallError; tokens: ReceivedTokens; login?: RunLogin }
  | ({ kind: "unanswered" } & LoginProblem)
  | { kind: "cancelled" };

/** The title of a run that could not go on. */
const invalidUrl =
  "The tenant sent the browser to an invalid URL. Run it again; if this continues, reload the extension.";

/**
 * Runs an operation, reports each step, and returns the end. A failure is an outcome, not a
 * rejection.
 */
export async function runOperation(
  run: OperationRun,
  host: RunHost,
  context: RunPorts & { onStep: ReportStep; signal: AbortSignal },
): Promise<RunOutcome> {
  const steps = new Map<number, RunStep>();
  const log = new StepLog(
    (step) => {
      steps.set(step.id, step);
      context.onStep(step);
    },
    () => context.clock.now(),
  );
  try {
    const ended = await perform(run, host, { ...context, log });
    context.signal.throwIfAborted();
    return "problem" in ended
      ? { kind: "unanswered", ...ended }
      : describeEnd(ended, readExchange([...steps.values()], readPasted(run)), run.setting);
  } catch (error) {
    if (context.signal.aborted) return { kind: "cancelled" };
    if (!(error instanceof Error)) throw error;
    return { kind: "unanswered", problem: error.message };
  }
}

/** Returns the response that the user pasted for `parseHash`; empty for other operations. */
function readPasted({ operation, values, setting }: OperationRun): string {
  const call = operation.call(values, setting);
  if (!isCall(call) || call.method !== "parseHash") return "";
  const [options] = call.args;
  return isJsonObject(options) ? (readText(options["hash"]) ?? "") : "";
}

type Ended = Exclude<CallOutcome, { kind: "left" }>;

async function perform(
  { operation, values, setting, parameters = [], order = [] }: OperationRun,
  host: RunHost,
  context: RunPorts & { log: StepLog; signal: AbortSignal },
): Promise<Ended | LoginProblem> {
  const call = addParameters(operation.call(values, setting), { values, parameters, order });
  if (!isCall(call)) return await sendPlainRequest(call, context);
  const performed = await host.perform(call, { memory: [], ...context });
  const outcome = parseOutcome(performed.outcome);
  if (outcome.kind !== "left") return outcome;
  const { leavesFor } = operation;
  if (leavesFor === undefined) return { problem: "The library left the page unexpectedly." };
  const { log, signal } = context;
  const end = log.begin({ kind: "departure", url: limitText(outcome.url) });
  const returnsTo = findReturn(outcome.url);
  const arrival = await host.leave(outcome.url, { leavesFor, returnsTo, signal });
  end();
  if ("problem" in arrival) return arrival;
  // Do not parse or show an invalid URL: the parser's error would quote it, with its secrets.
  if (!URL.canParse(arrival.url)) return { problem: invalidUrl };
  log.add({
    kind: "arrival",
    url: limitText(arrival.url),
    ...(arrival.body === undefined ? {} : { body: limitText(arrival.body) }),
  });
  if (leavesFor === "logout") return { kind: "returned", result: null };
  return await processResponse(call, readArrival(arrival), performed.memory, context);
}

/** Returns the URL that the tenant sends the browser back to. */
function findReturn(url: string): string {
  const { searchParams } = new URL(url);
  return searchParams.get("redirect_uri") ?? searchParams.get("returnTo") ?? "";
}

/** Processes a response with `parseHash`, here: the page of a run may be gone. */
async function processResponse(
  { options }: Call,
  hash: string,
  memory: Memory,
  context: RunPorts & { log: StepLog; signal: AbortSignal },
): Promise<Ended> {
  const { fetch, clock, crypto, log, signal } = context;
  const performed = performCall(
    { object: "WebAuth", options, method: "parseHash", args: [{ hash }] },
    { ports: { fetch, clock, crypto }, memory, log },
  );
  signal.addEventListener("abort", () => performed.cancel(), { once: true });
  const ended = parseOutcome(await performed.outcome);
  if (ended.kind === "left") throw new Error("parseHash left the page.");
  const parameters = new URLSearchParams(hash);
  if (ended.kind === "rejected" || ended.result !== null || parameters.has("code")) return ended;
  const errorDescription = "The response contains neither tokens nor an error.";
  return {
    kind: "rejected",
    error: {
      error: "invalid_hash",
      errorDescription,
      reason: "token_missing",
      remedy: "Check the response type of this run and the tenant's login page.",
      members: {},
    },
  };
}

function parseOutcome(outcome: unknown): CallOutcome {
  const parsed = callOutcomeSchema.safeParse(outcome);
  if (parsed.success) return parsed.data;
  throw new Error("The page returned an invalid result. Reload the page, then run it again.");
}

function describeEnd(
  ended: Ended,
  { tokens, exchange }: ReturnType<typeof readExchange>,
  setting: RunSetting,
): RunOutcome {
  const error = ended.kind === "rejected" ? callErrorSchema.parse(ended.error) : undefined;
  const login: RunLogin | undefined = exchange && {
    exchange: {
      ...exchange,
      issuer: setting.issuer ?? `${setting.origin}/`,
      otherIssuers:
        setting.managementOrigin === setting.origin ? [] : [`${setting.managementOrigin}/`],
    },
    verdict:
      error === undefined
        ? { isAccepted: true }
        : {
            isAccepted: false,
            ...(error.reason === undefined ? {} : { reason: error.reason }),
            description: error.errorDescription,
          },
  };
  const facts = { tokens, ...(login === undefined ? {} : { login }) };
  return ended.kind === "rejected"
    ? { kind: "refused", error: ended.error, ...facts }
    : { kind: "succeeded", result: ended.result, ...facts };
}
