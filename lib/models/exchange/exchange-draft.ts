import * as z from "zod/mini";
import {
  defaultProfileName,
  tokenExchangeProfileBodySchema,
  type TokenExchangeProfileBody,
} from "../../management/exchange/token-exchange-profile.ts";

const { type: _constant, ...typed } = tokenExchangeProfileBodySchema.shape;
const fieldSchema = z.keyof(z.object(typed));
export type ExchangeField = z.infer<typeof fieldSchema>;

/** The fields of a new token exchange profile: all of a request's body but its constant type. */
export const exchangeFields: readonly ExchangeField[] = fieldSchema.options;

/** The fields as they are typed. `tokenExchangeProfileBodySchema` validates them. */
const textSchema = z.string().check(z.maxLength(10_000));
const exchangeFormSchema = z.record(fieldSchema, textSchema);
export type ExchangeForm = z.infer<typeof exchangeFormSchema>;

function fillForm(textOf: (field: ExchangeField) => string): ExchangeForm {
  return exchangeFormSchema.parse(
    Object.fromEntries(exchangeFields.map((field) => [field, textOf(field)])),
  );
}

/** The initial texts of the fields. */
export const freshExchangeForm = fillForm((field) => (field === "name" ? defaultProfileName : ""));

/**
 * The unsent input for a new token exchange profile. Another version may have stored it: a field
 * that it lacks is fresh, and an unknown one is left out.
 */
export const exchangeDraftSchema = z.object({
  form: z.pipe(
    z.record(z.string(), textSchema),
    z.transform((stored) => fillForm((field) => stored[field] ?? freshExchangeForm[field])),
  ),
});
export type ExchangeDraft = z.infer<typeof exchangeDraftSchema>;

/** Returns true if no field was changed. */
export function isFresh(form: ExchangeForm): boolean {
  return exchangeFields.every((field) => form[field] === freshExchangeForm[field]);
}

/** Returns the form texts of a request. */
export function toForm(body: TokenExchangeProfileBody): ExchangeForm {
  return fillForm((field) => body[field]);
}
