import {
  jsonObjectSchema,
  parseJson,
  type JsonObject,
  type JsonValue,
} from "../../encoding/json.ts";
import type { Call, MethodName } from "../call.ts";
import type { Field, RunSetting, Values } from "../operation.ts";

/** The application. */
export const clientField: Field = {
  name: "clientID",
  label: "Client ID",
  kind: "text",
  placeholder: "the tenant's application",
};

export const scopeField: Field = {
  name: "scope",
  label: "Scope",
  kind: "text",
  initial: "openid profile email",
  placeholder: "openid profile email",
};

export const audienceField: Field = {
  name: "audience",
  label: "Audience",
  kind: "text",
  placeholder: "none (userinfo endpoint only)",
};

export const redirectField: Field = {
  name: "redirectUri",
  label: "Callback URL",
  kind: "text",
  placeholder: "the callback URL of the chosen place",
};

/** The callback URL of a response in a frame or a popup. */
export const messageField: Field = {
  ...redirectField,
  hint: "The URL must have the origin of the page where this runs.",
};

/** The database connection of embedded calls. */
export const databaseField: Field = {
  name: "connection",
  label: "Connection",
  kind: "text",
  initial: "Username-Password-Authentication",
  isRequired: true,
};

export const accessTokenField: Field = {
  name: "accessToken",
  label: "Access token",
  kind: "token",
  token: "access",
  isRequired: true,
};

/** The access token of a call of the Management API. */
export const managementTokenField: Field = {
  ...accessTokenField,
  hint: "Log in with the audience of the Management API and with the scope of this call.",
};

/** The user of a call of the Management API. */
export const userField: Field = {
  name: "userId",
  label: "User ID",
  kind: "text",
  isRequired: true,
  placeholder: "auth0|5f7c8ec7c33c6c004bbafe82",
  hint: "The sub of the user info or of the ID token.",
};

/** Returns the values of some fields that are not empty. */
export function pick(values: Values, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const name of names) {
    const value = readValue(values, name);
    if (value !== "") picked[name] = value;
  }
  return picked;
}

/** Returns a value without the spaces around it. Do not use it for passwords. */
export function readValue(values: Values, name: string): string {
  return values[name]?.trim() ?? "";
}

/** Returns the JSON object of a field; undefined for an empty field or another text. */
export function readObject(values: Values, name: string): JsonObject | undefined {
  return jsonObjectSchema.safeParse(parseJson(values[name] ?? "")).data;
}

/** Returns a call of a WebAuth with the setting's domain and application. */
export function callWebAuth(
  method: MethodName,
  args: Call["args"],
  values: Values,
  setting: RunSetting,
  options: JsonObject = {},
): Call {
  return {
    object: "WebAuth",
    options: { domain: setting.origin, clientID: clientOf(values, setting), ...options },
    method,
    args,
  };
}

/** Returns a call of a Management. The API exists only at the tenant's own domain. */
export function callManagement(
  method: MethodName,
  args: readonly JsonValue[],
  values: Values,
  setting: RunSetting,
): Call {
  return {
    object: "Management",
    options: { domain: setting.managementOrigin, token: readValue(values, "accessToken") },
    method,
    args: [readValue(values, "userId"), ...args],
  };
}

/** Returns the client ID of a form, or that of the setting. */
export function clientOf(values: Values, setting: RunSetting): string {
  return readValue(values, "clientID") || setting.clientId;
}

/** Returns the callback URL of a form, or that of the setting. */
export function redirectOf(values: Values, setting: RunSetting): string {
  return readValue(values, "redirectUri") || setting.redirectUri;
}

/** Returns the callback URL of a form for frames and popups, or that of the setting. */
export function messageUriOf(values: Values, setting: RunSetting): string {
  return readValue(values, "redirectUri") || setting.messageUri;
}
