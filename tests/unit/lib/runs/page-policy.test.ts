import { describe, expect, test, vi } from "vitest";
import type { Call } from "../../../../lib/runs/call.ts";
import type { RunStep } from "../../../../lib/runs/steps.ts";
import { callback, origin } from "../../tenant/open-tenant.ts";
import { FakePage, openHost } from "./fake-page.ts";

const options = { domain: origin, clientID: "demo-spa", redirectUri: callback };
const webAuth = { object: "WebAuth", options: { ...options, responseType: "id_token" } } as const;
const userInfo: Call = { ...webAuth, method: "client.userInfo", args: ["not-a-token"] };
const checkSession: Call = { ...webAuth, method: "checkSession", args: [{}] };

describe("the Content-Security-Policy of the inspected page", () => {
  const silent = { open: () => ({ window: {}, remove: () => undefined }) };
  const untilFramed = (steps: ReturnType<typeof openHost>["steps"]) =>
    vi.waitFor(() => expect(steps().some(({ kind }) => kind === "frame")).toBe(true));

  const untilCalledBack = (steps: ReturnType<typeof openHost>["steps"]) =>
    vi.waitFor(() => {
      const isOver = (step: RunStep) => step.kind === "callback" && step.ms !== undefined;
      expect(steps().some(isOver)).toBe(true);
    });

  test("ends a renewal at once when it blocks the frame, and leaves no listener", async () => {
    const page = new FakePage({ frames: silent });
    const { perform, steps } = openHost(page);
    const before = Reflect.ownKeys(page.globals);
    const running = perform(checkSession);
    await untilFramed(steps);
    page.violatePolicy("frame-src", origin);
    await expect(running).rejects.toThrow(
      `This page's Content-Security-Policy does not let the page show a frame of ${origin}: frame-src. Allow it in the policy, or run it in the extension.`,
    );
    expect(page.violationListeners.size).toBe(0);
    expect(page.tenant.hasNoListeners).toBe(true);
    expect(page.clock.pending).toBe(0);
    expect(Reflect.ownKeys(page.globals)).toEqual(before);
  });

  test("gives a refused call the remedy for a blocked request, and keeps its error", async () => {
    const page = new FakePage({
      fetch: async (url) => {
        page.violatePolicy("connect-src", url);
        throw new TypeError("Failed to fetch");
      },
    });
    const { outcome } = await openHost(page).perform(userInfo);
    expect(outcome).toMatchObject({
      kind: "rejected",
      error: {
        error: "request_error",
        reason: "network",
        cause: `This page's Content-Security-Policy does not let a script of the page connect to ${origin}: connect-src.`,
        remedy: "Allow it in the policy, or run it in the extension.",
      },
    });
    expect(page.violationListeners.size).toBe(0);
  });

  test("is told after the failure of a request, and is waited for", async () => {
    const page = new FakePage({ fetch: () => Promise.reject(new TypeError("Failed to fetch")) });
    const { perform, steps } = openHost(page);
    const running = perform(userInfo);
    await untilCalledBack(steps);
    page.violatePolicy("connect-src", `${origin}/userinfo`);
    page.clock.advance(500);
    expect((await running).outcome).toHaveProperty("error.cause");
  });

  test("explains nothing if a request fails without a violation", async () => {
    const page = new FakePage({ fetch: () => Promise.reject(new TypeError("Failed to fetch")) });
    const { perform, steps } = openHost(page);
    const running = perform(userInfo);
    await untilCalledBack(steps);
    page.clock.advance(500);
    const { outcome } = await running;
    expect(outcome).toMatchObject({ kind: "rejected", error: { error: "request_error" } });
    expect(outcome).not.toHaveProperty("error.cause");
    expect(page.clock.pending).toBe(0);
  });

  test("keeps the result of an accepted call in spite of a violation", async () => {
    const page = new FakePage({
      fetch: async (url) => {
        page.violatePolicy("connect-src", url);
        return new Response('{"sub":"auth0|1"}');
      },
    });
    const { outcome } = await openHost(page).perform(userInfo);
    expect(outcome).toEqual({ kind: "returned", result: { sub: "auth0|1" } });
  });

  test("does not end a run for a violation of the page itself", async () => {
    const page = new FakePage({ frames: silent });
    const { perform, controller, steps } = openHost(page);
    const running = perform(checkSession);
    await untilFramed(steps);
    page.violatePolicy("frame-src", "https://ads.example");
    await vi.waitFor(() => expect(page.expressions.length).toBeGreaterThan(2));
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
    expect(page.violationListeners.size).toBe(0);
  });
});
