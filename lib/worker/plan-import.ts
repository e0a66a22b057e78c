import { sandboxOrigin } from "../messages/domain.ts";
import type { PlannedTenant } from "../messages/settings.ts";
import { loginOriginOf, tenantSchema, type Tenant } from "../messages/tenant.ts";

/** The effect of an import on each tenant, and all tenants after the import. */
export interface ImportPlan {
  planned: readonly PlannedTenant[];
  /** The ids of the tenants that the import adds or replaces. */
  accepted: readonly string[];
  tenants: readonly Tenant[];
  /** The positions of unreadable entries in the file, from 1. */
  refused: readonly number[];
}

/**
 * Compares the tenants of a file with the known ones. A file never removes a read-only mark. If no
 * known tenant uses a login domain, the user must approve the domain. People enter their passwords
 * there, and the file may come from a stranger.
 */
export function planImport(
  known: readonly Tenant[],
  entries: readonly unknown[],
  approvedLoginOrigins: readonly string[],
): ImportPlan {
  const read = entries.map((entry) => readTenant(entry));
  const refused = read.flatMap((tenant, index) => (tenant === undefined ? [index + 1] : []));
  const incoming = new Map(
    read.filter((tenant) => tenant !== undefined).map((tenant) => [tenant.id, tenant]),
  );
  // The sandbox is a part of the extension, and never contacted.
  const knownLoginOrigins = new Set([
    sandboxOrigin,
    ...known.map((tenant) => loginOriginOf(tenant)),
  ]);
  const planned: PlannedTenant[] = [];
  const accepted = new Map<string, Tenant>();
  for (const tenant of incoming.values()) {
    const before = known.find(({ id }) => id === tenant.id);
    const isReadOnlyKept = before?.isReadOnly === true && !tenant.isReadOnly;
    const after = isReadOnlyKept ? { ...tenant, isReadOnly: true } : tenant;
    const loginOrigin = loginOriginOf(after);
    const isNew = !knownLoginOrigins.has(loginOrigin);
    planned.push({
      name: after.name,
      origin: after.origin,
      isAdded: before === undefined,
      changes: before === undefined ? [] : listChanges(before, after),
      isReadOnlyKept,
      ...(isNew ? { newLoginOrigin: loginOrigin } : {}),
    });
    if (!isNew || approvedLoginOrigins.includes(loginOrigin)) accepted.set(after.id, after);
  }
  const kept = known.map((tenant) => accepted.get(tenant.id) ?? tenant);
  const added = [...accepted.values()].filter(({ id }) => !known.some((one) => one.id === id));
  return { planned, accepted: [...accepted.keys()], tenants: [...kept, ...added], refused };
}

/** Parses a tenant of a file. Its id is always its origin, even if the file has another id. */
function readTenant(entry: unknown): Tenant | undefined {
  const parsed = tenantSchema.safeParse(entry).data;
  return parsed === undefined ? undefined : { ...parsed, id: parsed.origin };
}

function listChanges(before: Tenant, after: Tenant): PlannedTenant["changes"] {
  const fields = [
    ["Name", before.name, after.name],
    ["Login domain", loginOriginOf(before), loginOriginOf(after)],
    ["Client ID", before.clientId, after.clientId],
    ["Colour", before.colour, after.colour],
    ["Read-only", before.isReadOnly ? "yes" : "no", after.isReadOnly ? "yes" : "no"],
  ] as const;
  const changes = fields
    .filter(([, from, to]) => from !== to)
    .map(([field, from, to]) => ({ field, from, to }));
  const isStreamSame = JSON.stringify(before.stream) === JSON.stringify(after.stream);
  return isStreamSame
    ? changes
    : [
        ...changes,
        { field: "Event stream", from: "current preferences", to: "preferences of the file" },
      ];
}
