import * as z from "zod/mini";

import { dateTime } from "./payload-fields.ts";
import { findPayloadSchema } from "./payload-schemas.ts";

/**
 * One tenant event as it is stored and shown. `envelope` is the event object as it arrived, with
 * every field, known or not; the others are what lists need without opening it. `malformed` says
 * that something in it does not fit the interface, `problems` says what.
 */
export const tenantEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  time: z.optional(z.string()),
  source: z.optional(z.string()),
  tenant: z.optional(z.string()),
  stream: z.optional(z.string()),
  purpose: z.optional(z.string()),
  envelope: z.record(z.string(), z.unknown()),
  malformed: z.boolean(),
  problems: z.array(z.string()),
});
export type TenantEvent = z.infer<typeof tenantEventSchema>;

/** What an envelope has to have; the payload is judged apart, by type. */
const envelopeSchema = z.looseObject({
  specversion: z.string(),
  source: z.string(),
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  type: z.optional(z.string()),
  time: dateTime,
  data: z.unknown(),
});

/** Three envelope fields carry the service's own short prefix (`a0tenant`, `svctenant`, …). */
const PREFIXED = /^[a-z][a-z0-9_-]{0,15}?(tenant|stream|purpose)$/iu;

const MAX_PROBLEMS = 5;

/**
 * Make one tenant event of an event object. Never refuses: what does not fit is kept and marked.
 *
 * @param envelope the `event` object of a stream message
 * @param outerType the type the message stated outside of the event
 * @param fallbackId identity for an event that has no usable `id` of its own
 */
export function parseTenantEvent(
  envelope: Record<string, unknown>,
  outerType: string | undefined,
  fallbackId: string,
): TenantEvent {
  const type = readText(envelope, "type") ?? outerType ?? "unknown";
  const judged = envelopeSchema.safeParse(envelope);
  const payload = findPayloadSchema(type).safeParse(envelope["data"]);
  const problems = [
    ...(type === "unknown" ? ["type: absent"] : []),
    ...(judged.success ? [] : describeIssues(judged.error.issues, [])),
    ...(payload.success ? [] : describeIssues(payload.error.issues, ["data"])),
  ].slice(0, MAX_PROBLEMS);
  const ownId = readText(envelope, "id");
  return {
    id: ownId !== undefined && ownId !== "" && ownId.length <= 256 ? ownId : fallbackId,
    type,
    time: readText(envelope, "time"),
    source: readText(envelope, "source"),
    ...readPrefixedFields(envelope),
    envelope,
    malformed: problems.length > 0,
    problems,
  };
}

function readPrefixedFields(envelope: Record<string, unknown>): {
  tenant?: string;
  stream?: string;
  purpose?: string;
} {
  const found: { tenant?: string; stream?: string; purpose?: string } = {};
  for (const [key, value] of Object.entries(envelope)) {
    const name = PREFIXED.exec(key)?.[1]?.toLowerCase();
    if (typeof value !== "string") continue;
    if (name === "tenant" || name === "stream" || name === "purpose") found[name] ??= value;
  }
  return found;
}

function readText(from: Record<string, unknown>, key: string): string | undefined {
  const value = from[key];
  return typeof value === "string" ? value : undefined;
}

function describeIssues(issues: readonly z.core.$ZodIssue[], under: readonly string[]): string[] {
  return issues.map((issue) => {
    const path = [...under, ...issue.path.map(String)].join(".").slice(0, 120);
    const what = issue.code === "invalid_type" ? `expected ${issue.expected}` : "does not fit";
    return `${path}: ${what}`;
  });
}
