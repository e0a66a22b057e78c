import type { Evidence } from "../evidence.ts";
import { readHeader } from "../exchange.ts";
import type { AuthMessage } from "../message.ts";
import type { JudgedFlow } from "../read-trace.ts";
import type { Meaning } from "../meanings/meaning.ts";
import { nameMessage } from "../name-message.ts";
import type { Stop } from "../stop/stop.ts";

/** A request of a flow. */
export interface DescribedStep {
  /** The place of the request in the export, from 1. */
  request: number;
  at: string;
  step: string;
  method: string;
  /** Without query and fragment. */
  address: string;
  status: number;
  error?: string;
  description?: string;
}

/** The place at which a flow stopped. */
interface DescribedStop {
  sentence: string;
  step: string;
  by: string;
  request: number;
  said: { name: string; text: string }[];
  expected: string;
}

/** The meaning of a stop, with its possible causes. */
interface DescribedMeaning {
  title: string;
  means: string;
  requirement: string;
  causes: { cause: string; check: string; remedy: string }[];
}

export interface DescribedFinding {
  id: string;
  severity: string;
  title: string;
  requirement: string;
  seen: {
    request?: number;
    /** True if the request is in no exported flow. */
    isOutside?: true;
    part: Evidence["part"];
    name: string;
    value: string;
  }[];
  why: string;
  remedy: string;
  copy?: string;
}

/** A flow in plain data for an export. */
export interface DescribedFlow {
  kind: string;
  verdict: string;
  phase: string;
  host: string;
  clientId?: string;
  startedAt: string;
  durationMs: number;
  stop?: DescribedStop;
  meaning?: DescribedMeaning;
  findings: DescribedFinding[];
  unseen: string[];
  steps: DescribedStep[];
}

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
      seen: seen.map(({ message, part, name, value }) => ({
        ...(message === undefined ? {} : placeSeen(places.get(message.exchange.id))),
        part,
        name,
        value,
      })),
      why: finding.why,
      remedy: finding.remedy,
      ...(finding.copy === undefined ? {} : { copy: finding.copy }),
    })),
    unseen: [...verdict.unseen],
    steps: flow.messages.map((message) => describeStep(message, placeOf(message.exchange.id))),
  };
}

function placeSeen(request: number | undefined): { request: number } | { isOutside: true } {
  return request === undefined ? { isOutside: true } : { request };
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
  const { protocol, host, origin, pathname } = new URL(url);
  const isBlocked = status === 0 && readHeader(responseHeaders, "date") === undefined;
  return {
    request,
    at: writeTime(startedAt),
    step: nameMessage(message),
    method,
    // Without a host, such as after `javascript:`, the rest can be anything.
    address: host === "" ? protocol : `${origin}${pathname}`,
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
