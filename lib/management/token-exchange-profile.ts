import * as z from "zod/mini";
import {
  countCharacters,
  readFieldMessages,
  type FieldCheck,
  type FieldMessage,
} from "./field-check.ts";

/** The name that a new profile starts with. */
export const DEFAULT_PROFILE_NAME = "Token Exchange Profile 1";

function boundedText(label: string, shortest: number, longest: number) {
  return z.string({ error: `${label} is missing. Fill it in.` }).check(
    z.refine((text) => countCharacters(text) >= shortest, {
      error: ({ input }) =>
        input === ""
          ? `${label} is missing. Fill it in.`
          : `${label} needs at least ${shortest} characters.`,
      abort: true,
    }),
    z.refine((text) => countCharacters(text) <= longest, {
      error: `${label} may have at most ${longest} characters. Shorten it.`,
      abort: true,
    }),
  );
}

// RFC 3986, section 2: the only characters that a URI may hold; a percent sign opens two hexadecimal digits.
const URI = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/iu;

function isUri(text: string): boolean {
  return URI.test(text) && URL.canParse(text);
}

const nameSchema = boundedText("The name", 3, 50);
const subjectTokenTypeSchema = boundedText("The subject token type", 8, 100).check(
  z.refine(isUri, {
    error:
      "The subject token type must be a URI without spaces, such as urn:acme:legacy-token or https://acme.example/legacy-token.",
  }),
);

/** The body that creates a token exchange profile. The service accepts these four properties and no other. */
export const tokenExchangeProfileBodySchema = z.strictObject({
  name: nameSchema,
  subject_token_type: subjectTokenTypeSchema,
  action_id: boundedText("The action id", 1, 36),
  type: z.literal("custom_authentication", {
    error: "The type must be custom_authentication: the service knows no other.",
  }),
});
export type TokenExchangeProfileBody = z.infer<typeof tokenExchangeProfileBodySchema>;

/** The body that changes a token exchange profile: one of the two or both. The action and the type stay what they were. */
export const tokenExchangeProfilePatchSchema = z
  .strictObject({
    name: z.optional(nameSchema),
    subject_token_type: z.optional(subjectTokenTypeSchema),
  })
  .check(
    z.refine((patch) => patch.name !== undefined || patch.subject_token_type !== undefined, {
      error: "Nothing is changed yet. Change the name or the subject token type.",
    }),
  );
export type TokenExchangeProfilePatch = z.infer<typeof tokenExchangeProfilePatchSchema>;

/** A token exchange profile as the service returns it; properties that are not listed here are kept. */
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

/** Checks the form of a new profile before it is sent: an error for each field that the service would refuse. */
export function checkTokenExchangeProfile(input: unknown): FieldCheck<TokenExchangeProfileBody> {
  const parsed = tokenExchangeProfileBodySchema.safeParse(input);
  if (parsed.success) {
    return { ok: true, value: parsed.data, warnings: warnOfType(parsed.data.subject_token_type) };
  }
  return { ok: false, errors: readFieldMessages(parsed.error), warnings: [] };
}

/** Checks what a change would send: an error for each field that the service would refuse. */
export function checkTokenExchangeProfilePatch(
  input: unknown,
): FieldCheck<TokenExchangeProfilePatch> {
  const parsed = tokenExchangeProfilePatchSchema.safeParse(input);
  if (!parsed.success) return { ok: false, errors: readFieldMessages(parsed.error), warnings: [] };
  const { subject_token_type: type } = parsed.data;
  return { ok: true, value: parsed.data, warnings: type === undefined ? [] : warnOfType(type) };
}

// Documented by the service outside of the interface itself, so they warn and the service decides.
const RESERVED = /^(?:https?:\/\/(?:auth0|okta)\.com|urn:(?:ietf|auth0|okta))(?![\w.-])/iu;
const EXPECTED_START = /^(?:https:\/\/|urn:)/iu;

function warnOfType(subjectTokenType: string): FieldMessage[] {
  const field = "subject_token_type";
  if (RESERVED.test(subjectTokenType)) {
    const message =
      "This namespace is reserved, so the service will probably refuse it. Use a domain or a urn of your own.";
    return [{ field, message }];
  }
  if (!EXPECTED_START.test(subjectTokenType)) {
    const message =
      "The service expects a subject token type that starts with https:// or urn:, and may refuse this one.";
    return [{ field, message }];
  }
  return [];
}
