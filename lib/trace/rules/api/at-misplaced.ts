import { notApplicable, passed, type Rule } from "../rule.ts";
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
  judge({ tokens, context }) {
    const sent = tokens.filter(
      ({ name, text }) => name !== "refresh_token" && text.length >= minToken,
    );
    if (sent.length === 0) return notApplicable;
    for (const { text } of sent) {
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
