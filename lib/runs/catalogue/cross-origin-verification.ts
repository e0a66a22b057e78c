import type { Operation } from "../operation.ts";
import { callWebAuth, clientField } from "./fields.ts";

export const crossOriginVerification: Operation = {
  id: "cross-origin-verification",
  group: "Embedded login",
  title: "Cross-origin verification",
  action: "Answer the tenant",
  summary:
    "Sends the tenant's frame the proof of an embedded login, where third-party cookies are blocked.",
  isServiceSpecific: true,
  allowsExtraParameters: false,
  unavailable: {
    extension:
      "The tenant frames the application's own page for cross-origin verification, never a page of the extension. Run it in the inspected page.",
  },
  fields: [clientField],
  risks: [
    {
      error: "runtime_error",
      cause: "The call runs outside a page.",
      remedy: "Call it in the page whose URL the application has for cross-origin verification.",
    },
  ],
  warn: () => [
    "The call does nothing outside a frame of the tenant. It answers only for a login that began in this browser.",
  ],
  call: (values, setting) => callWebAuth("crossOriginVerification", [], values, setting),
};
