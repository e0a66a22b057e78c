import * as z from "zod/mini";

/** A date-time. The Management API gives only the format `date-time`; `Date.parse` decides. */
export const dateTime = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** Optional fields. A null field is the same as an absent one. */
export const text = z.nullish(z.string());
export const flag = z.nullish(z.boolean());
export const number = z.nullish(z.number());
/** An object whose fields the tenant defines. */
export const openObject = z.nullish(z.object({}));
