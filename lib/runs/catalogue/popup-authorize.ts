import type { Operation } from "../operation.ts";
import {
  audienceField,
  callWebAuth,
  clientField,
  messageField,
  messageUriOf,
  scopeField,
} from "./fields.ts";
import {
  checkRequest,
  connectionField,
  pickOptions,
  pickParameters,
  promptField,
  rareFields,
  responseTypeField,
} from "./request-fields.ts";
import { accessDenied, hs256, originMismatch } from "./risks.ts";
import { listWarnings, warnOfHs256, warnOfOtherOrigin, warnOfServerCode } from "./warnings.ts";

export const popupAuthorize: Operation = {
  id: "popup-authorize",
  group: "Log in",
  title: "Login in a popup",
  action: "Log in",
  summary: "Opens the tenant's login page in a popup, and stays in the page.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  unavailable: {
    extension:
      "The page of the extension is no page of the application: no page at its origin calls popup.callback(). Run it in the inspected page.",
  },
  fields: [
    clientField,
    responseTypeField,
    scopeField,
    audienceField,
    connectionField,
    promptField,
    {
      ...messageField,
      hint: "The page at this URL must call popup.callback(). It must have the page's origin.",
    },
    ...rareFields,
  ],
  risks: [
    {
      error: "popup_blocked",
      cause: "The browser blocked the popup.",
      remedy: "Allow popups for this site, and open the popup in a click handler.",
    },
    {
      error: "popup_closed",
      cause:
        "The user closed the popup before the response, for example at an error page: Callback URL mismatch.",
      remedy: "Log in again. Add the callback URL to the allowed callback URLs.",
    },
    originMismatch,
    accessDenied,
    hs256,
  ],
  check: checkRequest,
  warn: (values, setting, facts) =>
    listWarnings(
      warnOfOtherOrigin(messageUriOf(values, setting), setting),
      warnOfServerCode(values),
      warnOfHs256(facts),
    ),
  call: (values, setting) =>
    callWebAuth("popup.authorize", [pickParameters(values)], values, setting, {
      redirectUri: messageUriOf(values, setting),
      ...pickOptions(values),
    }),
};
