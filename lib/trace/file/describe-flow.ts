import * as z from "zod/mini";
import { readHeader } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import { nameMessage } from "../name-message.ts";

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
      /** The value as the rule describes it, such as `absent`. */
      shown: optionalText,
    }),
  ),
  why: z.string(),
  remedy: z.string(),
  copy: optionalText,
  causes: z.optional(
    z.array(z.object({ cause: z.string(), check: z.string(), remedy: z.string() })),
  ),
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
  findings: z.array(describedFindingSchema),
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
  { flow, verdict }: JudgedFlow,
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
    findings: verdict.findings.map(({ rule, result, severity }) => ({
      id: rule.id,
      severity,
      title: result.title ?? rule.title,
      requirement: rule.requirement,
      seen: result.seen.map(({ message, part, name, value, isSecret = false }) => ({
        ...(message === undefined ? {} : { request: placeOf(message.exchange.id) }),
        part,
        name,
        // Without the name `value`, a redactor does not take the text for a cookie or a token.
        ...(isSecret ? { value } : { shown: value }),
      })),
      why: result.why,
      remedy: result.remedy,
      ...(result.copy === undefined ? {} : { copy: result.copy }),
      ...(result.causes === undefined ? {} : { causes: [...result.causes] }),
    })),
    steps: flow.messages.map((message) => describeStep(message, placeOf(message.exchange.id))),
  };
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
