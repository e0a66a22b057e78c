import * as z from "zod/mini";
import { createExpiringStore, type StoredEntry } from "../../core/expiring-store.ts";
import type { RandomSource } from "../../core/random.ts";

/** The grant behind a refresh token. */
export const refreshGrantSchema = z.object({
  clientId: z.string(),
  userId: z.string(),
  connection: z.string(),
  sid: z.string(),
  authTime: z.number(),
  audience: z.exactOptional(z.string()),
  organization: z.exactOptional(z.string()),
  scopes: z.readonly(z.array(z.string())),
  /** Shared by the tokens of one login: a second use of any revokes all of them. */
  family: z.string(),
  isUsed: z.boolean(),
});

export type RefreshGrant = z.infer<typeof refreshGrantSchema>;

/** Refresh tokens with rotation: each works once and is replaced (RFC 9700, section 4.14.2). */
export interface RefreshTokens {
  /** Issues a token; `family` is that of the token that it replaces. */
  issue(grant: Omit<RefreshGrant, "family" | "isUsed">, family?: string): string;
  /** Returns the grant of an unused token of this client. A second use revokes the family. */
  redeem(token: string, clientId: string): RefreshGrant | undefined;
  save(): StoredEntry<RefreshGrant>[];
  load(entries: readonly StoredEntry<RefreshGrant>[]): void;
}

const lifetime = 30 * 24 * 60 * 60_000;

/** Creates the store; a token expires after 30 days. */
export function createRefreshTokens(options: {
  now: () => number;
  random: RandomSource;
}): RefreshTokens {
  const store = createExpiringStore<RefreshGrant>({ now: options.now, capacity: 10_000, lifetime });
  return {
    issue(grant, family = options.random.text(24)) {
      const token = `v1.${options.random.text(44)}`;
      store.put(token, { ...grant, family, isUsed: false });
      return token;
    },
    redeem(token, clientId) {
      const grant = store.get(token);
      if (grant === undefined || grant.clientId !== clientId) return undefined;
      if (grant.isUsed) {
        for (const { id, value } of store.save()) {
          if (value.family === grant.family) store.remove(id);
        }
        return undefined;
      }
      grant.isUsed = true;
      return grant;
    },
    save: () => store.save(),
    load: (entries) => store.load(entries),
  };
}
