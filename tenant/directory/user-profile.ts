import { databaseConnection, readConnectionName, type User } from "./users.ts";

/** One identity of a user, as the Management API and events list it. */
export interface Identity {
  connection: string;
  user_id: string;
  provider: string;
  isSocial: boolean;
  /** Profile of a linked account; the user's own identity has none. */
  profileData?: Record<string, unknown>;
}

/** Lists the identities of a user: the own identity first, then those of the linked accounts. */
export function listIdentities(user: User): Identity[] {
  const linked = (user.linkedAccounts ?? []).map((account) => ({
    ...describeOwnIdentity(account),
    profileData: {
      email: account.email,
      email_verified: account.email_verified,
      name: account.name,
      nickname: account.nickname,
      picture: account.picture,
    },
  }));
  return [describeOwnIdentity(user), ...linked];
}

/** Describes a user as the Management API and events do: never with a password. */
export function describeUserProfile(user: User): Record<string, unknown> {
  return {
    user_id: user.user_id,
    ...(user.email !== "" && { email: user.email, email_verified: user.email_verified }),
    ...(user.username !== undefined && { username: user.username }),
    ...(user.phone_number !== undefined && {
      phone_number: user.phone_number,
      phone_verified: user.phone_verified ?? false,
    }),
    name: user.name,
    nickname: user.nickname,
    ...(user.given_name !== undefined && { given_name: user.given_name }),
    ...(user.family_name !== undefined && { family_name: user.family_name }),
    picture: user.picture,
    ...(user.multifactor !== undefined && { multifactor: user.multifactor }),
    created_at: user.created_at,
    updated_at: user.updated_at,
    identities: listIdentities(user),
    user_metadata: user.user_metadata ?? {},
    app_metadata: user.app_metadata ?? {},
    ...(user.blocked === true && { blocked: true }),
  };
}

/** Splits a user id into the provider's name and the id at that provider. */
export function splitUserId(userId: string): { provider: string; id: string } {
  const bar = userId.indexOf("|");
  return { provider: userId.slice(0, bar), id: userId.slice(bar + 1) };
}

function describeOwnIdentity(user: User): Identity {
  const { provider, id } = splitUserId(user.user_id);
  const isDatabase = provider === databaseConnection.strategy;
  return {
    connection: readConnectionName(user),
    user_id: id,
    provider,
    isSocial: !isDatabase && provider !== "email" && provider !== "sms",
  };
}
