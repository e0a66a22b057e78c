import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  pick,
  readValue,
  redirectField,
  redirectOf,
  scopeField,
} from "./fields.ts";
import { checkRecipient, pickRecipient, recipientFields } from "./passwordless-fields.ts";
import { pickOptions, responseTypeField } from "./request-fields.ts";
import { requestFailed, tooManyRequests } from "./risks.ts";

export const passwordlessStart: Operation = {
  id: "passwordless-start",
  group: "Embedded login",
  title: "Passwordless start",
  action: "Send the message",
  summary: "Sends a code or a login link to an email address or a phone.",
  isServiceSpecific: true,
  allowsExtraParameters: false,
  fields: [
    clientField,
    ...recipientFields,
    {
      name: "send",
      label: "Send",
      kind: "choice",
      choices: [
        { value: "code", label: "code" },
        { value: "link", label: "link" },
        { value: "null", label: "null (a link)" },
      ],
    },
    responseTypeField,
    scopeField,
    audienceField,
    redirectField,
    {
      name: "xRequestLanguage",
      label: "Language of the message",
      kind: "text",
      placeholder: "the tenant's language",
      isAdvanced: true,
    },
  ],
  risks: [
    {
      error: "bad.connection",
      cause: "The tenant has no such passwordless connection.",
      remedy: "Turn on the connection for the application.",
    },
    {
      error: "bad.email",
      cause: "The email address is missing or malformed.",
      remedy: "For the connection email, enter a valid email address.",
    },
    {
      error: "bad.phone_number",
      cause: "The phone number is missing or malformed.",
      remedy: "For the connection sms, enter a phone number with its country code, such as +49….",
    },
    {
      error: "bad.authParams",
      cause: "The callback URL of the link is not an allowed callback URL.",
      remedy: "Add the URL to the application's allowed callback URLs.",
    },
    {
      error: "bad.client_id",
      cause: "The tenant has no application with this client ID.",
      remedy: "Copy the client ID from the application's settings.",
    },
    {
      error: "sms_provider_error",
      cause: "The provider could not deliver the text message.",
      remedy: "Check the number, and the settings of the provider.",
    },
    tooManyRequests,
    requestFailed,
  ],
  check: checkRecipient,
  warn({ send = "" }, { way }) {
    if (send !== "link" && send !== "null") return [];
    const warnings =
      send === "null" ? ["The value null means a link, so the tenant sends no code."] : [];
    const linkWarning =
      way === "extension"
        ? "The link opens the callback URL in a tab, where the extension cannot read the response. Choose code to log in here."
        : "The link opens the callback URL in a tab. The application's library rejects the response there, because the state of this login is not in the page's storage. Choose code to log in here.";
    return [...warnings, linkWarning];
  },
  call(values, setting) {
    const { send = "" } = values;
    const options = {
      ...pickRecipient(values),
      send: send === "null" ? null : send || "code",
      authParams: pick(values, ["scope", "audience"]),
      ...pick(values, ["xRequestLanguage"]),
    };
    return callWebAuth("passwordlessStart", [options], values, setting, {
      redirectUri: redirectOf(values, setting),
      ...pickOptions({ responseType: readValue(values, "responseType") }),
    });
  },
};
