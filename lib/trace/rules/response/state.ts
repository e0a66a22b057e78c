import { readParameter } from "../../parameters.ts";
import { notApplicable, notSeen, passed, type Evidence, type Rule } from "../rule.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";

function compared({ state, flow }: PreparedFlow): Evidence[] {
  const { authorization, response } = flow;
  return [
    {
      ...(authorization === undefined ? {} : { message: authorization }),
      part: "query",
      name: "state sent",
      value: state.sent ?? "absent",
      isSecret: state.sent !== undefined,
    },
    {
      ...(response?.message === undefined ? {} : { message: response.message }),
      part: response?.mode === "query" ? "query" : "fragment",
      name: "state received",
      value: state.received ?? "absent",
      isSecret: state.received !== undefined,
    },
  ];
}

const requirement = "RFC 6749, sections 4.1.2 and 10.12";

/** In a query, a plus sign stands for a space: who sends it as it is, compares it so. */
function isSame(one: string, other: string): boolean {
  return one.replaceAll("+", " ") === other.replaceAll("+", " ");
}

/** The response belongs to another login, or something between changed it. */
export const respStateMismatch: Rule = {
  id: "resp-state-mismatch",
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response has another state than the request",
  requirement,
  judge(prepared) {
    const { state, flow } = prepared;
    if (flow.authorization === undefined || state.sent === undefined) return notApplicable;
    if (flow.response === undefined) return notSeen("the authorization response");
    if (state.received === undefined || isSame(state.received, state.sent)) return passed;
    return {
      outcome: "failed",
      seen: compared(prepared),
      why: "The library compares the state of the response with that of the login that it started, and refuses another one: the response could be of an attacker.",
      remedy: "Find out who changed it, by the causes; do not turn the comparison off.",
      causes: [
        {
          cause: "Two logins run at the same time, and one overwrote the stored state.",
          check: "Are there two authorization requests shortly after each other?",
          remedy: "Disable the button after the first click; keep a state for each login.",
        },
        {
          cause: "A proxy, a router or the provider changed the parameter.",
          check: "Compare the encoding of both values.",
          remedy: "Send letters and digits only.",
        },
        {
          cause: "Somebody sent the user a link with a response of another login.",
          check: "Did the user open the callback from outside of the application?",
          remedy: "The refusal is right: log in again.",
        },
      ],
    };
  },
};

/** The provider or a proxy dropped the state. */
export const respStateMissing: Rule = {
  id: "resp-state-missing",
  stopsLogin: true,
  group: "response",
  rank: "cause",
  severity: "error",
  title: "The response does not repeat the state",
  requirement,
  judge(prepared) {
    const { state, flow } = prepared;
    if (flow.authorization === undefined || state.sent === undefined) return notApplicable;
    const { response } = flow;
    if (response === undefined) return notSeen("the authorization response");
    if (state.received !== undefined) return passed;
    // Parameters that are pushed or in a JARM response are not repeated in plain.
    if (readParameter(response.parameters, "response") !== undefined) return notApplicable;
    // An error that the provider shows on a page of its own is for the user.
    const { origin } = new URL(flow.authorization.exchange.url);
    const isOwnPage = readParameter(response.parameters, "error") !== undefined;
    if (isOwnPage && response.target?.startsWith(`${origin}/`) === true) return notApplicable;
    return {
      outcome: "failed",
      seen: compared(prepared),
      why: "The request had a state, so the response must repeat it. The library refuses a response without it.",
      remedy: "Correct the provider, or the proxy that rebuilds the redirect.",
    };
  },
};
