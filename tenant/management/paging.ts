import * as z from "zod/mini";
import type { TenantContext } from "../context.ts";
import { decodeBase64UrlText, encodeBase64Url } from "../core/encoding.ts";
import type { Checked } from "./authenticate.ts";
import { groupQuery, validate } from "./validation.ts";

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/** Number of the last entry seen, and when the cursor was given. */
const cursorSchema = z.tuple([z.int(), z.number()]);

/** Numbers of a list: `take` is 1 to `maximum`. */
export interface PageBounds {
  maximum: number;
  standard: number;
}

/** Cuts one page out of a list, by `from` and `take`; `next` is there until the last page, for 24 hours. */
export function readPage<Item extends { id: string }>(
  context: TenantContext,
  query: URLSearchParams,
  items: readonly Item[],
  bounds: PageBounds,
): Checked<{ items: readonly Item[]; next?: string }> {
  const checked = validate("query", createQuerySchema(bounds), groupQuery(query));
  if (!checked.ok) return checked;
  const { from } = checked.value;
  for (const item of items) context.listOrder.toNumber(item.id);
  const start = from === undefined ? 0 : findStart(context, from, items);
  if (start === undefined) {
    const message =
      "Query validation error: 'The cursor is malformed or expired' on property from.";
    return { ok: false, error: { status: 400, message, errorCode: "invalid_query_string" } };
  }
  const end = start + (checked.value.take ?? bounds.standard);
  const page = items.slice(start, end);
  const last = page.at(-1);
  if (end >= items.length || last === undefined) return { ok: true, value: { items: page } };
  const cursor = JSON.stringify([context.listOrder.toNumber(last.id), context.now()]);
  const next = encodeBase64Url(new TextEncoder().encode(cursor));
  return { ok: true, value: { items: page, next } };
}

function createQuerySchema(bounds: PageBounds) {
  return z.strictObject({
    from: z.optional(z.string().check(z.minLength(1), z.maxLength(1000))),
    take: z.optional(
      z.pipe(
        z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number)),
        z.number().check(z.minimum(1), z.maximum(bounds.maximum)),
      ),
    ),
  });
}

/** Index of the first item after the cursor, or undefined for a cursor that says nothing. */
function findStart(
  context: TenantContext,
  from: string,
  items: readonly { id: string }[],
): number | undefined {
  const text = decodeBase64UrlText(from);
  if (text === undefined) return undefined;
  let decoded: unknown;
  try {
    decoded = JSON.parse(text);
  } catch {
    return undefined;
  }
  const cursor = cursorSchema.safeParse(decoded);
  if (!cursor.success || cursor.data[1] + dayInMilliseconds < context.now()) return undefined;
  const seen = cursor.data[0];
  const index = items.findIndex((item) => context.listOrder.toNumber(item.id) > seen);
  return index === -1 ? items.length : index;
}
