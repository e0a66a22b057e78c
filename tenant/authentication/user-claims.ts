import type { User } from "../directory/users.ts";

/**
 * Returns the standard claims about a user for the granted scopes (OpenID Connect Core, section
 * 5.4).
 */
export function describeUserClaims(
  user: User,
  scopes: readonly string[],
): Record<string, string | boolean> {
  return {
    ...(scopes.includes("profile") && {
      nickname: user.nickname,
      name: user.name,
      ...(user.given_name !== undefined && { given_name: user.given_name }),
      ...(user.family_name !== undefined && { family_name: user.family_name }),
      picture: user.picture,
      updated_at: user.updated_at,
    }),
    ...(scopes.includes("email") &&
      user.email !== "" && { email: user.email, email_verified: user.email_verified }),
    ...(scopes.includes("phone") &&
      user.phone_number !== undefined && {
        phone_number: user.phone_number,
        phone_number_verified: user.phone_verified ?? false,
      }),
  };
}
