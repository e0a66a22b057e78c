import { ManagementError } from "../../../../lib/management/refusals/management-error.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import type { Clock } from "../../../../lib/http/clock.ts";

export interface SentRequest {
  url: string;
  init: RequestInit;
  /** The body as text. */
  body: string;
  header(name: string): string | null;
}

type Answer = Response | Error | ((request: SentRequest) => Response | Promise<Response>);

/** Returns the prepared responses one after the other, and throws at a further request. */
export function createNetwork(...answers: Answer[]): { fetch: Fetch; sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  const fetch: Fetch = async (url, init) => {
    const headers = new Headers(init.headers);
    const body = typeof init.body === "string" ? init.body : "";
    const request: SentRequest = { url, init, body, header: (name) => headers.get(name) };
    sent.push(request);
    const answer = answers.shift();
    if (answer === undefined) throw new Error(`No answer was prepared for ${url}`);
    if (answer instanceof Error) throw answer;
    return typeof answer === "function" ? answer(request) : answer;
  };
  return { fetch, sent };
}

/** Never responds and ignores signals. `asked` resolves at the first request. */
export function createSilentNetwork(): { fetch: Fetch; asked: Promise<void> } {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const fetch: Fetch = () => {
    resolve();
    return new Promise(() => undefined);
  };
  return { fetch, asked };
}

export interface FakeClock extends Clock {
  /** Advances the clock by milliseconds, and runs the timers that are due. */
  advance(milliseconds: number): void;
  /** The number of pending timers. */
  readonly waiting: number;
}

export function createClock(start = Date.UTC(2026, 10, 21, 12)): FakeClock {
  let now = start;
  const timers = new Map<symbol, { at: number; run: () => void }>();
  return {
    now: () => now,
    schedule(run, milliseconds) {
      const id = Symbol("timer");
      timers.set(id, { at: now + milliseconds, run });
      return () => {
        timers.delete(id);
      };
    },
    advance(milliseconds) {
      now += milliseconds;
      for (const [id, timer] of timers) {
        if (timer.at > now) continue;
        timers.delete(id);
        timer.run();
      }
    },
    get waiting() {
      return timers.size;
    },
  };
}

/**
 * A clock that does not wait: it records a pause and ends it at once. A timer of 20 seconds or more
 * is a time limit and stays pending.
 */
export function createSkippingClock(start?: number): FakeClock & { pauses: number[] } {
  const clock = createClock(start);
  const pauses: number[] = [];
  return {
    now: () => clock.now(),
    advance: (milliseconds) => clock.advance(milliseconds),
    get waiting() {
      return clock.waiting;
    },
    pauses,
    schedule(run, milliseconds) {
      const callOff = clock.schedule(run, milliseconds);
      if (milliseconds < 20_000) {
        pauses.push(milliseconds);
        queueMicrotask(() => clock.advance(milliseconds));
      }
      return callOff;
    },
  };
}

/** Returns the ManagementError that rejects the work. Any other outcome fails the test. */
export async function catchManagementError(work: Promise<unknown>): Promise<ManagementError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ManagementError) return error;
    throw error;
  }
  throw new Error("The work succeeded.");
}

/** Creates a response in the error format of the Management API. */
export function refuse(
  status: number,
  body: { message?: string; errorCode?: unknown } = {},
  headers: Record<string, string> = {},
): Response {
  return Response.json({ statusCode: status, error: "Refused", ...body }, { status, headers });
}
