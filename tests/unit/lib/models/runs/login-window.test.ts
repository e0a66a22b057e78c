import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import type { CommandHandlers } from "../../../../../lib/messages/command-channel.ts";
import { createCommandSender } from "../../../../../lib/messages/command-channel.ts";
import { performRun } from "../../../../../lib/models/runs/perform-run.ts";
import { authorize } from "../../../../../lib/runs/catalogue/authorize.ts";
import { origin } from "../../../tenant/open-tenant.ts";
import { openLogin, redirectUrl, sampleSetting, sampleValues } from "../../runs/login-harness.ts";
import { createFakeWorker } from "../fake-worker.ts";

const readHtml = (html: string) => html;

/** A worker that is stopped several times during a login, after lives of a given length. */
function runWithLosses(losses: number, lifeMs: number) {
  const { tenant, ports } = openLogin();
  const asked: string[] = [];
  const open: CommandHandlers["login.open"] = async () => ({ failure: { kind: "closed" } });
  const { send: sendWhole } = createFakeWorker({
    "login.redirect-url": async () => ({ redirectUrl }),
    "login.open": open,
  });
  const lost = createCommandSender(() => Promise.reject(new Error("The channel closed.")));
  const outcome = performRun(
    origin,
    { operation: authorize, values: sampleValues, setting: sampleSetting },
    {
      ...ports,
      page: {},
      readHtml,
      send(name, request) {
        if (name !== "login.open") return sendWhole(name, request);
        asked.push(JSON.stringify(request));
        if (asked.length > losses) return sendWhole(name, request);
        tenant.clock.time += lifeMs;
        return lost(name, request);
      },
    },
    {
      onStep: () => undefined,
      onWait: () => undefined,
      signal: new AbortController().signal,
    },
  ).then(({ outcome: ended }) => ended);
  return { outcome, asked };
}

describe("a worker that ends while the login window is open", () => {
  test("gets the request for the same login again, as often as needed", async () => {
    const { outcome, asked } = runWithLosses(20, 30_000);
    expect(await outcome).toMatchObject({ title: "The login window was closed." });
    expect(asked).toHaveLength(21);
    expect(new Set(asked).size).toBe(1);
  });

  test("gets a limited number of requests if it fails at once", async () => {
    const { outcome, asked } = runWithLosses(20, 10);
    expect(await outcome).toMatchObject({
      kind: "unanswered",
      problem: expect.stringContaining("background worker did not respond"),
    });
    expect(asked).toHaveLength(3);
  });

  test("opens each login with its own id", async () => {
    const first = runWithLosses(0, 0);
    const second = runWithLosses(0, 0);
    await Promise.all([first.outcome, second.outcome]);
    const requestSchema = z.object({ loginId: z.string() });
    const idOf = (text = "{}") => requestSchema.parse(JSON.parse(text)).loginId;
    expect(idOf(first.asked[0])).toMatch(/^[\da-f]{32}$/);
    expect(idOf(first.asked[0])).not.toBe(idOf(second.asked[0]));
  });
});
