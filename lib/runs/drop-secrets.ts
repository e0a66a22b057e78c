import { parseJson } from "../encoding/json.ts";
import type { Operation } from "./operation.ts";
import type { RunDraft } from "./run-draft.ts";
import { isSecretMember, isSecretName, isSecretText } from "./secret-values.ts";

/** A draft without secrets. */
export interface PublicDraft {
  draft: RunDraft;
  /** The names of the fields and parameters whose values were dropped. */
  dropped: readonly string[];
}

/**
 * Drops the secrets of a draft, so that it can be stored and shared: the values of secret fields
 * and of unknown ones, tokens in any value, and parameters with the name of a secret. Empty values
 * are dropped too: a missing value is an empty text.
 *
 * @param operation the operation of the draft
 */
export function dropSecrets({ fields }: Operation, draft: RunDraft): PublicDraft {
  const values: Record<string, string> = {};
  const dropped = new Set<string>();
  for (const [name, value] of Object.entries(draft.values)) {
    if (value === "") continue;
    const kind = fields.find((field) => field.name === name)?.kind;
    const isSecret =
      kind === undefined || kind === "secret" || kind === "token" || containsSecret(value);
    if (isSecret) dropped.add(name);
    else values[name] = value;
  }
  const parameters = draft.parameters.filter(([name, value]) => {
    const isSecret = value !== "" && (isSecretName(name) || containsSecret(value));
    if (isSecret) dropped.add(name);
    return !isSecret;
  });
  return { draft: { ...draft, values, parameters }, dropped: [...dropped] };
}

/** Returns true for a text with a token, and for JSON with a secret member. */
function containsSecret(text: string): boolean {
  return isSecretText(text) || hasSecretMember(parseJson(text), []);
}

function hasSecretMember(value: unknown, path: readonly string[]): boolean {
  return typeof value === "object" && value !== null
    ? Object.entries(value).some(([name, inner]) => hasSecretMember(inner, [...path, name]))
    : value !== "" && path.length > 0 && isSecretMember(path, value);
}
