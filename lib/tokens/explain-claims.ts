import * as z from "zod/mini";
import { jsonValueSchema, type JsonObject, type JsonValue } from "../encoding/json.ts";
import { readNumericDate } from "./numeric-date.ts";
import {
  REGISTERED_CLAIMS,
  REGISTERED_HEADER_PARAMETERS,
  type RegisteredName,
} from "./registered-claims.ts";
import { describeMoment } from "./relative-time.ts";

/** A member of a header or payload. Only registered names have a title, meaning and source. */
export const claimExplanationSchema = z.object({
  name: z.string(),
  value: jsonValueSchema,
  isRegistered: z.boolean(),
  title: z.optional(z.string()),
  meaning: z.optional(z.string()),
  source: z.optional(z.string()),
  /** For a point in time: its epoch ms, and a text such as "in 5 minutes". */
  time: z.optional(z.object({ epochMs: z.number(), relative: z.string() })),
});
export type ClaimExplanation = z.infer<typeof claimExplanationSchema>;

const CLAIMS = new Map(REGISTERED_CLAIMS.map((claim) => [claim.name, claim]));
const PARAMETERS = new Map(
  REGISTERED_HEADER_PARAMETERS.map((parameter) => [parameter.name, parameter]),
);

/** These claims explain most refusals. */
const FIRST_CLAIMS = ["exp", "iss"];

/** Explains each claim: exp and iss first, then the token's own order. `now` is Unix time in ms. */
export function explainClaims(payload: JsonObject, { now }: { now: number }): ClaimExplanation[] {
  const names = Object.keys(payload);
  const ordered = [
    ...FIRST_CLAIMS.filter((name) => names.includes(name)),
    ...names.filter((name) => !FIRST_CLAIMS.includes(name)),
  ];
  return ordered.map((name) => explain(name, payload[name] ?? null, CLAIMS.get(name), now));
}

/** Explains each parameter of a header, in the token's own order. */
export function explainHeader(header: JsonObject, { now }: { now: number }): ClaimExplanation[] {
  return Object.entries(header).map(([name, value]) =>
    explain(name, value, PARAMETERS.get(name), now),
  );
}

function explain(
  name: string,
  value: JsonValue,
  known: RegisteredName | undefined,
  now: number,
): ClaimExplanation {
  if (known === undefined) return { name, value, isRegistered: false };
  const { title, meaning, source } = known;
  const explanation = { name, value, isRegistered: true, title, meaning, source };
  const moment = known.isTime === true ? readNumericDate(value) : { kind: "absent" as const };
  if (moment.kind !== "moment" && moment.kind !== "milliseconds") return explanation;
  const { epochMs } = moment;
  // A Date cannot represent times beyond this.
  if (Math.abs(epochMs) > 8.64e15) return explanation;
  return { ...explanation, time: { epochMs, relative: describeMoment(epochMs, now) } };
}
