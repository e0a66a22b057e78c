import type { Operation } from "../operation.ts";
import { callManagement, managementTokenField, readObject, userField } from "./fields.ts";
import { managementCauses } from "./management-risks.ts";
import { requestFailed } from "./risks.ts";

export const patchUserMetadata: Operation = {
  id: "patch-user-metadata",
  group: "Current user",
  title: "User metadata",
  action: "Change the metadata",
  summary: "Overwrites and adds members of the current user's metadata.",
  isServiceSpecific: true,
  isChange: true,
  allowsExtraParameters: false,
  scopes: ["update:current_user_metadata"],
  fields: [
    managementTokenField,
    userField,
    {
      name: "userMetadata",
      label: "User metadata",
      kind: "json",
      isRequired: true,
      placeholder: '{"theme": "dark"}',
    },
  ],
  risks: [...Object.values(managementCauses), requestFailed],
  warn: () => [
    "Each member replaces the whole member of the same name, with all that is inside. Other members stay.",
  ],
  call: (values, setting) =>
    callManagement(
      "patchUserMetadata",
      [readObject(values, "userMetadata") ?? {}],
      values,
      setting,
    ),
};
