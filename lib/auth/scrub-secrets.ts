import { isRecord } from "./is-record.ts";

const removed = "[removed]";
const secretNames =
  /^(?:access_?token|id_?token|refresh_?token|client_?secret|code_?verifier|co_?verifier|verifier|login_?ticket|mfa_?token|password|otp|verification_?code|link_?with|authorization|cookie)$/i;
const maxDepth = 6;
const maxText = 2000;

/**
 * Copies a foreign value without its secrets: the members whose name says that they are one, and every
 * appearance of the secrets that are known, encoded or not.
 */
export function scrubSecrets(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === "string") return scrubText(value, secrets).slice(0, maxText);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= maxDepth) return removed;
  if (Array.isArray(value)) {
    return value.slice(0, 100).map((item) => scrubSecrets(item, secrets, depth + 1));
  }
  if (!isRecord(value)) return removed;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 100)
      .map(([name, member]) => [
        scrubText(name, secrets),
        secretNames.test(name) ? removed : scrubSecrets(member, secrets, depth + 1),
      ]),
  );
}

function scrubText(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret === "") continue;
    clean = clean.replaceAll(secret, removed).replaceAll(encodeURIComponent(secret), removed);
  }
  return clean;
}
