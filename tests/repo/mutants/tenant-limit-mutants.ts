import type { Mutant } from "./judge-mutants.ts";

const plant = (
  place: readonly [file: string, find: string, replace: string],
  test: string,
  rows: readonly string[] = [],
): Mutant => ({
  rows,
  file: `tenant/${place[0]}.ts`,
  find: place[1],
  replace: place[2],
  tests: [`tests/unit/tenant/${test}.test.ts`],
});

/** Planted faults of the local tenant's rate limits, of its fuzz, and of what a second reading mended. */
export const tenantLimitMutants: readonly Mutant[] = [
  plant(
    [
      "authentication/authorize/authorize",
      `login !== undefined && request.prompt === "none"`,
      `false`,
    ],
    "authentication/request-limit",
    ["limits.check-session-interval"],
  ),
  plant(
    ["authentication/authorize/authorize", `15 * 60_000`, `14 * 60_000`],
    "authentication/request-limit",
    ["limits.check-session-interval"],
  ),
  plant(
    ["authentication/authorize/authorize", `request.maxAge === 0`, `request.maxAge === -1`],
    "authentication/login/advance-login",
  ),
  plant(
    ["authentication/userinfo", `const interval = 12_000;`, `const interval = 10_000;`],
    "authentication/request-limit",
  ),
  plant(
    [
      "authentication/request-limit",
      `c.header("x-ratelimit-reset", String(Math.ceil(readyAt / 1000)));`,
      ``,
    ],
    "authentication/request-limit",
    ["limits.rate-limit-headers"],
  ),
  plant(
    [
      "authentication/login/advance-login",
      `context.users.get(progress.user.user_id)`,
      `progress.user`,
    ],
    "authentication/login/advance-login",
  ),
  plant(
    ["authentication/token/token-authorization-code", `user.blocked !== true`, `true`],
    "authentication/login/advance-login",
  ),
  plant(
    ["authentication/token/respond-with-tokens", `refreshed?.scopes ?? scopes`, `scopes`],
    "authentication/token/token-users",
  ),
  plant(
    ["authentication/token/token-mfa", `...(extra !== undefined && { extra })`, ``],
    "authentication/token/token-users",
  ),
  plant(
    ["authentication/token/issue-tokens", `Math.ceil(limits[`, `Math.floor(limits[`],
    "authentication/token/token-users",
  ),
  plant(
    [
      "management/users",
      `findUserByEmail(context.users, email, connection)`,
      `findUserByEmail(context.users, email)`,
    ],
    "management/users",
  ),
  plant(
    ["management/profile-schemas", `hasLength(0, 15)`, `hasLength(0, 14)`],
    "management/connection-profiles",
    ["limits.prefix-template"],
  ),
  plant(
    [
      "management/profile-schemas",
      `action_id: z.string().check(hasLength(1, 36))`,
      `action_id: z.string().check(hasLength(1, 35))`,
    ],
    "management/token-exchange-profiles",
    ["limits.action-id"],
  ),
  plant(
    [
      "management/profile-schemas",
      `type: z.string().check(hasLength(1, 21))`,
      `type: z.string().check(hasLength(1, 20))`,
    ],
    "management/token-exchange-profiles",
    ["limits.tep-type"],
  ),
  plant(
    [
      "authentication/login/check-password",
      `const isProven = (): boolean => context.logins.codes.redeem(recipient, given.code);`,
      `const isRight = context.logins.codes.redeem(recipient, given.code);
  const isProven = (): boolean => isRight;`,
    ],
    "authentication/token/token-users",
  ),
  plant(
    ["management/validation", `name === listName || values.length > 1`, `name === listName`],
    "management/connection-profiles",
  ),
  plant(
    [
      "directory/organizations",
      `organization.members.includes(user.user_id)`,
      `user.user_id !== ""`,
    ],
    "authentication/token/token-users",
  ),
  plant(
    ["store/tenant-state", `context.mailbox.load(state.mailbox ?? []);`, ``],
    "store/tenant-state",
  ),
  plant(
    [
      "authentication/embedded/co-verify",
      `pending === undefined) return await renderLostLogin(c);`,
      `pending === undefined) throw new Error("lost");`,
    ],
    "fuzz",
  ),
];
