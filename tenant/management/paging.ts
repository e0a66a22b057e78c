import * as z from "zod/mini";
import { decodeBase64UrlText, encodeBase64Url } from "../core/encoding.ts";
import type { ManagementContext } from "./management-context.ts";
import { ManagementError } from "./management-error.ts";
import { groupQuery, validate } from "./validation.ts";

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/**
 * The number of the last entry on the previous page, and the time at which the cursor was issued.
 */
const cursorSchema = z.tuple([z.int(), z.number()]);

/** Page sizes of a list: `take` is from 1 to `maximum`; the default is `standard`. */
export interface PageBounds {
  maximum: number;
  standard: number;
}

type PagingContext = Pick<ManagementContext, "listOrder" | "now">;

/**
 * Returns the page of a list that `from` and `take` ask for. The cursor `next` works for 24 hours.
 */
export function readPage<Item extends { id: string }>(
  context: PagingContext,
  query: URLSearchParams,
  items: readonly Item[],
  bounds: PageBounds,
): { items: readonly Item[]; next?: string } {
  const { from, take } = validate("query", createQuerySchema(bounds), groupQuery(query));
  for (const item of items) context.listOrder.toNumber(item.id);
  const start = from === undefined ? 0 : findStart(context, from, items);
  if (start === undefined) {
    const message =
      "Query validation error: 'The cursor is malformed or expired' on property from.";
    throw new ManagementError(400, message, { errorCode: "invalid_query_string" });
  }
  const end = start + (take ?? bounds.standard);
  const page = items.slice(start, end);
  const last = page.at(-1);
  if (end >= items.length || last === undefined) return { items: page };
  const cursor = JSON.stringify([context.listOrder.toNumber(last.id), context.now()]);
  return { items: page, next: encodeBase64Url(new TextEncoder().encode(cursor)) };
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

/** Returns the index of the first item after the cursor; undefined for an invalid cursor. */
function findStart(
  context: PagingContext,
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
