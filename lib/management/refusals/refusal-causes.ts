import { connectionProfileFields } from "../connections/connection-profile.ts";
import { tokenExchangeProfileFields } from "../exchange/token-exchange-profile.ts";
import type { FailureCause } from "./management-error.ts";
import type { Operation } from "../calls/operations.ts";

const fields: Record<Operation["subject"], readonly string[]> = {
  "token exchange profile": tokenExchangeProfileFields,
  "connection profile": connectionProfileFields,
};

/** Returns the form field of a property; undefined if no form has it. */
export function findField({ subject }: Operation, property: string): string | undefined {
  return fields[subject].includes(property.split(".")[0] ?? "") ? property : undefined;
}

const ruleCause: FailureCause = {
  what: "A field breaks one of the service's rules.",
  check: "Compare each field with the limits beside it, and read the service's message.",
};

// Five documented causes of the create operation share the status 400, so the user checks each one.
const createCauses: readonly FailureCause[] = [
  ruleCause,
  {
    what: "The type is not the custom type.",
    check: "The type must be custom_authentication.",
    field: "type",
  },
  {
    what: "There is no action with this ID.",
    check: "Copy the ID, not the name, from the action's page at the tenant.",
    field: "action_id",
  },
  {
    what: "The action is not deployed.",
    check: "Open the action at the tenant and deploy it; a saved draft is not enough.",
    field: "action_id",
  },
  {
    what: "The action has another trigger.",
    check: "Only an action made for the trigger custom-token-exchange can be linked.",
    field: "action_id",
  },
];

// The service refuses a duplicate subject token type with 409, in an update also with 400.
const updateCauses: readonly FailureCause[] = [
  ruleCause,
  {
    what: "Another profile of the tenant uses this subject token type.",
    check: "Look for it in the list of profiles.",
    field: "subject_token_type",
  },
];

// The service refuses all of these with the same code.
const connectionCauses: readonly FailureCause[] = [
  ruleCause,
  {
    what: "A property or a value is unknown to the service.",
    check: "In the raw JSON, remove the properties with warnings, then send the rest.",
  },
  {
    what: "A configuration is not empty.",
    check:
      "Empty connection_config, also in the overrides. The service documents no properties for it.",
    field: "connection_config",
  },
];

/** Possible causes of a 400 by operation, if the service does not distinguish them. */
export const badRequestCauses: Partial<Record<Operation["id"], readonly FailureCause[]>> = {
  createTokenExchangeProfile: createCauses,
  updateTokenExchangeProfile: updateCauses,
  updateConnectionProfile: connectionCauses,
};
