import { readMember, readText } from "../../../encoding/json.ts";
import type { AuthMessage } from "../../message.ts";
import { readParameter } from "../../parameters.ts";
import { received } from "../evidence.ts";
import { nameSite } from "../name-site.ts";
import type { PreparedFlow } from "../../prepared-flow.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** Without this comparison, a replaced access token shows another user. */
export const uiSub: Rule = {
  id: "ui-sub",
  group: "tokens",
  rank: "cause",
  severity: "error",
  title: "The user info is of another user than the ID token",
  requirement: "OpenID Connect Core, section 5.3.2",
  judge(prepared) {
    const { flow, tokens } = prepared;
    const message = flow.messages.find(
      (each) =>
        each.kind === "user-info" && each.exchange.status === 200 && isOfProvider(each, prepared),
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

/** An application's own API can number its users in another way. */
function isOfProvider(
  { exchange }: AuthMessage,
  { flow, discovery }: Pick<PreparedFlow, "flow" | "discovery">,
): boolean {
  const { host, hostname, origin, pathname } = new URL(exchange.url);
  if (host === flow.host) return true;
  const announced = readMember(discovery?.document ?? {}, "userinfo_endpoint");
  if (announced !== undefined) return announced === `${origin}${pathname}`;
  const provider = new URL(`https://${flow.host}`).hostname;
  return pathname.endsWith("/userinfo") && nameSite(hostname) === nameSite(provider);
}
