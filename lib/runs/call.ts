import * as z from "zod/mini";
import { jsonObjectSchema, jsonValueSchema } from "../encoding/json.ts";

/** The methods of the library that a run can call, each by its path from the instance. */
export const methodNames = [
  "authorize",
  "changePassword",
  "checkSession",
  "client.buildAuthorizeUrl",
  "client.getSSOData",
  "client.oauthToken",
  "client.userInfo",
  "crossOriginVerification",
  "getUser",
  "linkUser",
  "login",
  "logout",
  "parseHash",
  "passwordlessLogin",
  "passwordlessStart",
  "patchUserMetadata",
  "popup.authorize",
  "signup",
] as const;
export type MethodName = (typeof methodNames)[number];

/**
 * One call of the library as data. The same call runs in the extension, runs in the inspected page,
 * and is written as code.
 */
export const callSchema = z.object({
  object: z.enum(["WebAuth", "Management"]),
  /** The options of the constructor, without ports. */
  options: jsonObjectSchema,
  method: z.enum(methodNames),
  args: z.array(jsonValueSchema),
  /** Changes to the query of the authorization request that the library writes. */
  query: z.optional(
    z.object({
      /**
       * Parameters to add, even empty and repeated ones, which the library itself does not send.
       * They replace the library's own parameters of the same names.
       */
      added: z.array(z.tuple([z.string(), z.string()])),
      /** The names in the order to send them. The other parameters follow. */
      order: z.array(z.string()),
      /** The names of parameters that the library sends by default, and this request does not. */
      omitted: z.optional(z.array(z.string())),
    }),
  ),
});
export type Call = z.infer<typeof callSchema>;

/** A request to the tenant that the library does not offer to browsers. */
export interface PlainRequest {
  method: "POST";
  url: string;
  /** The form in the body. */
  form: Readonly<Record<string, string>>;
}

/** A failure of a call, as the promise or the callback got it. */
export const callErrorSchema = z.object({
  /** The code of the service or of the library; `TypeError` for a wrong argument. */
  error: z.string(),
  errorDescription: z.string(),
  /** The cause as a sentence, where the run knows more than the library. */
  cause: z.optional(z.string()),
  reason: z.optional(z.string()),
  remedy: z.optional(z.string()),
  statusCode: z.optional(z.number()),
  /** All members of the error. */
  members: jsonObjectSchema,
});
export type CallError = z.infer<typeof callErrorSchema>;

/** The end of a call. */
export const callOutcomeSchema = z.discriminatedUnion("kind", [
  /** `result` is null if the call returns nothing. */
  z.object({ kind: z.literal("returned"), result: jsonValueSchema }),
  z.object({ kind: z.literal("rejected"), error: callErrorSchema }),
  /** The call leaves the page for this URL. */
  z.object({ kind: z.literal("left"), url: z.string() }),
]);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** The library's storage during a run: the pending transactions with their secrets. */
export const memorySchema = z.array(z.tuple([z.string(), z.string()]));
export type Memory = z.infer<typeof memorySchema>;
