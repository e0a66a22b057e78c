import type { Exchange } from "../../exchange.ts";
import { readParameter } from "../../parameters.ts";
import { received, seeAsked } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { findLaterCall } from "./find-later-call.ts";

/** Many applications know their users by an address that they did not ask for. */
export const uiEmailMissing: Rule = {
  id: "ui-email-missing",
  group: "tokens",
  rank: "advice",
  severity: "warning",
  title: "The page did not ask for the user's email, and a later call was refused",
  requirement: "OpenID Connect Core, section 5.4",
  judge(prepared) {
    const { flow, context, asked } = prepared;
    const info = flow.messages.find(
      ({ kind, exchange }) => kind === "user-info" && exchange.status === 200,
    );
    if (info === undefined) return notApplicable;
    if (readParameter(info.response, "sub") === undefined) {
      return notSeen("the response with the user info");
    }
    const scopes = readParameter(asked, "scope")?.split(" ") ?? ["email"];
    if (scopes.includes("email") || readParameter(info.response, "email") !== undefined) {
      return passed;
    }
    const call = findLaterCall(prepared, context.exchanges.filter(isRefusedContent));
    if (call === undefined) return passed;
    const { host, pathname } = new URL(call.url);
    return {
      outcome: "failed",
      seen: [
        seeAsked(prepared, "scope"),
        received(info, "email"),
        { part: "status", name: "status", value: `${call.status} of ${host}${pathname}` },
      ],
      why: "The user info has no email without the scope email, and the server found the content of a later call incomplete or wrong. If it needs the address, this is the cause.",
      remedy:
        "Add email to the scope of the login, and let the users log in again. A user can lack an address even so.",
      copy: "email",
    };
  },
};

/** RFC 9110, sections 15.5.1 and 15.5.21. */
function isRefusedContent({ status, destination }: Exchange): boolean {
  return destination === "fetch" && (status === 400 || status === 422);
}
