import * as z from "zod/mini";

/** Checks the length in code points, as the service counts it, not in UTF-16 units. */
function hasLength(minimum: number, maximum: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const length = [...value].length;
    const base = { origin: "string", inclusive: true, input: value } as const;
    if (length < minimum) issues.push({ ...base, code: "too_small", minimum });
    if (length > maximum) issues.push({ ...base, code: "too_big", maximum });
  };
}

const exchangeNameSchema = z.string().check(hasLength(3, 50));
/** The characters of a URI (RFC 3986, section 2); `URL.canParse` accepts spaces as well. */
const uriCharacters = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

const subjectTokenTypeSchema = z.string().check(
  hasLength(8, 100),
  z.refine((value) => uriCharacters.test(value) && URL.canParse(value), {
    params: { format: "url" },
  }),
);

/** Body of `POST /token-exchange-profiles`; all properties are required. */
export const createTokenExchangeProfileSchema = z.strictObject({
  name: exchangeNameSchema,
  subject_token_type: subjectTokenTypeSchema,
  action_id: z.string().check(hasLength(1, 36)),
  type: z.string().check(hasLength(1, 21)),
});

/** Body of `PATCH /token-exchange-profiles/{id}`; action and type cannot change. */
export const updateTokenExchangeProfileSchema = z
  .strictObject({
    name: z.optional(exchangeNameSchema),
    subject_token_type: z.optional(subjectTokenTypeSchema),
  })
  .check(
    z.refine((value) => Object.keys(value).length > 0, {
      params: { text: "Too few properties defined (0), minimum 1" },
    }),
  );

/** A token exchange profile, as stored and returned. */
export const tokenExchangeProfileSchema = z.extend(createTokenExchangeProfileSchema, {
  id: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type TokenExchangeProfile = z.infer<typeof tokenExchangeProfileSchema>;

const featuresSchema = z.array(z.enum(["scim", "universal_logout"]));
const emptyObjectSchema = z.strictObject({});
const membershipSchema = z.enum(["none", "optional", "required"]);

const overrideSchema = z.strictObject({
  enabled_features: z.optional(featuresSchema),
  connection_config: z.optional(emptyObjectSchema),
});

/** The pattern that the Management API publishes for the prefix template. */
const prefixTemplatePattern = /^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|{org_id}|{org_name})*$/;

const connectionNameSchema = z.string().check(hasLength(1, 50));

const organizationSchema = z.strictObject({
  show_as_button: z.optional(membershipSchema),
  assign_membership_on_login: z.optional(membershipSchema),
});

const prefixTemplateSchema = z.string().check(hasLength(0, 15), z.regex(prefixTemplatePattern));

const strategyOverridesSchema = z.strictObject({
  pingfederate: z.optional(overrideSchema),
  ad: z.optional(overrideSchema),
  adfs: z.optional(overrideSchema),
  waad: z.optional(overrideSchema),
  "google-apps": z.optional(overrideSchema),
  okta: z.optional(overrideSchema),
  oidc: z.optional(overrideSchema),
  samlp: z.optional(overrideSchema),
});

const connectionProfileParts = {
  organization: z.optional(organizationSchema),
  connection_name_prefix_template: z.optional(prefixTemplateSchema),
  enabled_features: z.optional(featuresSchema),
  connection_config: z.optional(emptyObjectSchema),
  strategy_overrides: z.optional(strategyOverridesSchema),
};

/** Body of `POST /connection-profiles`; only the name is required. */
export const createConnectionProfileSchema = z.strictObject({
  name: connectionNameSchema,
  ...connectionProfileParts,
});

/** Body of `PATCH /connection-profiles/{id}`; all properties are optional. */
export const updateConnectionProfileSchema = z.strictObject({
  name: z.optional(connectionNameSchema),
  ...connectionProfileParts,
});

/** A change of a connection profile. */
export type ConnectionProfileChange = z.infer<typeof updateConnectionProfileSchema>;

/**
 * A connection profile, as stored and returned. Without overrides, `strategy_overrides` is null.
 */
export const connectionProfileSchema = z.strictObject({
  id: z.string(),
  name: connectionNameSchema,
  organization: organizationSchema,
  connection_name_prefix_template: prefixTemplateSchema,
  enabled_features: featuresSchema,
  connection_config: emptyObjectSchema,
  strategy_overrides: z.nullable(strategyOverridesSchema),
});

export type ConnectionProfile = z.infer<typeof connectionProfileSchema>;

/** The parts of a custom action that token exchange profiles depend on. */
export interface Action {
  id: string;
  name: string;
  is_deployed: boolean;
  supported_triggers: readonly string[];
}
