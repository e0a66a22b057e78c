/** What `JSON.parse` makes an object of; its fields are unknown still. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
