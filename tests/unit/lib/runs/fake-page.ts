import { createContext, runInContext } from "node:vm";
import type { Call } from "../../../../lib/runs/call.ts";
import { createPageHost } from "../../../../lib/runs/page-host.ts";
import type { PageListeners, PagePort, PageRequest } from "../../../../lib/runs/page-port.ts";
import { createPlacing, type PlacePorts } from "../../../../lib/runs/placed-run.ts";
import type { PolicyViolation } from "../../../../lib/runs/policy-block.ts";
import { StepLog } from "../../../../lib/runs/step-log.ts";
import type { RunStep } from "../../../../lib/runs/steps.ts";
import { FakeClock } from "../auth/fake-ports.ts";
import { TenantPage } from "../auth/tenant-page.ts";

/** A page with globals of its own, in which the local tenant answers the library. */
export class FakePage implements PagePort {
  readonly tenant = new TenantPage();
  /** The clock of the page. It stands still, unlike the clock of the panel. */
  readonly clock = new FakeClock();
  readonly globals: Record<string, unknown> = {};
  readonly expressions: string[] = [];
  /** The buttons that the page shows. */
  readonly buttons = new Set<() => void>();
  canOpenPopup = true;
  /** The listeners for violations of the page's policy. */
  readonly violationListeners = new Set<(violation: PolicyViolation) => void>();
  /** Returns the value of an expression instead of the page. */
  answer: ((expression: string) => unknown) | undefined;
  readonly #listeners = new Set<PageListeners>();
  #context = createContext(this.globals);

  constructor(ports: Partial<PlacePorts["ports"]> = {}) {
    const { clock } = this;
    clock.time = this.tenant.open.clock.time;
    this.globals["placing"] = createPlacing(this.globals, {
      ports: { ...this.tenant.ports(), clock, ...ports },
      canOpenPopup: () => this.canOpenPopup,
      askForClick: (onClick) => {
        this.buttons.add(onClick);
        return () => void this.buttons.delete(onClick);
      },
      watchPolicy: (onViolation) => {
        this.violationListeners.add(onViolation);
        return () => void this.violationListeners.delete(onViolation);
      },
    });
  }

  async evaluate(expression: string): Promise<unknown> {
    this.expressions.push(expression);
    if (this.answer !== undefined) return this.answer(expression);
    const value: unknown = runInContext(expression, this.#context);
    return value;
  }

  watch(listeners: PageListeners): () => void {
    this.#listeners.add(listeners);
    return () => this.#listeners.delete(listeners);
  }

  // The script of the build; here, an expression with its value.
  readScript = async () => "placing";

  /** Shows another document: the globals of the first one are gone. */
  navigate(url: string): void {
    this.#context = createContext({});
    this.reportNavigation(url);
  }

  reportNavigation(url: string): void {
    for (const { onNavigated } of this.#listeners) onNavigated?.(url);
  }

  violatePolicy(effectiveDirective: string, blockedURI: string): void {
    for (const report of this.violationListeners) report({ effectiveDirective, blockedURI });
  }

  finishRequest(request: PageRequest): void {
    for (const { onRequest } of this.#listeners) onRequest?.(request);
  }

  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }
}

/** Runs calls in a page through its host, and collects what the host reports. */
export function openHost(page = new FakePage()) {
  const steps = new Map<number, RunStep>();
  const waits: (string | undefined)[] = [];
  const controller = new AbortController();
  const clock = new FakeClock();
  clock.time = page.clock.time;
  const host = createPageHost({ page, clock, crypto, onWait: (wait) => void waits.push(wait) });
  const log = new StepLog(
    (step) => void steps.set(step.id, step),
    () => clock.now(),
  );
  return {
    page,
    clock,
    host,
    waits,
    controller,
    log,
    steps: () => [...steps.values()],
    perform: (call: Call) =>
      pass(clock, host.perform(call, { memory: [], log, signal: controller.signal })),
  };
}

/** Lets time pass until a promise is settled. */
export async function pass<Value>(clock: FakeClock, promise: Promise<Value>): Promise<Value> {
  const state = { isSettled: false };
  const settle = () => {
    state.isSettled = true;
  };
  promise.then(settle, settle);
  while (!state.isSettled) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (!state.isSettled) clock.advance(100);
  }
  return await promise;
}
