import type { FieldMessage } from "../field-check.ts";

/** The known properties of a listed profile. */
export interface ListedProfile {
  id: string;
  name: string;
  subject_token_type: string;
}

/**
 * Returns an error if a listed profile already has this subject token type. `ownId` is the id of
 * the edited profile, which may keep its type. Compares character by character, as the service
 * does. The service can still refuse the type: another administrator may have created a profile
 * since the list was read.
 */
export function findDuplicateType(
  profiles: readonly ListedProfile[],
  subjectTokenType: string,
  ownId?: string,
): FieldMessage | undefined {
  const duplicate = profiles.find(
    ({ id, subject_token_type: type }) => type === subjectTokenType && id !== ownId,
  );
  if (duplicate === undefined) return undefined;
  const message = `The profile ${JSON.stringify(duplicate.name)} already uses this subject token type, which must be unique. Choose another type, or edit that profile.`;
  return { field: "subject_token_type", message };
}
