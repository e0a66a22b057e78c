import type { TenantRef } from "../messages/tenant.ts";

/** Creates a random reference for a tenant: 64 bits as hexadecimal digits. */
export function createTenantRef(crypto: Pick<Crypto, "getRandomValues">): TenantRef {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
