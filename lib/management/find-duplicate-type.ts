import type { FieldMessage } from "./field-check.ts";
import type { TokenExchangeProfile } from "./token-exchange-profile.ts";

/**
 * The listed profile that already has this subject token type, as an error for the form; undefined when there is none.
 * `ownId` is the profile that is being changed, which may keep its own. Compared as the service does: character by
 * character. Only what is listed is known: another administrator may have made one since.
 */
export function findDuplicateType(
  profiles: readonly Pick<TokenExchangeProfile, "id" | "name" | "subject_token_type">[],
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
