interface Primitives {
  string: string;
  number: number;
}

/** Returns true for an object with named members: neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns true for an object whose members all have one type. */
export function isRecordOf<Type extends keyof Primitives>(
  type: Type,
  value: unknown,
): value is Record<string, Primitives[Type]> {
  return isRecord(value) && Object.values(value).every((member) => typeof member === type);
}

/** Returns true for a boolean. */
export function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

/** Returns true for a function. Its parameters cannot be checked. */
export function isFunction(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === "function";
}

/** Returns the value if it is an object, otherwise an empty object. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Returns true for undefined and null: JavaScript callers use either for an absent value. */
export function isMissing(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Parses JSON, and returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns a copy without the members that are undefined, null, "", 0 or false. */
export function omitFalsy<Value>(
  record: Readonly<Record<string, Value>>,
): Record<string, NonNullable<Value>> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, NonNullable<Value>] =>
      Boolean(entry[1]),
    ),
  );
}

/** Converts to snake_case: `responseType` to `response_type`, `clientID` to `client_id`. */
export function toSnakeCase(name: string): string {
  return name.replace(/(?<=[^A-Z_])[A-Z]|(?<=[^\d_])\d/g, "_$&").toLowerCase();
}

/**
 * Converts to camelCase: `email_verified` to `emailVerified`, and `_id` to `Id` as older libraries
 * did.
 */
export function toCamelCase(name: string): string {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Renames the members of an object at every depth. The members of user metadata keep their names.
 */
export function renameMembers(
  rename: (name: string) => string,
  record: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record).map(([name, member]) => [
      rename(name),
      isRecord(member) && !/^user_?metadata$/i.test(name) ? renameMembers(rename, member) : member,
    ]),
  );
}
