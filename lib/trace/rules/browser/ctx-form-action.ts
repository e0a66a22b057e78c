import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { notApplicable, passed, type Rule } from "../rule.ts";
import { allows, listPolicies } from "./ctx-policy.ts";

/** A policy for forms holds for the redirects after them too. */
export const ctxFormAction: Rule = {
  id: "ctx-form-action",
  group: "browser",
  rank: "cause",
  severity: "error",
  title: "The provider's Content-Security-Policy forbids the way back",
  requirement: "Content Security Policy Level 3, section 6.4.1 (form-action)",
  judge({ flow: { messages } }) {
    const steps = messages.filter(
      ({ kind, exchange }) => kind === "login-page" && exchange.redirect !== undefined,
    );
    if (steps.length === 0) return notApplicable;
    if (messages.some(({ kind, exchange }) => kind === "callback" && exchange.status > 0)) {
      return passed;
    }
    for (const step of steps) {
      const target = new URL(step.exchange.redirect ?? step.exchange.url);
      // Not each browser holds to this for redirects, and no capture shows an app's own scheme.
      if (!/^https?:$/u.test(target.protocol)) continue;
      if (target.origin === new URL(step.exchange.url).origin) continue;
      if (
        messages.some(({ fromId, exchange }) => fromId === step.exchange.id && exchange.status > 0)
      )
        continue;
      const form = findForm(step, messages);
      if (form === undefined) continue;
      const page = messages.findLast(
        (each) =>
          (each.kind === "login-page" || each.kind === "authorization") &&
          each.exchange.startedAt < form.exchange.startedAt &&
          each.exchange.status === 200,
      );
      const policy = readHeader(page?.exchange.responseHeaders ?? [], "content-security-policy");
      if (page === undefined || policy === undefined) continue;
      const forbidding = listPolicies(policy, ["form-action"]).find(
        (each) => !allows(each, target, new URL(page.exchange.url)),
      );
      if (forbidding === undefined) continue;
      return {
        outcome: "failed",
        seen: [
          {
            message: page,
            part: "headers",
            name: "Content-Security-Policy",
            value: forbidding.join(" "),
          },
          { message: step, part: "headers", name: "location", value: target.origin },
        ],
        why: "The form was accepted, and its answer redirects to the application. form-action of the page with the form does not list that origin, so the browser stops there and says so in the console alone.",
        remedy: `Add ${target.origin} to form-action of the provider's login page, or leave the directive out.`,
        copy: `form-action 'self' ${target.origin}`,
      };
    }
    return passed;
  },
};

/** The maximum number of redirects between a form and the way back. */
const maxSteps = 10;

/** Returns the form whose answer led to this redirect. */
function findForm(step: AuthMessage, messages: readonly AuthMessage[]): AuthMessage | undefined {
  let found: AuthMessage | undefined = step;
  for (let count = 0; count < maxSteps && found !== undefined; count += 1) {
    if (found.exchange.method === "POST") return found;
    if (found.exchange.redirect === undefined) return undefined;
    const { fromId }: AuthMessage = found;
    found = messages.find(({ exchange }) => exchange.id === fromId);
  }
  return undefined;
}
