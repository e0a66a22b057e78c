import * as z from "zod/mini";

/** A plan for the next responses of a route. The plan leaves out the parts that do not change. */
export const plannedResponseSchema = z
  .strictObject({
    /** Path of the route, exactly, without query. */
    path: z.string().check(z.regex(/^\/(?!_control(?:\/|$))[^?#]*$/), z.maxLength(300)),
    method: z.optional(z.enum(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])),
    /** The number of requests that the plan applies to. */
    times: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
    /** Replaces the response; the route does not run. */
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    headers: z.optional(
      z.record(
        z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
        z.string().check(z.regex(/^[\x20-\x7e]{0,4000}$/)),
      ),
    ),
    body: z.optional(z.string().check(z.maxLength(100_000))),
    /** Milliseconds to wait before the response. */
    delay: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
    /** Cuts the second half of the body; the HTTP message itself is complete. */
    broken: z.optional(z.boolean()),
    /** Closes the connection after this number of bytes of the body. */
    cut: z.optional(z.int().check(z.minimum(0), z.maximum(1_000_000_000))),
  })
  .check(z.refine((plan) => plan.status !== undefined || plan.body === undefined));

export type PlannedResponse = z.infer<typeof plannedResponseSchema>;

/** The planned responses that have not been sent. */
export interface NextResponses {
  plan(response: PlannedResponse): void;
  /** Returns the oldest plan for a request and counts it down. */
  take(method: string, path: string): PlannedResponse | undefined;
  /** Resolves after this many milliseconds, or when the plans are replaced. */
  delay(milliseconds: number): Promise<void>;
  list(): PlannedResponse[];
  /** Replaces all plans, and ends all delays. */
  load(given: readonly PlannedResponse[]): void;
}

const capacity = 100;

/** Creates an empty list of plans; it keeps the newest 100. */
export function createNextResponses(): NextResponses {
  let plans: PlannedResponse[] = [];
  const delayed = new Set<() => void>();
  return {
    plan(response) {
      plans = [...plans, response].slice(-capacity);
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
        const release = () => {
          clearTimeout(timer);
          delayed.delete(release);
          resolve();
        };
        const timer = setTimeout(release, milliseconds);
        delayed.add(release);
      }),
    list: () => plans,
    load(given) {
      plans = given.slice(-capacity);
      for (const release of delayed) release();
    },
  };
}
