import * as z from "zod/mini";
import {
  DEFAULT_PROFILE_NAME,
  tokenExchangeProfileBodySchema,
} from "../../management/exchange/token-exchange-profile.ts";

const typedText = z.string().check(z.maxLength(10_000));

const exchangeFormSchema = z.object({
  name: typedText,
  subject_token_type: typedText,
  action_id: typedText,
});
/** The fields of a new token exchange profile, as they are typed. */
export type ExchangeForm = z.infer<typeof exchangeFormSchema>;

/** A create whose answer has not come. */
const createUnderWaySchema = z.object({
  body: tokenExchangeProfileBodySchema,
  /** Unix time in ms. */
  sentAt: z.number(),
});
export type CreateUnderWay = z.infer<typeof createUnderWaySchema>;

/** What is kept of a new token exchange profile until the tenant has it. */
export const exchangeDraftSchema = z.object({
  form: exchangeFormSchema,
  /** What was sent, from just before it was sent until its answer came. */
  underWay: z.optional(createUnderWaySchema),
});
export type ExchangeDraft = z.infer<typeof exchangeDraftSchema>;

export const freshExchangeForm: ExchangeForm = {
  name: DEFAULT_PROFILE_NAME,
  subject_token_type: "",
  action_id: "",
};

/** Whether anything was typed that would be a pity to lose. */
export function isFresh(form: ExchangeForm): boolean {
  return (
    form.name === freshExchangeForm.name && form.subject_token_type === "" && form.action_id === ""
  );
}
