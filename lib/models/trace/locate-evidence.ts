import type { FactPart, TranscriptFact } from "../../runs/list-facts.ts";
import type { TraceFinding } from "../../trace/verdict.ts";
import type { AuthMessage } from "../../trace/message.ts";
import type { JudgedFlow } from "../../trace/read-trace.ts";
import type { Evidence } from "../../trace/evidence.ts";
import { listMessageFacts } from "./describe-message.ts";

/** The parts of a message, as the Network panel names them. */
export type MessageTab = "headers" | "payload" | "response" | "tokens";

/** The place of a value that a finding names. */
export interface EvidencePlace {
  tab: MessageTab;
  /** Missing if the value is not listed, as for a clock or for a member that is absent. */
  factKey?: string;
}

const tabs: Readonly<Record<FactPart, MessageTab>> = {
  address: "headers",
  headers: "headers",
  "response-headers": "headers",
  query: "payload",
  fragment: "payload",
  form: "payload",
  body: "payload",
  response: "response",
  message: "response",
};

/**
 * The parts to search for a value, likeliest first. A rule reads a parameter wherever it was sent:
 * of a response also in the redirect, of a callback in its own address.
 */
const searched: Readonly<Record<Evidence["part"], readonly FactPart[]>> = {
  query: ["query", "form", "body", "fragment", "response"],
  fragment: ["response", "fragment"],
  form: ["form", "body", "query"],
  headers: ["headers", "response-headers"],
  body: ["response", "body", "form", "query", "fragment"],
  status: ["address"],
  "token-header": [],
  claims: [],
  clock: ["response-headers"],
};

const defaultTabs: Readonly<Record<Evidence["part"], MessageTab>> = {
  query: "payload",
  fragment: "response",
  form: "payload",
  headers: "headers",
  body: "response",
  status: "headers",
  "token-header": "tokens",
  claims: "tokens",
  clock: "headers",
};

/** Returns the key of a value, unique within a message unless a name is repeated. */
export function keyOfFact({ part, name }: Pick<TranscriptFact, "part" | "name">): string {
  return `${part}/${name}`;
}

/** Finds the tab and the member of a message that a finding names. */
export function locateEvidence(
  facts: readonly TranscriptFact[],
  { part, name }: Pick<Evidence, "part" | "name">,
): EvidencePlace {
  const wanted = name.toLowerCase();
  for (const candidate of searched[part]) {
    const fact = facts.find((one) => one.part === candidate && isNamed(one.name, wanted));
    if (fact !== undefined) return { tab: tabs[candidate], factKey: keyOfFact(fact) };
  }
  return { tab: defaultTabs[part] };
}

/** Finds the findings that name a value of a message, by the key of the value. */
export function findMarks(
  message: AuthMessage,
  { verdict }: Pick<JudgedFlow, "verdict">,
): ReadonlyMap<string, readonly TraceFinding[]> {
  const marks = new Map<string, readonly TraceFinding[]>();
  const found = findingsOf(message, { verdict });
  if (found.length === 0) return marks;
  const facts = listMessageFacts(message);
  for (const finding of found) {
    for (const evidence of finding.seen) {
      if (evidence.message?.exchange.id !== message.exchange.id) continue;
      const { factKey } = locateEvidence(facts, evidence);
      if (factKey === undefined) continue;
      const known = marks.get(factKey) ?? [];
      if (!known.includes(finding)) marks.set(factKey, [...known, finding]);
    }
  }
  return marks;
}

/** Returns the findings that name a value of a message, root cause first. */
export function findingsOf(
  message: AuthMessage,
  { verdict }: Pick<JudgedFlow, "verdict">,
): TraceFinding[] {
  return verdict.findings.filter(({ seen }) =>
    seen.some((evidence) => evidence.message?.exchange.id === message.exchange.id),
  );
}

/** A member of JSON has the names of its parents: `error.code`. */
function isNamed(name: string, wanted: string): boolean {
  const own = name.toLowerCase();
  return own === wanted || own.endsWith(`.${wanted}`);
}
