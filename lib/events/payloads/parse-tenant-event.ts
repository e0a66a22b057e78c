import { readText } from "../../encoding/json.ts";
import * as z from "zod/mini";

import { compileGuard } from "./compile-guard.ts";
import { dateTime } from "./payload-fields.ts";
import { findPayloadRule } from "./payload-schemas.ts";
import type { TenantEvent } from "./tenant-event.ts";

/** The schema of an envelope. The payload in `data` has a schema for each type. */
const envelopeSchema = z.object({
  specversion: z.string(),
  source: z.string(),
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  type: z.optional(z.string()),
  time: dateTime,
  data: z.unknown(),
});

const fitsEnvelope = compileGuard(envelopeSchema);

/** Matches three envelope fields with a prefix of the service (`a0tenant`, `svctenant`, …). */
const prefixedPattern = /^[a-z][a-z0-9_-]{0,15}?(tenant|stream|purpose)$/iu;
type PrefixedName = "tenant" | "stream" | "purpose";
/** Caches the result for each field name, because all events of a stream have the same fields. */
const prefixedNames = new Map<string, PrefixedName | undefined>();
const maxKnownNames = 1_000;

const maxProblems = 5;

/**
 * Parses an event object. Never rejects one: an invalid event is kept, with a list of its problems.
 *
 * @param envelope the `event` object of a stream message
 * @param outerType the type that the message gives outside of the event
 * @param fallbackId the id of an event without a usable `id`
 */
export function parseTenantEvent(
  envelope: Record<string, unknown>,
  outerType: string | undefined,
  fallbackId: string,
): TenantEvent {
  const type = readText(envelope["type"]) ?? outerType ?? "unknown";
  const rule = findPayloadRule(type);
  const problems = [
    ...(type === "unknown" ? ["type: absent"] : []),
    ...(fitsEnvelope(envelope) ? [] : findProblems(envelopeSchema, envelope, [])),
    ...(rule.fits(envelope["data"]) ? [] : findProblems(rule.schema, envelope["data"], ["data"])),
  ].slice(0, maxProblems);
  const ownId = readText(envelope["id"]);
  return {
    id: ownId !== undefined && ownId !== "" && ownId.length <= 256 ? ownId : fallbackId,
    type,
    time: readText(envelope["time"]),
    source: readText(envelope["source"]),
    ...readPrefixedFields(envelope),
    envelope,
    malformed: problems.length > 0,
    problems,
  };
}

function readPrefixedFields(
  envelope: Record<string, unknown>,
): Partial<Record<PrefixedName, string>> {
  const found: Partial<Record<PrefixedName, string>> = {};
  for (const key of Object.keys(envelope)) {
    const name = findPrefixedName(key);
    const value = name === undefined ? undefined : envelope[key];
    if (name !== undefined && typeof value === "string") found[name] ??= value;
  }
  return found;
}

function findPrefixedName(key: string): PrefixedName | undefined {
  if (prefixedNames.has(key)) return prefixedNames.get(key);
  const ending = prefixedPattern.exec(key)?.[1]?.toLowerCase();
  const isOne = ending === "tenant" || ending === "stream" || ending === "purpose";
  const name = isOne ? ending : undefined;
  if (prefixedNames.size < maxKnownNames) prefixedNames.set(key, name);
  return name;
}

function findProblems(schema: z.ZodMiniType, value: unknown, under: readonly string[]): string[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => {
    const path = [...under, ...issue.path.map(String)].join(".").slice(0, 120);
    const what = issue.code === "invalid_type" ? `expected ${issue.expected}` : "invalid value";
    return `${path}: ${what}`;
  });
}
