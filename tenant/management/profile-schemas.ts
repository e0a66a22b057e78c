import * as z from "zod/mini";

/** Length in characters as the service counts them: code points, not UTF-16 units. */
function hasLength(minimum: number, maximum: number): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const length = [...value].length;
    const base = { origin: "string", inclusive: true, input: value } as const;
    if (length < minimum) issues.push({ ...base, code: "too_small", minimum });
    if (length > maximum) issues.push({ ...base, code: "too_big", maximum });
  };
}

/** Body of `POST /token-exchange-profiles`; every property is required, others are refused. */
export const createTokenExchangeProfileSchema = z.strictObject({
  name: z.string().check(hasLength(3, 50)),
  subject_token_type: z.string().check(
    hasLength(8, 100),
    z.refine((value) => URL.canParse(value), { params: { format: "url" } }),
  ),
  action_id: z.string().check(hasLength(1, 36)),
  type: z.string().check(hasLength(1, 21)),
});

/** A token exchange profile as the tenant keeps and answers it. */
export interface TokenExchangeProfile extends z.infer<typeof createTokenExchangeProfileSchema> {
  id: string;
  created_at: string;
  updated_at: string;
}

const featuresSchema = z.array(z.enum(["scim", "universal_logout"]));
const emptyObjectSchema = z.strictObject({});
const membershipSchema = z.enum(["none", "optional", "required"]);

const overrideSchema = z.strictObject({
  enabled_features: z.optional(featuresSchema),
  connection_config: z.optional(emptyObjectSchema),
});

/** The pattern that the management interface publishes for the prefix template. */
const prefixTemplatePattern = /^(?!-)(?!.*--)(?:[a-zA-Z0-9-]|{org_id}|{org_name})*$/;

/** Body of `PATCH /connection-profiles/{id}`; every property is optional, others are refused. */
export const updateConnectionProfileSchema = z.strictObject({
  name: z.optional(z.string().check(hasLength(1, 50))),
  organization: z.optional(
    z.strictObject({
      show_as_button: z.optional(membershipSchema),
      assign_membership_on_login: z.optional(membershipSchema),
    }),
  ),
  connection_name_prefix_template: z.optional(
    z.string().check(hasLength(0, 15), z.regex(prefixTemplatePattern)),
  ),
  enabled_features: z.optional(featuresSchema),
  connection_config: z.optional(emptyObjectSchema),
  strategy_overrides: z.optional(
    z.strictObject({
      pingfederate: z.optional(overrideSchema),
      ad: z.optional(overrideSchema),
      adfs: z.optional(overrideSchema),
      waad: z.optional(overrideSchema),
      "google-apps": z.optional(overrideSchema),
      okta: z.optional(overrideSchema),
      oidc: z.optional(overrideSchema),
      samlp: z.optional(overrideSchema),
    }),
  ),
});

/** A change to a connection profile, as it was sent. */
export type ConnectionProfileChange = z.infer<typeof updateConnectionProfileSchema>;

/** A connection profile as the tenant keeps and answers it; unset overrides are null on the wire. */
export interface ConnectionProfile {
  id: string;
  name: string;
  organization: NonNullable<ConnectionProfileChange["organization"]>;
  connection_name_prefix_template: string;
  enabled_features: z.infer<typeof featuresSchema>;
  connection_config: Record<string, never>;
  strategy_overrides: NonNullable<ConnectionProfileChange["strategy_overrides"]> | null;
}

/** A custom action of the tenant, as far as token exchange profiles look at it. */
export interface Action {
  id: string;
  name: string;
  is_deployed: boolean;
  supported_triggers: readonly string[];
}
