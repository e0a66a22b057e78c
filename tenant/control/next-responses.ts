import * as z from "zod/mini";

/** What the next responses of a route shall be like; of what is not named, nothing changes. */
export const plannedResponseSchema = z
  .strictObject({
    /** Path of the route, exactly, without query. */
    path: z.string().check(z.regex(/^\/(?!_control(?:\/|$))[^?#]*$/), z.maxLength(300)),
    method: z.optional(z.enum(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])),
    /** How many requests it is for. */
    times: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
    /** Answered in place of the route, which does not run. */
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    headers: z.optional(
      z.record(
        z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
        z.string().check(z.regex(/^[\x20-\x7e]{0,1000}$/)),
      ),
    ),
    body: z.optional(z.string().check(z.maxLength(100_000))),
    /** Milliseconds to wait first. */
    delay: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
    /** The body loses its second half, as if its writer had stopped; the message itself is whole. */
    broken: z.optional(z.boolean()),
    /** The connection ends after so many bytes of the body. */
    cut: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000))),
  })
  .check(z.refine((plan) => plan.status !== undefined || plan.body === undefined));

export type PlannedResponse = z.infer<typeof plannedResponseSchema>;

/** Responses that are planned and have not been given yet. */
export interface NextResponses {
  plan(response: PlannedResponse): void;
  /** The plan for a request, counted down; the earliest one that fits. */
  take(method: string, path: string): PlannedResponse | undefined;
  /** Resolves after so many milliseconds, or as soon as all plans are cleared. */
  delay(milliseconds: number): Promise<void>;
  list(): PlannedResponse[];
  clear(): void;
}

/** Starts with nothing planned; keeps at most 100 plans, the newest. */
export function createNextResponses(): NextResponses {
  let plans: PlannedResponse[] = [];
  const delayed = new Set<() => void>();
  return {
    plan(response) {
      plans = [...plans, response].slice(-100);
    },
    take(method, path) {
      const plan = plans.find(
        (each) => each.path === path && (each.method === undefined || each.method === method),
      );
      if (plan === undefined) return undefined;
      const left = { ...plan, times: plan.times - 1 };
      plans = plans.flatMap((each) => (each !== plan ? [each] : left.times > 0 ? [left] : []));
      return plan;
    },
    delay: (milliseconds) =>
      new Promise((resolve) => {
        const letGo = () => {
          clearTimeout(timer);
          delayed.delete(letGo);
          resolve();
        };
        const timer = setTimeout(letGo, milliseconds);
        delayed.add(letGo);
      }),
    list: () => plans,
    clear() {
      plans = [];
      for (const letGo of delayed) letGo();
    },
  };
}
