import * as z from "zod/mini";
import type { User } from "../../directory/users.ts";

/** Claim that the seeded rule adds to tokens: how often it has run for the user. */
export const ruleClaim = "https://tenant.example/login_count";

/** What a rule saw to: claims for the tokens, or a refusal. */
export type RuleOutcome =
  | { ok: true; claims: Record<string, number> }
  | { ok: false; reason: string };

const countSchema = z.int().check(z.minimum(0));

/** How often the rule has run, as a file keeps it. */
export const ruleRunsSchema = z.object({
  total: countSchema,
  users: z.record(z.string(), countSchema),
});

type RuleRuns = z.infer<typeof ruleRunsSchema>;

/** Code of the tenant's administrator that runs at every login, the silent ones included. */
export interface Rules {
  /** Why a user may not log in, known before the rule runs. */
  findDenial(user: User): string | undefined;
  /** Runs for a user who is about to get tokens. */
  run(user: User): RuleOutcome;
  /** Every rule with the number of its runs since the start. */
  list(): readonly { id: string; name: string; runs: number }[];
  save(): RuleRuns;
  /** Replaces everything. */
  load(counts: RuleRuns): void;
}

/** One seeded rule: it counts, and refuses users whose `app_metadata` has `login_denied`. */
export function createRules(): Rules {
  let runsByUser = new Map<string, number>();
  let runs = 0;

  function findDenial(user: User): string | undefined {
    return user.app_metadata?.["login_denied"] === true ? "Authentication error" : undefined;
  }

  return {
    findDenial,
    run(user) {
      runs += 1;
      const count = (runsByUser.get(user.user_id) ?? 0) + 1;
      runsByUser.set(user.user_id, count);
      const reason = findDenial(user);
      if (reason !== undefined) return { ok: false, reason };
      return { ok: true, claims: { [ruleClaim]: count } };
    },
    save: () => ({ total: runs, users: Object.fromEntries(runsByUser) }),
    load({ total, users }) {
      runs = total;
      runsByUser = new Map(Object.entries(users));
    },
    list: () => [{ id: "rul_demo_login_count", name: "Count logins", runs }],
  };
}
