import type { ExchangeRedactor } from "../../redaction/kept/create-exchange-redactor.ts";
import { absent } from "../contradictions/readers/see.ts";
import type { DerivedValue, Exchange } from "../exchange.ts";
import type { DescribedFinding, DescribedFlow, DescribedStep } from "./describe-flow.ts";

type Seen = DescribedFinding["seen"][number];
type Texts = Pick<ExchangeRedactor, "redactText" | "redactNamed">;

/** Redacts a description: our own words stay, and of a quoted value what an exchange keeps. */
export function redactFlow(flow: DescribedFlow, redactor: Texts): DescribedFlow {
  const write = (text: string) => redactor.redactText(text);
  const { clientId, stop, meaning } = flow;
  return {
    ...flow,
    ...(clientId === undefined
      ? {}
      : { clientId: redactor.redactNamed("value", "client_id", clientId) }),
    ...(stop === undefined
      ? {}
      : {
          stop: {
            ...stop,
            sentence: write(stop.sentence),
            expected: write(stop.expected),
            said: stop.said.map(({ name, text }) => ({ name: write(name), text: write(text) })),
          },
        }),
    ...(meaning === undefined
      ? {}
      : {
          meaning: {
            title: write(meaning.title),
            means: write(meaning.means),
            requirement: meaning.requirement,
            causes: meaning.causes.map(({ cause, check, remedy }) => ({
              cause: write(cause),
              check: write(check),
              remedy: write(remedy),
            })),
          },
        }),
    findings: flow.findings.map((finding) => redactFinding(finding, redactor)),
    unseen: flow.unseen.map(write),
    steps: flow.steps.map((step) => redactStep(step, redactor)),
  };
}

function redactFinding(finding: DescribedFinding, redactor: Texts): DescribedFinding {
  const write = (text: string) => redactor.redactText(text);
  return {
    ...finding,
    title: write(finding.title),
    why: write(finding.why),
    remedy: write(finding.remedy),
    seen: finding.seen.map((seen) => ({ ...seen, value: redactSeen(seen, redactor) })),
    ...(finding.copy === undefined ? {} : { copy: write(finding.copy) }),
  };
}

/** How a finding names the request that came without a cookie. */
const withoutCookie = /^[A-Z]{3,10} https?:\/\/\S+ without /u;
const claimName = /^[a-z][a-z_]*$/u;

/** A value of a message is kept by its name; what we say of one, as of a claim's age, is a text. */
function redactSeen({ part, name, value }: Seen, redactor: Texts): string {
  if (value === absent) return value;
  // A name with a blank is our own words, as "alg that is accepted".
  const isOurs =
    part === "status" ||
    part === "clock" ||
    name.includes(" ") ||
    (part === "claims" && !claimName.test(name));
  if (isOurs || (part === "headers" && withoutCookie.test(value))) {
    return redactor.redactText(value);
  }
  return redactor.redactNamed(part === "headers" ? "header" : "value", name, value);
}

/** Redacts the description of a request. */
export function redactStep(step: DescribedStep, redactor: Texts): DescribedStep {
  const write = (text: string) => redactor.redactText(text);
  return {
    ...step,
    step: write(step.step),
    address: write(step.address),
    ...(step.error === undefined ? {} : { error: write(step.error) }),
    ...(step.description === undefined ? {} : { description: write(step.description) }),
  };
}

/** Redacts an exchange, with the values that were worked out before. */
export function redactExchange(
  exchange: Exchange,
  redactor: ExchangeRedactor,
  derived: readonly DerivedValue[] = [],
): Exchange {
  const { derived: _, ...redacted } = redactor.redact(exchange);
  if (derived.length === 0) return redacted;
  return {
    ...redacted,
    derived: derived.map(({ by, is }) => ({
      by,
      is: by === "signature" ? is : redactor.redactNamed("value", by, is),
    })),
  };
}
