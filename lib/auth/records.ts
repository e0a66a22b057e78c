interface Primitives {
  string: string;
  number: number;
}

/** Whether a foreign value is an object with named members (no array, no null). */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a foreign value is an object whose members are all of one type. */
export function isRecordOf<Type extends keyof Primitives>(
  type: Type,
  value: unknown,
): value is Record<string, Primitives[Type]> {
  return isRecord(value) && Object.values(value).every((member) => typeof member === type);
}

/** Whether a foreign value is a function; what it takes is taken on trust. */
export function isFunction(value: unknown): value is (...args: unknown[]) => void {
  return typeof value === "function";
}

/** A foreign value as an object with named members: without any, when it is none. */
export function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Whether a value was not given: both ways of saying so count. */
export function isNone(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** Finds half a character, which has no UTF-8 and so no place in a URL (RFC 3986, section 2.5). */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}

/** Reads JSON; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
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
export function toOptionName(name: string): string {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

/** Renames the members of an object, at every depth, but for those inside the user's metadata: they are the caller's. */
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
