import { createExchangeRedactor } from "../redaction/kept/create-exchange-redactor.ts";
import type { PublicDraft } from "./drop-secrets.ts";
import type { Field, Operation, Values } from "./operation.ts";
import type { RunDraft } from "./run-draft.ts";

/**
 * Keeps of a draft what the lists of harmless values keep (`lib/redaction/kept`), so that it can be
 * passed on: all else is dropped, also what is no secret, such as an email address.
 *
 * @param operation the operation of the draft
 */
export function keepPublic({ fields }: Operation, draft: RunDraft): PublicDraft {
  const values: Record<string, string> = {};
  const dropped = new Set<string>();
  for (const [name, value] of Object.entries(draft.values)) {
    if (value === "") continue;
    const field = fields.find((one) => one.name === name);
    if (field !== undefined && isPublicField(field, value)) values[name] = value;
    else dropped.add(name);
  }
  const parameters = draft.parameters.filter(([name, value]) => {
    const isKept = isPublic(name, value);
    if (!isKept) dropped.add(name);
    return isKept;
  });
  return { draft: { ...draft, values, parameters }, dropped: [...dropped] };
}

/**
 * Returns values with a placeholder instead of each that is not known to be harmless, such as
 * `<password>`. Of JSON and of a URL, the structure stays.
 */
export function writePublic(fields: readonly Field[], values: Values): Values {
  const redactor = createExchangeRedactor();
  const written: Record<string, string> = { ...values };
  for (const field of fields) {
    const value = values[field.name] ?? "";
    if (value === "" || isPublicField(field, value)) continue;
    const hasStructure = field.kind === "json" || /^https?:/iu.test(value);
    written[field.name] =
      hasStructure && !isSecretKind(field)
        ? redactor.redactNamed("value", nameInProtocol(field.name), value)
        : `<${field.name}>`;
  }
  return written;
}

/** Returns true for a parameter whose value the lists of harmless values keep. */
export function isPublic(name: string, value: string): boolean {
  return createExchangeRedactor().redactNamed("value", name, value) === value;
}

function isPublicField(field: Field, value: string): boolean {
  if (isSecretKind(field)) return false;
  if (field.kind === "flag") return value === "true";
  if (field.kind === "choice") return field.choices?.some((one) => one.value === value) ?? false;
  return isPublic(nameInProtocol(field.name), value);
}

const isSecretKind = ({ kind }: Field) => kind === "secret" || kind === "token";

/** The name of a field is that of the library's option: `redirectUri` is `redirect_uri`. */
function nameInProtocol(name: string): string {
  return name.replace(/ID$/u, "Id").replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
}
