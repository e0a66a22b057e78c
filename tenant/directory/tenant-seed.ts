import * as z from "zod/mini";
import { describeIssue } from "../core/describe-issue.ts";
import { createConnectionProfileSchema } from "../management/profile-schemas.ts";
import { clientSettingsSchema } from "./client-change.ts";
import { connections } from "./connections.ts";

const text = (maximum: number) => z.string().check(z.minLength(1), z.maxLength(maximum));
const optionalText = (maximum: number) => z.exactOptional(text(maximum));
const flag = z.exactOptional(z.boolean());
const metadata = z.exactOptional(z.record(z.string(), z.unknown()));

/** The connections whose users have passwords. */
const databases = connections
  .filter((connection) => connection.strategy === "auth0")
  .map((connection) => connection.name);

/** Rejects a list in which two entries have the same key. */
function areDistinct<Item>(
  field: string,
  toKey: (item: Item) => string | undefined,
): z.core.CheckFn<Item[]> {
  return ({ value, issues }) => {
    const known = new Set<string>();
    for (const [index, item] of value.entries()) {
      const key = toKey(item);
      if (key === undefined) continue;
      const params = { says: "must differ from the entries before it" };
      if (known.has(key))
        issues.push({ code: "custom", input: item, path: [index, field], params });
      known.add(key);
    }
  };
}

const userSeedSchema = z
  .strictObject({
    email: z.email().check(z.maxLength(320)),
    password: text(200),
    user_id: z.exactOptional(z.string().check(z.regex(/^[^|\s]+\|\S+$/), z.maxLength(200))),
    connection: z.exactOptional(z.enum(databases)),
    username: optionalText(128),
    name: optionalText(300),
    nickname: optionalText(300),
    given_name: optionalText(150),
    family_name: optionalText(150),
    picture: z.exactOptional(z.url().check(z.maxLength(2000))),
    email_verified: flag,
    blocked: flag,
    multifactor: z.exactOptional(z.array(z.enum(["email"]))),
    user_metadata: metadata,
    app_metadata: metadata,
  })
  .check(({ value, issues }) => {
    const needsUsername = connections.some(
      (each) => each.name === value.connection && each.requiresUsername === true,
    );
    if (needsUsername !== (value.username === undefined)) return;
    const says = needsUsername
      ? "is required by the connection of the user"
      : "needs a connection with usernames";
    issues.push({ code: "custom", input: value, path: ["username"], params: { says } });
  });

const clientSeedSchema = z
  .extend(clientSettingsSchema, {
    client_id: z.string().check(z.regex(/^\S+$/), z.maxLength(100)),
    name: optionalText(200),
    client_secret: optionalText(200),
    token_endpoint_auth_method: z.exactOptional(z.enum(["none", "client_secret_post"])),
    id_token_signing_alg: z.exactOptional(z.enum(["RS256", "HS256"])),
    is_global: flag,
    is_third_party: flag,
    allows_token_exchange: flag,
    grants: z.exactOptional(
      z.array(z.strictObject({ audience: text(600), scopes: z.array(text(300)) })),
    ),
  })
  .check(({ value, issues }) => {
    const isSecretMissing = value.client_secret === undefined;
    if (!isSecretMissing || value.token_endpoint_auth_method !== "client_secret_post") return;
    const params = { says: "is required by token_endpoint_auth_method" };
    issues.push({ code: "custom", input: value, path: ["client_secret"], params });
  });

const apiSeedSchema = z.strictObject({
  audience: text(600),
  name: optionalText(200),
  user_scopes: z.exactOptional(z.array(text(300))),
  requires_consent: flag,
});

const actionSeedSchema = z.strictObject({
  id: text(36),
  name: optionalText(255),
  is_deployed: flag,
  supported_triggers: z.exactOptional(z.array(text(100))),
});

const list = <Item extends z.ZodMiniType>(
  item: Item,
  ...checks: z.core.CheckFn<z.infer<Item>[]>[]
) => z.exactOptional(z.array(item).check(z.maxLength(1000), ...checks));

/** The content of a seed file: data that a tenant begins with, beside its own. */
export const tenantSeedSchema = z.strictObject({
  users: list(
    userSeedSchema,
    areDistinct("email", (user) => `${user.connection ?? ""} ${user.email.toLowerCase()}`),
    areDistinct("username", (user) => user.username?.toLowerCase()),
    areDistinct("user_id", (user) => user.user_id),
  ),
  clients: list(
    clientSeedSchema,
    areDistinct("client_id", (client) => client.client_id),
  ),
  apis: list(
    apiSeedSchema,
    areDistinct("audience", (api) => api.audience),
  ),
  actions: list(
    actionSeedSchema,
    areDistinct("id", (action) => action.id),
  ),
  connection_profiles: list(
    createConnectionProfileSchema,
    areDistinct("name", (profile) => profile.name),
  ),
});

export type TenantSeed = z.infer<typeof tenantSeedSchema>;

/** The seed cannot be used. The message names the place, but no value: it may be a password. */
export class SeedError extends Error {
  override name = "SeedError";
}

/**
 * Parses the content of a seed; `source` names it in the error, such as `The seed file a.json`.
 *
 * @throws {SeedError}
 */
export function parseTenantSeed(source: string, content: unknown): TenantSeed {
  const parsed = z.safeParse(tenantSeedSchema, content, { reportInput: true });
  if (parsed.success) return parsed.data;
  const reason = describeIssue(parsed.error, "the content");
  throw new SeedError(`${source} is not a valid seed: ${reason}. Correct it and start again.`);
}
