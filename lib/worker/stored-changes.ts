import {
  profileUpdateSchema,
  updateOutcomeSchema,
} from "../management/connections/profile-update.ts";
import { creationOutcomeSchema } from "../management/exchange/profile-creation.ts";
import { tokenExchangeProfileBodySchema } from "../management/exchange/token-exchange-profile.ts";
import { journalSchema } from "./change-journal.ts";

/** The stored updates of connection profiles whose outcome no page has acknowledged. */
export const storedUpdatesSchema = journalSchema(profileUpdateSchema, updateOutcomeSchema);

/** The stored creations of token exchange profiles whose outcome no page has acknowledged. */
export const storedCreationsSchema = journalSchema(
  tokenExchangeProfileBodySchema,
  creationOutcomeSchema,
);
