import * as z from "zod/mini";

/** A date-time that a clock can read; the interface names the format date-time and no more. */
export const dateTime = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** Optional fields: what is absent and what is null are the same to a reader. */
export const text = z.nullish(z.string());
export const flag = z.nullish(z.boolean());
export const number = z.nullish(z.number());
/** An object whose fields are the tenant's own. */
export const open = z.nullish(z.object({}));
