import * as z from "zod/mini";
import { jsonValueSchema, type JsonObject, type JsonValue } from "../encoding/json.ts";
import { readNumericDate } from "./numeric-date.ts";
import {
  registeredClaims,
  registeredHeaderParameters,
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

const claimsByName = new Map(registeredClaims.map((claim) => [claim.name, claim]));
const parametersByName = new Map(
  registeredHeaderParameters.map((parameter) => [parameter.name, parameter]),
);

/** The claims that explain most refusals. */
const firstClaims = ["exp", "iss"];

/** Explains each claim: exp and iss first, then the token's own order. `now` is Unix time in ms. */
export function explainClaims(payload: JsonObject, { now }: { now: number }): ClaimExplanation[] {
  const names = Object.keys(payload);
  const ordered = [
    ...firstClaims.filter((name) => names.includes(name)),
    ...names.filter((name) => !firstClaims.includes(name)),
  ];
  return ordered.map((name) => explain(name, payload[name] ?? null, claimsByName.get(name), now));
}

/** Explains each parameter of a header, in the token's own order. */
export function explainHeader(header: JsonObject, { now }: { now: number }): ClaimExplanation[] {
  return Object.entries(header).map(([name, value]) =>
    explain(name, value, parametersByName.get(name), now),
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
  // A Date cannot represent a time further from 1970 than this.
  if (Math.abs(epochMs) > 8.64e15) return explanation;
  return { ...explanation, time: { epochMs, relative: describeMoment(epochMs, now) } };
}
