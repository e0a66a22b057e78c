import type { Operation } from "../operation.ts";
import { clientField, clientOf, pick } from "./fields.ts";
import { grantNotAllowed, requestFailed } from "./risks.ts";
import { invalidClient } from "./token-risks.ts";

export const clientCredentials: Operation = {
  id: "client-credentials",
  group: "Tokens",
  title: "Client credentials",
  action: "Request a token",
  summary: "Requests an access token for an application itself, without a user.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  unavailable: {
    page: "A page must not have a client secret: all its scripts and users could read it. Run it in the extension.",
  },
  fields: [
    {
      ...clientField,
      hint: "An application with a secret, for example a machine-to-machine application.",
    },
    { name: "clientSecret", label: "Client secret", kind: "secret", isRequired: true },
    {
      name: "audience",
      label: "Audience",
      kind: "text",
      isRequired: true,
      placeholder: "https://tenant.example/api/v2/",
    },
    {
      name: "scope",
      label: "Scope",
      kind: "text",
      placeholder: "all scopes of the application's grant",
    },
  ],
  risks: [
    {
      ...invalidClient,
      cause: "The client ID or the client secret is wrong.",
      remedy: "Copy both from the application's settings.",
    },
    {
      error: "access_denied",
      cause: "The tenant has no API with this audience, or the application has no grant for it.",
      remedy: "Check the audience, and authorize the application for the API.",
    },
    grantNotAllowed,
    requestFailed,
  ],
  warn: () => [
    "The secret is sent to the tenant once, and is not stored. Never put it into the code of a page.",
  ],
  call: (values, setting) => ({
    method: "POST",
    url: `${setting.origin}/oauth/token`,
    form: {
      grant_type: "client_credentials",
      client_id: clientOf(values, setting),
      client_secret: values["clientSecret"] ?? "",
      ...pick(values, ["audience", "scope"]),
    },
  }),
};
