import type { Operation, Values } from "../operation.ts";
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
import {
  checkRequest,
  connectionField,
  pickOptions,
  pickParameters,
  promptField,
  rareFields,
  responseModeField,
  responseTypeField,
} from "./request-fields.ts";
import { listWarnings } from "./warnings.ts";

/**
 * Returns true if the response contains an ID token, which a nonce must tie to the request.
 *
 * @see OpenID Connect Core 1.0, sections 3.2.2.1 and 3.3.2.11
 */
function needsNonce({ responseType = "" }: Values): boolean {
  return responseType.includes("id_token");
}

function usesPkce({ responseType = "" }: Values): boolean {
  return responseType === "" || responseType.endsWith(" pkce");
}

export const buildAuthorizeUrl: Operation = {
  id: "build-authorize-url",
  group: "Addresses",
  title: "Authorization URL",
  action: "Build the URL",
  summary: "Returns the URL of an authorization request, without sending or storing anything.",
  isServiceSpecific: false,
  allowsExtraParameters: true,
  fields: [
    clientField,
    responseTypeField,
    { name: "state", label: "State", kind: "text", placeholder: "none" },
    { name: "nonce", label: "Nonce", kind: "text", placeholder: "none" },
    {
      name: "codeChallenge",
      label: "Code challenge (S256)",
      kind: "text",
      placeholder: "none",
      hint: "Required with PKCE: the base64url form of the SHA-256 of your code verifier.",
    },
    scopeField,
    audienceField,
    connectionField,
    promptField,
    redirectField,
    responseModeField,
    ...rareFields.filter(({ name }) => name === "maxAge" || name === "organization"),
  ],
  risks: [
    {
      error: "TypeError",
      cause: "An ID token is requested without a nonce, or PKCE without a code challenge.",
      remedy: "Create and store the missing value, and enter it here.",
    },
  ],
  check: (values) => ({
    ...checkRequest(values),
    ...(needsNonce(values) && readValue(values, "nonce") === ""
      ? { nonce: "An ID token needs a nonce. Create a random value, and store it." }
      : {}),
    ...(usesPkce(values) && !/^[\w-]{43}$/.test(readValue(values, "codeChallenge"))
      ? { codeChallenge: "Enter the 43 characters of the challenge of your code verifier." }
      : {}),
  }),
  warn: (values) =>
    listWarnings(
      readValue(values, "state") === ""
        ? "Without a state, the response cannot be tied to this browser. If your code redirects to this URL, create a random state, store it, and pass it to parseHash."
        : undefined,
    ),
  call(values, setting) {
    const parameters = {
      ...pickParameters(values),
      ...(usesPkce(values) ? pick(values, ["codeChallenge"]) : {}),
    };
    return callWebAuth("client.buildAuthorizeUrl", [parameters], values, setting, {
      redirectUri: redirectOf(values, setting),
      ...pickOptions(values),
    });
  },
};
