/** Whether a foreign value is an object with named members (no array, no null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A foreign value as an object with named members: without any, when it is none. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Whether a value was not given: both ways of saying so count. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A copy without the members that are undefined or an empty text. */
export function keepFilled<Value>(
  record: Readonly<Record<string, Value>>,
): Record<string, NonNullable<Value>> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, NonNullable<Value>] =>
      Boolean(entry[1]),
    ),
  );
}

/** `responseType` becomes `response_type`, `clientID` becomes `client_id`, `login_hint` stays. */
export function toWireName(name: string): string {
  return name.replace(/(?<=[^A-Z_])[A-Z]|(?<=[^\d_])\d/g, "_$&").toLowerCase();
}

/** `email_verified` becomes `emailVerified`; `_id` becomes `Id`, as it always has for callers of this contract. */
export function toOptionNames(record: Record<string, unknown>): Record<string, unknown> {
  return renameMembers(record, (name) =>
    name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase()),
  );
}

/** Renames the members of an object, at every depth, but for those inside the user's metadata: they are the caller's. */
export function renameMembers(
  record: Record<string, unknown>,
  rename: (name: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, member]) => [
      rename(name),
      isRecord(member) && !/^user_?metadata$/i.test(name) ? renameMembers(member, rename) : member,
    ]),
  );
}
