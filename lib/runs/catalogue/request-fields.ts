import type { JsonObject } from "../../encoding/json.ts";
import type { Field, Values, Way } from "../operation.ts";
import { pick, readValue } from "./fields.ts";

const codeAlone = { value: "code", label: "code (for a server)" };

/**
 * The response types of the contract.
 *
 * @see OpenID Connect Core 1.0, section 3; OAuth 2.0 Multiple Response Type Encoding Practices
 */
const responseTypes = [
  { value: "code pkce", label: "code with PKCE" },
  codeAlone,
  { value: "token id_token", label: "token id_token" },
  { value: "id_token", label: "id_token" },
  { value: "token", label: "token" },
  { value: "code token", label: "code token (hybrid)" },
  { value: "code id_token", label: "code id_token (hybrid)" },
  { value: "code token id_token", label: "code token id_token (hybrid)" },
];

export const responseTypeField: Field = {
  name: "responseType",
  label: "Response type",
  kind: "choice",
  choices: responseTypes,
};

/** The response types of silent renewal, which cannot redeem a code without PKCE. */
export const renewalTypeField: Field = {
  ...responseTypeField,
  choices: responseTypes.filter((choice) => choice !== codeAlone),
};

export const responseModeField: Field = {
  name: "responseMode",
  label: "Response mode",
  kind: "choice",
  choices: [
    { value: "", label: "default" },
    { value: "fragment", label: "fragment" },
    { value: "query", label: "query (only for code)" },
    { value: "form_post", label: "form_post (for a server)" },
  ],
  isAdvanced: true,
};

export const connectionField: Field = {
  name: "connection",
  label: "Connection",
  kind: "text",
  placeholder: "none (user chooses)",
};

export const promptField: Field = {
  name: "prompt",
  label: "Prompt",
  kind: "choice",
  choices: [
    { value: "", label: "default" },
    { value: "login", label: "login (always ask)" },
    { value: "none", label: "none (never ask)" },
    { value: "consent", label: "consent (ask for consent)" },
    { value: "select_account", label: "select_account (ask for the account)" },
  ],
};

export const stateField: Field = {
  name: "state",
  label: "State",
  kind: "text",
  placeholder: "generated",
  isAdvanced: true,
};

export const nonceField: Field = { ...stateField, name: "nonce", label: "Nonce" };

const organizationField: Field = {
  name: "organization",
  label: "Organization",
  kind: "text",
  placeholder: "none",
  isAdvanced: true,
};

const maxAgeField: Field = {
  name: "maxAge",
  label: "Maximum age of the login (seconds)",
  kind: "text",
  placeholder: "no limit",
  isAdvanced: true,
};

export const leewayField: Field = {
  name: "leeway",
  label: "Leeway (seconds)",
  kind: "text",
  placeholder: "60",
  hint: "The tolerated difference between the tenant's clock and this one, 0 to 300.",
  isAdvanced: true,
};

/** The rare parameters of an authorization request. */
export const rareFields: readonly Field[] = [
  stateField,
  nonceField,
  maxAgeField,
  organizationField,
  leewayField,
];

/** Returns the parameters of an authorization request that a form has. */
export function pickParameters(values: Values): JsonObject {
  const maxAge = readValue(values, "maxAge");
  return {
    ...pick(values, [
      "audience",
      "connection",
      "prompt",
      "scope",
      "state",
      "nonce",
      "organization",
    ]),
    ...(maxAge === "" ? {} : { maxAge: Number(maxAge) }),
  };
}

/** Returns the options of the constructor that a form of an authorization request has. */
export function pickOptions(values: Values): JsonObject {
  const wanted = values["responseType"] || "code pkce";
  const leeway = readValue(values, "leeway");
  return {
    responseType: wanted.replace(/ pkce$/, ""),
    ...(wanted.endsWith(" pkce") ? { pkce: true } : {}),
    ...pick(values, ["responseMode"]),
    ...(leeway === "" ? {} : { leeway: Number(leeway) }),
  };
}

/** Returns the problem of each wrong value of an authorization request. */
export function checkRequest(values: Values): Readonly<Record<string, string>> {
  const { responseType = "", responseMode = "", maxAge = "", leeway = "" } = values;
  const isCodeAlone = /^(code( pkce)?)?$/.test(responseType);
  return {
    ...(responseMode === "query" && !isCodeAlone
      ? { responseMode: "Tokens never come in the query. Choose fragment, or the type code." }
      : {}),
    ...(/^\d{0,9}$/.test(maxAge.trim()) ? {} : { maxAge: "Enter a whole number of seconds." }),
    ...(/^\d{0,3}$/.test(leeway.trim()) && Number(leeway) <= 300
      ? {}
      : { leeway: "Enter a whole number of seconds from 0 to 300." }),
  };
}

/**
 * Returns a problem with a response that the login window of the extension never gets: the browser
 * tells only the URL of a response.
 *
 * @see OAuth 2.0 Form Post Response Mode, section 2
 */
export function checkFormPost(values: Values, way?: Way): Readonly<Record<string, string>> {
  return way === "extension" && values["responseMode"] === "form_post"
    ? {
        responseMode:
          "The extension's login window cannot read a form_post response. Run it in the inspected page, or choose another response mode.",
      }
    : {};
}
