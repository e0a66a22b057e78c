import * as z from "zod/mini";
import { jsonValueSchema, type JsonObject, type JsonValue } from "../encoding/json.ts";
import { readMoment } from "./numeric-date.ts";
import { registeredMembers } from "./registered-members.ts";
import { registeredClaims, type RegisteredName } from "./registered-claims.ts";
import { encryptionParameters, signatureParameters } from "./registered-parameters.ts";
import { describeExactMoment } from "./relative-time.ts";

/** A member of a header or payload. Only registered names have a title and source. */
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
const parametersOf = {
  jws: new Map(signatureParameters.map((parameter) => [parameter.name, parameter])),
  jwe: new Map(encryptionParameters.map((parameter) => [parameter.name, parameter])),
};

const membersByPath = new Map(registeredMembers.map((member) => [member.name, member]));

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

/**
 * Explains each parameter of a header, in the token's own order. A header with `enc` is that of a
 * JWE (RFC 7516, section 9), where `alg` and `kid` have another meaning.
 */
export function explainHeader(header: JsonObject, { now }: { now: number }): ClaimExplanation[] {
  const parameters = Object.hasOwn(header, "enc") ? parametersOf.jwe : parametersOf.jws;
  return Object.entries(header).map(([name, value]) =>
    explain(name, value, parameters.get(name), now),
  );
}

/** The meaning of a member within a claim, and its time if it is one. */
export interface MemberExplanation {
  meaning: string | undefined;
  source: string | undefined;
  /** Unix time in ms. */
  time: number | undefined;
}

/**
 * Explains a member within a claim by its path. An actor has the claims of a token (RFC 8693,
 * section 4.1), and can contain the actor before it.
 */
export function explainMember(path: readonly string[], value: JsonValue): MemberExplanation {
  const [claim = "", ...inner] = path;
  const name = inner.at(-1) ?? "";
  const isOfActor =
    (claim === "act" || claim === "may_act") && inner.slice(0, -1).every((each) => each === "act");
  const known = isOfActor ? claimsByName.get(name) : membersByPath.get(path.join("."));
  const moment = known?.isTime === true ? readMoment(value) : undefined;
  return { meaning: known?.meaning, source: known?.source, time: moment };
}

/** Returns true for a name that is a URL: such a custom claim cannot collide with another. */
function isNamespaced(name: string): boolean {
  return /^https?:\/\/./u.test(name) || name.startsWith("urn:");
}

const namespacedMeaning =
  "A custom claim, named by a URL so that it cannot collide. The tenant's actions add such claims.";

function explain(
  name: string,
  value: JsonValue,
  known: RegisteredName | undefined,
  now: number,
): ClaimExplanation {
  if (known === undefined) {
    const custom = { name, value, isRegistered: false };
    return isNamespaced(name) ? { ...custom, meaning: namespacedMeaning } : custom;
  }
  const { title, meaning, source } = known;
  const explanation = { name, value, isRegistered: true, title, meaning, source };
  const epochMs = known.isTime === true ? readMoment(value) : undefined;
  if (epochMs === undefined) return explanation;
  return { ...explanation, time: { epochMs, relative: describeExactMoment(epochMs, now) } };
}
