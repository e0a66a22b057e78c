import type { Operation } from "../operation.ts";
import { callManagement, managementTokenField, userField } from "./fields.ts";
import { managementCauses } from "./management-risks.ts";
import { requestFailed } from "./risks.ts";

export const getUser: Operation = {
  id: "get-user",
  group: "Current user",
  title: "User profile",
  action: "Read the profile",
  summary: "Reads the current user's profile from the Management API.",
  isServiceSpecific: true,
  allowsExtraParameters: false,
  scopes: ["read:current_user"],
  fields: [managementTokenField, userField],
  risks: [...Object.values(managementCauses), requestFailed],
  call: (values, setting) => callManagement("getUser", [], values, setting),
};
