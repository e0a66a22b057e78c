import type { ExchangeField } from "../../../lib/models/exchange/exchange-draft.ts";

/** The texts that the form of a new profile shows at a field. */
interface FieldText {
  label: string;
  placeholder?: string;
  hint?: string;
}

/** The texts of the fields, in the order of the form. */
export const fieldTexts: Record<ExchangeField, FieldText> = {
  name: { label: "Name" },
  subject_token_type: {
    label: "Subject token type",
    placeholder: "urn:acme:legacy-token",
    hint: "Your own URI, 8 to 100 characters, unique in the tenant.",
  },
  action_id: {
    label: "Action ID",
    hint: "The ID of a deployed action with the trigger custom-token-exchange.",
  },
};
