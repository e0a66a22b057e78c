import * as z from "zod/mini";
import type { User } from "../../directory/users.ts";

/** Claim that the seeded rule adds to tokens: the number of its runs for the user. */
const ruleClaim = "https://tenant.example/login_count";

/** The result of a rule: claims for the tokens, or a refusal. */
export type RuleOutcome =
  | { ok: true; claims: Record<string, number> }
  | { ok: false; reason: string };

const countSchema = z.int().check(z.minimum(0));

/** The counts of runs, as the data file stores them. */
export const ruleRunsSchema = z.object({
  total: countSchema,
  users: z.record(z.string(), countSchema),
});

type RuleRuns = z.infer<typeof ruleRunsSchema>;

/** Code of the tenant's administrator that runs at every login, silent ones included. */
export interface Rules {
  /** Returns the reason to deny a login, without running the rule. */
  findDenial(user: User): string | undefined;
  /** Runs the rule for a user who is about to get tokens. */
  run(user: User): RuleOutcome;
  /** Lists the rules with the number of their runs. */
  list(): readonly { id: string; name: string; runs: number }[];
  save(): RuleRuns;
  /** Replaces all counts. */
  load(counts: RuleRuns): void;
}

/**
 * Creates the seeded rule. The rule counts its runs, and refuses users with `login_denied` in
 * `app_metadata`.
 */
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
