import type { FieldMessage } from "../field-check.ts";

/** What is known of a profile that is listed. */
export interface ListedProfile {
  id: string;
  name: string;
  subject_token_type: string;
}

/**
 * The listed profile that already has this subject token type, as an error for the form; undefined when there is none.
 * `ownId` is the profile that is being changed, which may keep its own. Compared as the service does: character by
 * character. Only what is listed is known: another administrator may have made one since.
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
  const message = `The profile ${JSON.stringify(duplicate.name)} already has this subject token type, which a tenant can give once. Choose another one, or change that profile.`;
  return { field: "subject_token_type", message };
}
