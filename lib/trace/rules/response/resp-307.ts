import { statusOf } from "../evidence.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";

/** A redirect with 307 or 308 sends the form, with its password, once more. */
export const resp307: Rule = {
  id: "resp-307",
  group: "response",
  rank: "advice",
  severity: "warning",
  title: "The provider redirects the login form with 307",
  requirement: "RFC 9700, section 4.12",
  judge({ flow: { messages } }) {
    const forms = messages.filter(
      ({ kind, exchange }) => kind === "login-page" && exchange.method === "POST",
    );
    if (forms.length === 0) return notApplicable;
    const found = forms.find(({ exchange }) => exchange.status === 307 || exchange.status === 308);
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [statusOf(found)],
      why: "With 307 or 308 the browser posts the user's password to the redirect's target.",
      remedy: "Let the provider redirect with 303.",
    };
  },
};
