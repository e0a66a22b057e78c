import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catalogue } from "../../../lib/runs/catalogue/index.ts";
import type { Operation, Risk } from "../../../lib/runs/operation.ts";
import { findProvocation, isShownByTenant } from "../../run-stage/find-provocation.ts";
import { graceId, prepare } from "../../run-stage/prepare.ts";
import { inExtension, inPage, RunStage } from "../../run-stage/run-stage.ts";
import { PanelStage } from "../pages/panel-stage.ts";

/** The failures that the panel cannot show in a browser. The unit tests provoke them. */
const onlyInProcess: readonly { id: string; error: string; reason: string }[] = [
  {
    id: "cross-origin-verification",
    error: "runtime_error",
    reason: "Both ways of running have a window. The library misses one only outside of pages.",
  },
  {
    id: "build-authorize-url",
    error: "TypeError",
    reason: "The form refuses the values that the library would refuse, and does not start a run.",
  },
];

const email = 'email: "ada@example.com"';

/** A part of the result of each operation. */
const results: Readonly<Record<string, string>> = {
  authorize: email,
  "popup-authorize": email,
  "check-session": email,
  "get-sso-data": 'lastUsedUsername: "ada@example.com"',
  logout: "Logged out.",
  login: email,
  "passwordless-start": email,
  "passwordless-login": email,
  "cross-origin-verification": "The call returned no value.",
  signup: 'email: "rosalind@example.com"',
  "change-password": "email to reset your password",
  "build-authorize-url": "/authorize?",
  "parse-hash": email,
  "exchange-code": email,
  refresh: "refreshToken",
  "client-credentials": "read:events",
  "exchange-token": email,
  "user-info": email,
  "get-user": email,
  "patch-user-metadata": 'color: "red"',
  "link-user": `user_id: "${graceId.split("|")[1]}"`,
};

const successes = catalogue.flatMap((operation) =>
  (["extension", "page"] as const)
    .filter((way) => operation.unavailable?.[way] === undefined)
    .map((way) => ({ id: operation.id, way, operation })),
);

const rows = catalogue.flatMap((operation) =>
  operation.risks.map((risk) => ({ ...risk, id: operation.id, operation, risk })),
);

/** Returns true for a failure that stays in process. */
const isListed = (row: { id: string; error: string }) =>
  onlyInProcess.some(({ id, error }) => id === row.id && error === row.error);

let panel: PanelStage;

beforeAll(async () => {
  panel = await PanelStage.open();
});
afterAll(() => panel?.close());

/** Provokes a failure at a tenant, and returns the values that cause it. */
async function provoke(stage: RunStage, operation: Operation, risk: Risk) {
  const values = await prepare(stage, operation);
  return { ...values, ...(await findProvocation(operation, risk)(stage, values, operation)) };
}

/** Returns what the panel must show of a failure: its code, the library's words and the cause. */
async function listExpected(operation: Operation, risk: Risk): Promise<string[]> {
  if (isShownByTenant(risk)) return ["The tenant rejected the request with status 4", risk.error];
  const stage = new RunStage();
  const outcome = await stage.run(operation, await provoke(stage, operation, risk));
  if (outcome.kind !== "refused") throw new Error(`The run ${outcome.kind} in this process.`);
  const { tenant } = panel.session;
  const description = simplify(outcome.error.errorDescription)
    .replaceAll(inExtension.origin, tenant.origin)
    .replaceAll(inPage.pageOrigin, tenant.demoOrigins[0]);
  return [`failed: ${risk.error}`, description, risk.cause];
}

/** Returns a text without what differs between two runs. */
function simplify(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>").replaceAll(/\s+/g, " ");
}

describe("each operation", () => {
  test.each(successes)("$id succeeds in the $way", async ({ id, way, operation }) => {
    const stage = await panel.reset();
    stage.setting = stage.settings[way];
    const values = await prepare(stage, operation);
    const before = await panel.readTraces();
    const shown = await panel.perform(stage, operation, values);
    expect(shown).toMatch(/Logged in\.|Logged out\.|returned\./);
    expect(await panel.run.result()).toContain(results[id] ?? "no result is listed");
    // The page of such a run is another document now.
    const left = operation.leavesFor !== undefined && way === "page" ? { page: before.page } : {};
    await expect.poll(async () => ({ ...(await panel.readTraces()), ...left })).toEqual(before);
  });
});

describe("each failure", () => {
  test("that stays in process is a row of the catalogue, with a reason", () => {
    for (const one of onlyInProcess) {
      expect(rows.filter(({ id, error }) => id === one.id && error === one.error)).toHaveLength(1);
      expect(one.reason).toMatch(/^[A-Z].*\.$/);
    }
  });

  test.each(rows.filter((row) => !isListed(row)))(
    "the panel shows $error of $id: $cause",
    async ({ operation, risk }) => {
      const stage = await panel.reset();
      const before = await panel.readTraces();
      const values = await provoke(stage, operation, risk);
      const shown = simplify(await panel.perform(stage, operation, values));
      for (const text of await listExpected(operation, risk)) expect(shown).toContain(text);
      // A login window can outlive the outcome of its run.
      await expect.poll(() => panel.readTraces()).toEqual(before);
    },
  );
});
