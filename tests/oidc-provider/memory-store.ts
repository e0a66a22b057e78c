import type { Adapter, AdapterPayload } from "oidc-provider";

/**
 * Creates the provider's storage: one part for each kind of record. Records do not expire, since no
 * test runs that long. (The provider's own storage in memory writes a warning to the console.)
 */
export function createMemoryStore(): (kind: string) => Adapter {
  const records = new Map<string, AdapterPayload>();
  const find = (matches: (record: AdapterPayload) => boolean) =>
    [...records.values()].find((record) => matches(record));
  return (kind) => ({
    async upsert(id, payload) {
      records.set(`${kind}:${id}`, payload);
    },
    find: async (id) => records.get(`${kind}:${id}`),
    findByUid: async (uid) => find((record) => record.kind === kind && record.uid === uid),
    findByUserCode: async (code) =>
      find((record) => record.kind === kind && record.userCode === code),
    async consume(id) {
      const record = records.get(`${kind}:${id}`);
      if (record !== undefined) record.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      records.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, record] of records) if (record.grantId === grantId) records.delete(key);
    },
  });
}
