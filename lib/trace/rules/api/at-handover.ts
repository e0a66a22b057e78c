import { notApplicable, passed, type Rule } from "../rule.ts";
import { wasTokenUsed } from "../was-token-used.ts";
import { wasCalledAgain } from "./was-called-again.ts";

/** The last part of the paths of endpoints that are told a token to end or to look it up. */
const aboutTokens = /\/(?:revo(?:ke|cation)|introspect(?:ion)?|logout)\/?$/iu;

/** A page gives a token to its own server, which makes a session of it. */
export const atHandover: Rule = {
  id: "at-handover",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The application's server did not accept the token from its page",
  requirement: "OpenID Connect Core, section 3.1.3.7; RFC 9068, section 4",
  yieldsTo: ["net-too-large"],
  judge({ flow, tokens, context }) {
    const sent = tokens.filter(({ name }) => name !== "refresh_token");
    if (sent.length === 0) return notApplicable;
    const own = new Set(flow.messages.map(({ exchange }) => exchange));
    for (const { name, text } of sent) {
      const call = context.refusedBodies.get(text);
      // The provider's own endpoints take tokens in their forms.
      if (call === undefined || own.has(call) || wasCalledAgain(call, context)) continue;
      const { host, pathname } = new URL(call.url);
      if (host === flow.host || aboutTokens.test(pathname)) continue;
      return {
        outcome: "failed",
        ...(wasTokenUsed({ flow }, call) ? { severity: "warning" as const } : {}),
        seen: [
          { part: "status", name: "status", value: `${call.status} of ${host}${pathname}` },
          { part: "form", name: "token sent", value: name },
        ],
        why: `The login gave the page its tokens. The page sent the ${name} to this server, which answered with an error, so there is no session.`,
        remedy:
          "Read the server's log of this request. Compare the issuer and the client or audience that it expects with iss and aud of the token, and whether it wants the other token.",
      };
    }
    return passed;
  },
};
