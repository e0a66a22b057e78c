import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, databaseField, pick } from "./fields.ts";
import { invalidRequest, requestFailed, tooManyRequests } from "./risks.ts";

export const changePassword: Operation = {
  id: "change-password",
  group: "Account",
  title: "Password reset",
  action: "Send the email",
  summary: "Sends the user an email with a link to choose a new password.",
  isServiceSpecific: true,
  isChange: true,
  allowsExtraParameters: false,
  fields: [
    clientField,
    { name: "email", label: "Email", kind: "text", isRequired: true },
    databaseField,
  ],
  risks: [
    {
      ...invalidRequest,
      cause: "The tenant has no such application or no such database connection.",
      remedy: "Check the client ID and the name of the connection.",
    },
    tooManyRequests,
    requestFailed,
  ],
  warn: () => ["The response is the same for an unknown user, who gets no email."],
  call: (values, setting) =>
    callWebAuth("changePassword", [pick(values, ["connection", "email"])], values, setting),
};
