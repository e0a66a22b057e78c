import type { StoredItem } from "./ports.ts";

/** Sets or removes a tenant's entry. Removes the item if no entry remains. */
export async function putEntry<Value>(
  item: StoredItem<Record<string, Value>>,
  tenantId: string,
  value: Value | undefined,
): Promise<void> {
  const { [tenantId]: _replaced, ...others } = (await item.read()) ?? {};
  if (value !== undefined) return item.write({ ...others, [tenantId]: value });
  if (Object.keys(others).length > 0) return item.write(others);
  await item.remove();
}
