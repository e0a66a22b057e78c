import { isErrorPlace } from "../../error-place.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { establishesLoop } from "../session/find-loop.ts";
import { goesOn } from "./goes-on.ts";
import { notApplicable, passed, type Rule, type RuleResult } from "../rule.ts";

/** A reload, the Back button or a bookmark brings a response again. */
export const respNoTransaction: Rule = {
  id: "resp-no-transaction",
  group: "response",
  rank: "cause",
  severity: "warning",
  title: "The callback was opened without a login that waits for it",
  requirement: "RFC 6749, section 4.1.2 (a code is used once)",
  judge(prepared) {
    const { flow } = prepared;
    const received = flow.messages.filter(isReceived);
    const used = received.find((each) => isFailure(each) && isOfEndedLogin(each, prepared));
    if (used !== undefined) return reportUsed(used);
    const refused = received.find((each) => isFailure(each) && isRepeated(each, received[0]));
    const callbacks = received.filter(({ exchange }) => exchange.status < 300);
    const first = refused === undefined ? callbacks[0] : received[0];
    if (first === undefined) return notApplicable;
    const again = refused ?? callbacks.find((each) => isRepeated(each, first));
    // A page that redeems the code again gets the refusal of the token endpoint.
    if (again !== undefined && flow.tokenRequests.length > 1) return passed;
    // The login can have started before the capture: then its code is redeemed.
    const isAlone = flow.authorization === undefined && flow.tokenRequests.length === 0;
    const found = again ?? (isAlone && flow.phase !== "complete" ? first : undefined);
    if (found === undefined) return passed;
    const name = ["code", "access_token", "id_token"].find(
      (each) => readParameter(found.response, each) !== undefined,
    );
    return {
      outcome: "failed",
      // A page can ignore the response that it knows. Here a server refused it, or the page began a
      // new login, and again.
      ...((refused === undefined || (!isFailure(first) && goesOn(refused.exchange, prepared))) &&
      !establishesLoop(prepared)
        ? {}
        : { severity: "error" as const }),
      title: again === undefined ? this.title : "The same response was opened again",
      seen: [
        {
          message: found,
          part: found.responseMode === "fragment" ? "fragment" : "query",
          name: name ?? "state",
          value: readParameter(found.response, name ?? "state") ?? "",
          isSecret: true,
        },
      ],
      why:
        again === undefined
          ? "The capture has no request of this response. The page has no transaction for it either, and reports an invalid state."
          : "The response is used. The page has removed its transaction, and reports an invalid state.",
      remedy:
        "Remove the parameters from the URL after the login, with history.replaceState. Without a transaction, start a new login.",
      copy: 'history.replaceState(null, "", location.pathname)',
      causes: [
        {
          cause: "The page was reloaded, or opened with Back, a bookmark or another tab.",
          check: "Compare the times of the callback's requests.",
          remedy: "Clean the URL after the login, and start a new login without a transaction.",
        },
        {
          cause: "The login began before the recording.",
          check: "Clear the list, and log in once more with the panel open.",
          remedy: "Nothing is wrong if the whole login is clean.",
        },
      ],
    };
  },
};

function isReceived({ kind, responseMode }: AuthMessage): boolean {
  return kind === "callback" && responseMode !== undefined;
}

function isFailure({ exchange }: AuthMessage): boolean {
  return exchange.status >= 400 || isErrorPlace(exchange.redirect);
}

function isRepeated(each: AuthMessage, first: AuthMessage | undefined): boolean {
  if (first === undefined) return false;
  const code = readParameter(first.response, "code");
  return (
    each !== first &&
    code !== undefined &&
    readParameter(each.response, "code") === code &&
    each.exchange.startedAt > first.exchange.startedAt
  );
}

/** Returns true if an earlier login with the state of this response has ended. */
function isOfEndedLogin(each: AuthMessage, { previous }: PreparedFlow): boolean {
  const state = readParameter(each.response, "state");
  return (
    state !== undefined &&
    previous.some(
      ({ kind, response, authorization }) =>
        kind === "login" &&
        response !== undefined &&
        readParameter(authorization?.request ?? [], "state") === state,
    )
  );
}

function reportUsed(used: AuthMessage): RuleResult {
  return {
    outcome: "failed",
    severity: "error",
    title: "The login came back with the state of a login that had ended",
    seen: [
      {
        message: used,
        part: used.responseMode === "fragment" ? "fragment" : "query",
        name: "state",
        value: readParameter(used.response, "state") ?? "",
        isSecret: true,
      },
    ],
    why: "An earlier login with this state has returned its response, or its refusal. The user went back to that login's page, or the application began another login with the same state. The server has used it, and refuses it.",
    remedy:
      "Begin each login with a new state. Answer an unknown state with a new login, or with the page of the user who is logged in already, and not with an error.",
  };
}
