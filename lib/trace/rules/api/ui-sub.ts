import { readMember, readText } from "../../../encoding/json.ts";
import { readParameter } from "../../parameters.ts";
import { received } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** Without this comparison, a replaced access token shows another user. */
export const uiSub: Rule = {
  id: "ui-sub",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The user info is of another user than the ID token",
  requirement: "OpenID Connect Core, section 5.3.2",
  judge({ flow, tokens }) {
    const message = flow.messages.find(
      ({ kind, exchange }) => kind === "user-info" && exchange.status === 200,
    );
    if (message === undefined) return notApplicable;
    const idToken = tokens.findLast(({ name }) => name === "id_token");
    const wanted = readText(readMember(idToken?.decoded?.payload ?? {}, "sub"));
    const sub = readParameter(message.response, "sub");
    if (sub === undefined) return notSeen("the response with the user info");
    if (wanted === undefined) return notSeen("the ID token of the same login");
    if (sub === wanted) return passed;
    return {
      outcome: "failed",
      seen: [
        received(message, "sub"),
        ...(idToken === undefined
          ? []
          : [{ message: idToken.message, part: "claims" as const, name: "sub", value: wanted }]),
      ],
      why: "Both must have the same sub. Otherwise the access token belongs to another user.",
      remedy:
        "Discard the user info and log in again. Keep the access token and the ID token of one response together.",
    };
  },
};
