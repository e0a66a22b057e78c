import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { findLaterCall } from "./find-later-call.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** A shorter value can stand in any header. */
const minToken = 8;

/** The call has the token, where an API does not look for it. */
export const atMisplaced: Rule = {
  id: "at-misplaced",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The call does not have its token as a bearer token",
  requirement: "RFC 6750, section 2.1",
  judge(prepared) {
    const { tokens, context } = prepared;
    const sent = tokens.filter(
      ({ name, text }) => name !== "refresh_token" && text.length >= minToken,
    );
    const unseen = sent.length === 0 ? findUnseen(prepared) : undefined;
    if (sent.length === 0 && unseen === undefined) return notApplicable;
    for (const text of unseen === undefined ? sent.map((each) => each.text) : [unseen]) {
      const call = context.misplaced.get(text);
      if (call === undefined || wasCalledAgain(call, context)) continue;
      const header = call.requestHeaders.find(({ value }) => value.includes(text));
      if (header === undefined) continue;
      return {
        outcome: "failed",
        seen: [
          { part: "status", name: "status", value: `${call.status} of ${new URL(call.url).host}` },
          {
            part: "headers",
            name: header.name,
            value: header.value.replace(text, "<token>"),
          },
        ],
        why: "An API reads the access token from the header Authorization, after the word Bearer and one space. Here it is in another header or in another form, so the API found none.",
        remedy:
          "Send Authorization: Bearer and the token alone: once, without quotes, and in no header of your own.",
        copy: "Authorization: Bearer <access token>",
      };
    }
    return passed;
  },
};

/** A signed JWT (RFC 7519, section 7.2): its header begins with a brace. */
const jwt = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/u;

/**
 * Returns the JWT of a call after the login, if the browser did not show the response that delivered
 * its tokens: nothing else has this form.
 */
function findUnseen(prepared: PreparedFlow): string | undefined {
  const { flow, context } = prepared;
  if (flow.tokenRequests.length === 0 || context.misplaced.size === 0) return undefined;
  const words = new Map(
    [...context.misplaced].flatMap(([word, call]) => (jwt.test(word) ? [[call, word]] : [])),
  );
  const call = findLaterCall(prepared, [...words.keys()]);
  return call === undefined ? undefined : words.get(call);
}
