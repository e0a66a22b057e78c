import * as z from "zod/mini";
import { tenantIdSchema } from "./tenant.ts";

/** The maximum number of listed tokens, of all tenants. */
export const maxSeenTokens = 50;

/** The maximum length of all tokens as JSON; `storage.session` holds 10 MB for all its items. */
const maxLength = 1_000_000;

const id = z.string().check(z.minLength(1), z.maxLength(100));
const text = z.string().check(z.maxLength(2_000));
const parameters = z
  .record(z.string(), z.optional(text))
  .check(z.refine((all) => Object.keys(all).length <= 20));

/** The role of a token in the response that carried it. */
export const tokenRoleSchema = z.enum(["id", "access", "refresh"]);
export type TokenRole = z.infer<typeof tokenRoleSchema>;

/**
 * The values to check a token of a login against. Contains no other token: a forgotten token must
 * not remain in the facts about another one.
 */
export const seenExchangeSchema = z.object({
  request: parameters,
  response: parameters,
  issuer: text,
  otherIssuers: z.optional(z.array(text).check(z.maxLength(20))),
  /** Unix time in ms. */
  receivedAt: z.number(),
});
export type SeenExchange = z.infer<typeof seenExchangeSchema>;

/** A token that a page of the extension received in this browser session. It is a secret. */
export const seenTokenSchema = z.object({
  id,
  token: z.string().check(z.minLength(1), z.maxLength(256 * 1024)),
  role: tokenRoleSchema,
  tenantId: tenantIdSchema,
  /** The tokens of one response have the same group. */
  group: id,
  source: z.discriminatedUnion("kind", [
    /** `title` names the operation of the run. */
    z.object({ kind: z.literal("run"), title: text }),
    z.object({ kind: z.literal("exchange"), profile: text }),
  ]),
  exchange: z.optional(seenExchangeSchema),
  /** Unix time in ms. */
  seenAt: z.number(),
});
export type SeenToken = z.infer<typeof seenTokenSchema>;

/** The tokens to forget. */
export const seenSelectionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ids"), ids: z.array(id).check(z.maxLength(maxSeenTokens)) }),
  /** Those of all runs, of all tenants. */
  z.object({ kind: z.literal("runs") }),
  z.object({ kind: z.literal("all") }),
]);
export type SeenSelection = z.infer<typeof seenSelectionSchema>;

/** Returns the readable tokens of a stored value. Drops the others: a token can be issued again. */
export function readSeenTokens(stored: unknown): SeenToken[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((row) => {
    const parsed = z.safeParse(seenTokenSchema, row);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Adds tokens to a list, and returns it newest first. A token that was seen before moves to its
 * newest place. The oldest tokens beyond a limit are dropped.
 */
export function addSeenTokens(
  known: readonly SeenToken[],
  added: readonly SeenToken[],
): SeenToken[] {
  const byToken = new Map<string, SeenToken>();
  for (const row of [...added, ...known].toSorted((one, other) => other.seenAt - one.seenAt)) {
    if (!byToken.has(row.token)) byToken.set(row.token, row);
  }
  const newest = [...byToken.values()].slice(0, maxSeenTokens);
  let length = 0;
  const end = newest.findIndex((row) => (length += JSON.stringify(row).length) > maxLength);
  return end < 0 ? newest : newest.slice(0, end);
}

/** Returns the tokens that a selection does not name. */
export function dropSeenTokens(known: readonly SeenToken[], selection: SeenSelection): SeenToken[] {
  if (selection.kind === "all") return [];
  if (selection.kind === "runs") return known.filter(({ source }) => source.kind !== "run");
  return known.filter((row) => !selection.ids.includes(row.id));
}
