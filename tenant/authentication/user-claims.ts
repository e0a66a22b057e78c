import type { User } from "../users.ts";

/** Standard claims about a user for the granted scopes (OpenID Connect Core, section 5.4). */
export function describeUserClaims(
  user: User,
  scopes: readonly string[],
): Record<string, string | boolean> {
  return {
    ...(scopes.includes("profile") && {
      nickname: user.nickname,
      name: user.name,
      picture: user.picture,
      updated_at: user.updated_at,
    }),
    ...(scopes.includes("email") && { email: user.email, email_verified: user.email_verified }),
  };
}
