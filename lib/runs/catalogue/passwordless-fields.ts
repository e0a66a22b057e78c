import type { Field, Values } from "../operation.ts";
import { readValue } from "./fields.ts";

/** The recipient of a passwordless message: exactly one of an email address and a number. */
export const recipientFields: readonly Field[] = [
  {
    name: "connection",
    label: "Connection",
    kind: "choice",
    choices: [
      { value: "email", label: "email" },
      { value: "sms", label: "sms" },
    ],
  },
  { name: "email", label: "Email", kind: "text", placeholder: "ada@example.com" },
  {
    name: "phoneNumber",
    label: "Phone number",
    kind: "text",
    placeholder: "+491701234567",
    hint: "Give exactly one of email and phone number.",
  },
];

/** Returns the recipient of a form as options. */
export function pickRecipient(values: Values): Record<string, string> {
  const email = readValue(values, "email");
  const phoneNumber = readValue(values, "phoneNumber");
  return {
    connection: readValue(values, "connection") || "email",
    ...(email === "" ? {} : { email }),
    ...(phoneNumber === "" ? {} : { phoneNumber }),
  };
}

/** Returns the problem of a form with both recipients, or with none. */
export function checkRecipient(values: Values): Readonly<Record<string, string>> {
  const { connection, email = "", phoneNumber = "" } = pickRecipient(values);
  if (email !== "" && phoneNumber !== "") {
    return { phoneNumber: "Give an email address or a phone number, not both." };
  }
  if (email !== "" || phoneNumber !== "") return {};
  return connection === "sms"
    ? { phoneNumber: "Enter a phone number." }
    : { email: "Enter an email address." };
}
