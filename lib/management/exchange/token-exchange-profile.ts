import * as z from "zod/mini";
import { findDuplicateType, type ListedProfile } from "./find-duplicate-type.ts";
import {
  countCharacters,
  readFieldMessages,
  type FieldCheck,
  type FieldMessage,
} from "../field-check.ts";

/** The initial name of a new profile. */
export const defaultProfileName = "Token Exchange Profile 1";

function boundedText(label: string, shortest: number, longest: number) {
  return z.string({ error: `${label} is required.` }).check(
    z.refine((text) => countCharacters(text) >= shortest, {
      error: ({ input }) =>
        input === "" ? `${label} is required.` : `${label} needs at least ${shortest} characters.`,
      abort: true,
    }),
    z.refine((text) => countCharacters(text) <= longest, {
      error: `${label} must not exceed ${longest} characters.`,
      abort: true,
    }),
  );
}

// RFC 3986, section 2: the allowed characters of a URI. Two hex digits follow a percent sign.
const uriPattern = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/iu;

function isUri(text: string): boolean {
  return uriPattern.test(text) && URL.canParse(text);
}

const nameSchema = boundedText("The name", 3, 50);
const subjectTokenTypeSchema = boundedText("The subject token type", 8, 100).check(
  z.refine(isUri, {
    error:
      "The subject token type must be a URI without spaces, such as urn:acme:legacy-token or https://acme.example/legacy-token.",
  }),
);

/** The body of a create request. The service accepts no other property. */
export const tokenExchangeProfileBodySchema = z.strictObject({
  name: nameSchema,
  subject_token_type: subjectTokenTypeSchema,
  action_id: boundedText("The action ID", 1, 36),
  type: z.literal("custom_authentication", {
    error: "The type must be custom_authentication.",
  }),
});
export type TokenExchangeProfileBody = z.infer<typeof tokenExchangeProfileBodySchema>;

/** The properties of a new profile. The form and the refusals name their fields after them. */
export const tokenExchangeProfileFields: readonly string[] = z.keyof(
  tokenExchangeProfileBodySchema,
).options;

/** The body of an update, with one property or both. Action and type cannot be changed. */
export const tokenExchangeProfilePatchSchema = z
  .strictObject({
    name: z.optional(nameSchema),
    subject_token_type: z.optional(subjectTokenTypeSchema),
  })
  .check(
    z.refine((patch) => patch.name !== undefined || patch.subject_token_type !== undefined, {
      error: "No changes. Change the name or the subject token type.",
    }),
  );
export type TokenExchangeProfilePatch = z.infer<typeof tokenExchangeProfilePatchSchema>;

/** A token exchange profile from the service. Keeps unknown properties. */
export const tokenExchangeProfileSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  subject_token_type: z.string(),
  action_id: z.string(),
  type: z.string(),
  /** Date and time, RFC 3339. */
  created_at: z.optional(z.string()),
  updated_at: z.optional(z.string()),
});
export type TokenExchangeProfile = z.infer<typeof tokenExchangeProfileSchema>;

/** The listed profiles, to find duplicates of a subject token type. */
export interface KnownProfiles {
  listed?: readonly ListedProfile[];
  /** The edited profile, which may keep its own type. */
  ownId?: string;
}

/**
 * Checks the form of a new profile. Returns an error for each field that the service would refuse,
 * and a warning for each that it may refuse.
 */
export function checkTokenExchangeProfile(
  input: unknown,
  known: KnownProfiles = {},
): FieldCheck<TokenExchangeProfileBody> {
  return checkFields(tokenExchangeProfileBodySchema.safeParse(input), input, known);
}

/** Checks the body of an update. Returns an error for each field that the service would refuse. */
export function checkTokenExchangeProfilePatch(
  input: unknown,
  known: KnownProfiles = {},
): FieldCheck<TokenExchangeProfilePatch> {
  return checkFields(tokenExchangeProfilePatchSchema.safeParse(input), input, known);
}

const typedSchema = z.looseObject({ subject_token_type: z.string() });

function checkFields<Value>(
  parsed: z.core.util.SafeParseResult<Value>,
  input: unknown,
  { listed = [], ownId }: KnownProfiles,
): FieldCheck<Value> {
  const type = typedSchema.safeParse(input).data?.subject_token_type;
  const warnings = type === undefined ? [] : warnOfType(type);
  const duplicate = type === undefined ? undefined : findDuplicateType(listed, type, ownId);
  if (parsed.success && duplicate === undefined) return { ok: true, value: parsed.data, warnings };
  const errors = parsed.success ? [] : readFieldMessages(parsed.error);
  return { ok: false, errors: [...errors, ...(duplicate ? [duplicate] : [])], warnings };
}

// The interface description lacks these rules of the service, so they are warnings.
const reservedPattern = /^(?:https?:\/\/(?:auth0|okta)\.com|urn:(?:ietf|auth0|okta))(?![\w.-])/iu;
const expectedStart = /^(?:https:\/\/|urn:)/iu;

function warnOfType(subjectTokenType: string): FieldMessage[] {
  const field = "subject_token_type";
  if (reservedPattern.test(subjectTokenType)) {
    const message =
      "This namespace is reserved, so the service will probably reject it. Use your own domain or URN.";
    return [{ field, message }];
  }
  // Do not warn while the user has typed only a part of the URI.
  if (isUri(subjectTokenType) && !expectedStart.test(subjectTokenType)) {
    const message =
      "The service expects a subject token type that starts with https:// or urn:. It may reject this one.";
    return [{ field, message }];
  }
  return [];
}
