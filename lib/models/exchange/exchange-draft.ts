import * as z from "zod/mini";
import {
  defaultProfileName,
  type TokenExchangeProfileBody,
} from "../../management/exchange/token-exchange-profile.ts";

const typedText = z.string().check(z.maxLength(10_000));

/**
 * The fields of a new token exchange profile, as they are typed. A new field needs an entry here,
 * in `freshExchangeForm` and in the view. `tokenExchangeProfileBodySchema` validates the fields.
 */
const exchangeFormSchema = z.object({
  name: typedText,
  subject_token_type: typedText,
  action_id: typedText,
});
export type ExchangeForm = z.infer<typeof exchangeFormSchema>;
export type ExchangeField = keyof ExchangeForm;

/** The initial texts of the fields. */
export const freshExchangeForm: ExchangeForm = {
  name: defaultProfileName,
  subject_token_type: "",
  action_id: "",
};
export const exchangeFields = z.keyof(exchangeFormSchema).options;

/** The unsent input for a new token exchange profile. */
export const exchangeDraftSchema = z.object({ form: exchangeFormSchema });
export type ExchangeDraft = z.infer<typeof exchangeDraftSchema>;

/** Returns true if no field was changed. */
export function isFresh(form: ExchangeForm): boolean {
  return exchangeFields.every((field) => form[field] === freshExchangeForm[field]);
}

/** Returns the form texts of a request. */
export function toForm(body: TokenExchangeProfileBody): ExchangeForm {
  return exchangeFormSchema.parse({ ...freshExchangeForm, ...body });
}
