import type { Operation } from "../operation.ts";
import { callManagement, managementTokenField, readValue, userField } from "./fields.ts";
import { managementCauses } from "./management-risks.ts";
import { requestFailed } from "./risks.ts";

export const linkUser: Operation = {
  id: "link-user",
  group: "Current user",
  title: "Account linking",
  action: "Link the accounts",
  summary: "Links another account of the user to this one. The other account ends.",
  isServiceSpecific: true,
  isChange: true,
  allowsExtraParameters: false,
  scopes: ["update:current_user_identities"],
  fields: [
    managementTokenField,
    { ...userField, label: "User ID of the account that remains" },
    {
      name: "secondaryUserToken",
      label: "ID token of the account that ends",
      kind: "token",
      token: "id",
      isRequired: true,
      hint: "Log in with the other account and the same application. The token must be signed with RS256.",
    },
  ],
  risks: [
    ...Object.values(managementCauses),
    requestFailed,
    {
      error: "Bad Request",
      cause:
        "The second token is no RS256 ID token of this tenant, has expired, belongs to another application, or is of the same account.",
      remedy: "Log in with the other account and the same application, then use the new ID token.",
    },
    {
      error: "Conflict",
      cause: "The other account is already linked to another user.",
      remedy: "Unlink it from that user first.",
    },
  ],
  warn: () => [
    "Linking deletes the second account as a separate user. Its user_metadata and app_metadata are lost: they are not merged, and unlinking does not restore them.",
  ],
  call: (values, setting) =>
    callManagement("linkUser", [readValue(values, "secondaryUserToken")], values, setting),
};
