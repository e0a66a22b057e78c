import type { Operation } from "../operation.ts";
import { callWebAuth, clientField, clientOf, readValue } from "./fields.ts";
import { unknownClient } from "./risks.ts";

export const logout: Operation = {
  id: "logout",
  group: "Session",
  title: "Logout",
  action: "Log out",
  summary: "Leaves for the tenant's logout, which ends the session and returns to a URL.",
  leavesFor: "logout",
  isServiceSpecific: true,
  // Logout of OpenID Connect has other parameters: RP-Initiated Logout 1.0, section 2.
  ownPart: { name: "Logout with returnTo", elsewhere: "logout" },
  allowsExtraParameters: true,
  fields: [
    clientField,
    {
      name: "list",
      label: "Allowed logout URLs",
      kind: "choice",
      choices: [
        { value: "application", label: "of the application (sends client_id)" },
        { value: "account", label: "of the tenant (sends no client_id)" },
      ],
    },
    {
      name: "returnTo",
      label: "Return URL",
      kind: "text",
      placeholder: "the callback URL of the extension, or the origin of the page",
      hint: "The list must contain exactly this URL.",
    },
    {
      name: "federated",
      label: "Also log out at the identity provider",
      kind: "flag",
    },
  ],
  risks: [
    {
      error: "returnTo is not allowed",
      cause:
        "The return URL is not in the list: that of the application with client_id, that of the tenant without. The session has ended nevertheless.",
      remedy: "Add the URL to this list of allowed logout URLs.",
    },
    unknownClient,
  ],
  warn: ({ federated = "" }) =>
    federated === "true"
      ? ["The user is also logged out at the identity provider, with an effect on other sites."]
      : [],
  call(values, setting) {
    const home = setting.way === "page" ? `${setting.pageOrigin}/` : setting.redirectUri;
    const returnTo = readValue(values, "returnTo") || home;
    const list =
      values["list"] === "account"
        ? // JSON has no undefined, and the library treats null the same.
          { clientID: null }
        : { clientID: clientOf(values, setting) };
    const federated = values["federated"] === "true" ? { federated: true } : {};
    return callWebAuth("logout", [{ ...list, returnTo, ...federated }], values, setting);
  },
};
