import type { CaptureContext } from "../../capture-context.ts";
import type { Exchange } from "../../exchange.ts";
import { readParameter, type Parameters } from "../../parameters.ts";
import { sent, statusOf } from "../evidence.ts";
import { findEnd } from "../response/find-start.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

const returns = "post_logout_redirect_uri";

/** Without the client's name, the provider cannot know that the URL to return to is one of its. */
export const logoutUnnamed: Rule = {
  id: "logout-unnamed",
  group: "session",
  rank: "cause",
  severity: "error",
  title: "The logout names neither its session nor its client",
  requirement: "OpenID Connect RP-Initiated Logout, sections 2 and 3",
  yieldsTo: ["logout-return", "logout-client"],
  judge({ flow: { messages }, context }) {
    const logouts = messages.filter(
      ({ kind, request }) => kind === "logout" && readParameter(request, returns) !== undefined,
    );
    if (logouts.length === 0) return notApplicable;
    const names = ["id_token_hint", "client_id"];
    const found = logouts.find(
      ({ exchange, request }) =>
        // A redirect took the user back; any page asks or ends here.
        (exchange.status === 200 || exchange.status >= 400) &&
        names.every((name) => readParameter(request, name) === undefined) &&
        !isConfirmed(exchange, nameUrl(request), context) &&
        !hasReturned(exchange, readParameter(request, returns), context),
    );
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [statusOf(found), ...[returns, ...names].map((name) => sent(found, name))],
      why: "The provider cannot tell whose URL this is: it asks the user, and then shows a page of its own and does not return.",
      remedy:
        "Send the ID token of the login as id_token_hint, or the Client ID as client_id, with each logout.",
    };
  },
};

/** The maximum number of later logouts that are looked at. */
const maxLogouts = 20;

/** Returns true if a later page of the same logout redirected the user back, who had agreed there. */
function isConfirmed(
  { startedAt }: Exchange,
  target: string | undefined,
  { logouts }: CaptureContext,
): boolean {
  if (target === undefined) return false;
  const first = findEnd(logouts, startedAt - 1);
  return logouts
    .slice(first, first + maxLogouts)
    .some(({ messages }) =>
      messages.some(
        ({ exchange }) => exchange.redirect === target && exchange.startedAt > startedAt,
      ),
    );
}

/** Returns the URL to return to, as a redirect names it. */
function nameUrl(request: Parameters): string | undefined {
  return URL.parse(readParameter(request, returns) ?? "")?.href;
}

const tenSeconds = 10_000;

/** Returns true if the provider's page sent the user back by itself, such as after a logout in frames. */
function hasReturned(
  { startedAt, status }: Exchange,
  target: string | undefined,
  { exchanges }: CaptureContext,
): boolean {
  if (status !== 200) return false;
  const first = findEnd(exchanges, startedAt);
  const next = exchanges.slice(first).find(({ destination }) => destination === "document");
  return next !== undefined && next.url === target && next.startedAt - startedAt < tenSeconds;
}
