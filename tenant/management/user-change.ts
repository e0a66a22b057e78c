import { describeDefaults, type User } from "../directory/users.ts";
import { ManagementError } from "./management-error.ts";
import type { UserChange } from "./user-schemas.ts";

/** Returns the user with the change applied. Metadata is merged only at its first level. */
export function applyUserChange(user: User, change: UserChange, time: string): User {
  const {
    name,
    nickname,
    picture,
    email,
    given_name: given,
    family_name: family,
    ...rest
  } = change;
  // A user without an email address has no verified one.
  const removed = email === null ? { email: "", email_verified: false } : {};
  const others = { ...rest, ...(typeof email === "string" ? { email } : {}), ...removed };
  const { given_name: oldGiven, family_name: oldFamily, ...kept } = user;
  const givenName = given === undefined ? oldGiven : given;
  const familyName = family === undefined ? oldFamily : family;
  const defaults = describeDefaults({ ...user, ...others });
  return {
    ...kept,
    ...others,
    // Null restores the default value.
    name: name === undefined ? user.name : (name ?? defaults.name),
    nickname: nickname === undefined ? user.nickname : (nickname ?? defaults.nickname),
    picture: picture === undefined ? user.picture : (picture ?? defaults.picture),
    ...(typeof givenName === "string" && { given_name: givenName }),
    ...(typeof familyName === "string" && { family_name: familyName }),
    user_metadata: { ...user.user_metadata, ...change.user_metadata },
    app_metadata: { ...user.app_metadata, ...change.app_metadata },
    updated_at: time,
  };
}

/** Maximum length of one kind of a user's metadata, in characters of JSON. */
const metadataLimit = 1024 * 1024;

/**
 * Refuses metadata that merges have made too large: each event about the user carries all of it.
 */
export function checkMetadataSize(user: User): void {
  const name = (["user_metadata", "app_metadata"] as const).find(
    (each) => JSON.stringify(user[each] ?? {}).length > metadataLimit,
  );
  if (name === undefined) return;
  const message = `Payload validation error: 'Object is too large, maximum ${metadataLimit} characters' on property ${name}.`;
  throw new ManagementError(400, message, { errorCode: "invalid_body" });
}
