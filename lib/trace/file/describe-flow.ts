import * as z from "zod/mini";
import { readHeader } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import type { Meaning } from "../meanings/meaning.ts";
import { nameMessage } from "../name-message.ts";
import type { Stop } from "../stop/stop.ts";

const optionalText = z.optional(z.string());

export const stepSchema = z.object({
  /** The place of the request in the export, from 1. */
  request: z.number(),
  at: z.string(),
  step: z.string(),
  method: z.string(),
  /** Without query and fragment. */
  address: z.string(),
  status: z.number(),
  error: optionalText,
  description: optionalText,
});

const quoteSchema = z.object({ name: z.string(), text: z.string() });

/** The place at which a flow stopped. */
const describedStopSchema = z.object({
  sentence: z.string(),
  step: z.string(),
  by: z.string(),
  request: z.number(),
  said: z.array(quoteSchema),
  expected: z.string(),
});

/** The meaning of a stop, with its possible causes. */
const describedMeaningSchema = z.object({
  title: z.string(),
  means: z.string(),
  requirement: z.string(),
  causes: z.array(z.object({ cause: z.string(), check: z.string(), remedy: z.string() })),
});

const describedFindingSchema = z.object({
  id: z.string(),
  severity: z.string(),
  title: z.string(),
  requirement: z.string(),
  seen: z.array(
    z.object({
      request: z.optional(z.number()),
      part: z.string(),
      name: z.string(),
      /** A value of the request, which can be a secret: its name decides. */
      value: optionalText,
      /** A value that is not secret. */
      shown: optionalText,
    }),
  ),
  why: z.string(),
  remedy: z.string(),
  copy: optionalText,
});

/** A flow in plain data for an export. A redactor returns the same shape. */
export const describedFlowSchema = z.object({
  kind: z.string(),
  verdict: z.string(),
  phase: z.string(),
  host: z.string(),
  clientId: optionalText,
  startedAt: z.string(),
  durationMs: z.number(),
  stop: z.optional(describedStopSchema),
  meaning: z.optional(describedMeaningSchema),
  findings: z.array(describedFindingSchema),
  unseen: z.array(z.string()),
  steps: z.array(stepSchema),
});
export type DescribedStep = z.infer<typeof stepSchema>;
export type DescribedFinding = z.infer<typeof describedFindingSchema>;
export type DescribedFlow = z.infer<typeof describedFlowSchema>;

/**
 * Describes a flow with its verdict as plain data, with its secrets: redact it before it leaves.
 *
 * @param places the place of each exchange in the export, by its id
 */
export function describeFlow(
  { flow, stop, verdict }: JudgedFlow,
  places: ReadonlyMap<number, number>,
): DescribedFlow {
  const placeOf = (id: number) => places.get(id) ?? 0;
  return {
    kind: flow.kind,
    verdict: verdict.state,
    phase: flow.phase,
    host: flow.host,
    ...(flow.clientId === undefined ? {} : { clientId: flow.clientId }),
    startedAt: writeTime(flow.startedAt),
    durationMs: Math.round(flow.endedAt - flow.startedAt),
    ...(stop === undefined ? {} : { stop: describeStop(stop, placeOf(stop.at.exchange.id)) }),
    ...(verdict.meaning === undefined ? {} : { meaning: describeMeaning(verdict.meaning) }),
    findings: verdict.findings.map(({ id, rank, title, requirement, seen, ...finding }) => ({
      id,
      severity: rank,
      title,
      requirement,
      seen: seen.map(({ message, part, name, value, isSecret = false }) => ({
        ...(message === undefined ? {} : { request: placeOf(message.exchange.id) }),
        part,
        name,
        // Without the name `value`, a redactor does not take the text for a cookie or a token.
        ...(isSecret ? { value } : { shown: value }),
      })),
      why: finding.why,
      remedy: finding.remedy,
      ...(finding.copy === undefined ? {} : { copy: finding.copy }),
    })),
    unseen: [...verdict.unseen],
    steps: flow.messages.map((message) => describeStep(message, placeOf(message.exchange.id))),
  };
}

function describeStop({ sentence, step, by, said, expected }: Stop, request: number) {
  return { sentence, step, by, request, said: said.map((quote) => ({ ...quote })), expected };
}

function describeMeaning({ title, means, requirement, causes }: Meaning) {
  return { title, means, requirement, causes: causes.map((cause) => ({ ...cause })) };
}

/** Describes a message in plain data, as {@link describeFlow} does, without its headers and body. */
export function describeStep(message: AuthMessage, request: number): DescribedStep {
  const { startedAt, method, url, status, responseHeaders } = message.exchange;
  const { origin, pathname } = new URL(url);
  const isBlocked = status === 0 && readHeader(responseHeaders, "date") === undefined;
  return {
    request,
    at: writeTime(startedAt),
    step: nameMessage(message),
    method,
    address: `${origin}${pathname}`,
    status,
    ...(message.error === undefined ? {} : { error: message.error }),
    ...(message.description === undefined ? {} : { description: message.description }),
    ...(isBlocked ? { error: message.exchange.error ?? "no response" } : {}),
  };
}

/** Unix times of a hostile file can be outside of what a date can be. */
function writeTime(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "unknown" : date.toISOString();
}
