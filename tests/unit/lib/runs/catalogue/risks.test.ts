import { describe, expect, test } from "vitest";
import { catalogue } from "../../../../../lib/runs/catalogue/index.ts";
import { findProvocation, isShownByTenant } from "../../../../run-stage/find-provocation.ts";
import { prepare } from "../../../../run-stage/prepare.ts";
import { RunStage } from "../../../../run-stage/run-stage.ts";

const rows = catalogue.flatMap((operation) =>
  operation.risks.map((risk) => ({ operation, id: operation.id, risk, ...risk })),
);

describe("each failure that an operation names", () => {
  test.each(rows)("$id: $error because $cause", async ({ operation, risk }) => {
    const provoke = findProvocation(operation, risk);
    const stage = new RunStage();
    const values = await prepare(stage, operation);
    const outcome = await stage.run(operation, {
      ...values,
      ...(await provoke(stage, values, operation)),
    });
    expect(outcome).toMatchObject(
      isShownByTenant(risk)
        ? { kind: "unanswered", problem: risk.error }
        : { kind: "refused", error: { error: risk.error } },
    );
    expect(stage.isQuiet).toBe(true);
  });

  test("has a cause and a remedy as sentences", () => {
    for (const { cause, remedy } of rows) {
      for (const text of [cause, remedy]) expect(text).toMatch(/^[A-Z].*[.…]$/);
    }
  });
});

describe("the errors of embedded login in the description of the interface", () => {
  test.each([
    [400, "invalid_request"],
    [401, "unauthorized_client"],
    [400, "unsupported_credential_type"],
    [403, "access_denied"],
    [403, "blocked_user"],
    [401, "password_leaked"],
    [429, "too_many_attempts"],
    [403, "request_error"],
  ])("login names %s %s", async (statusCode, error) => {
    const operation = catalogue.find(({ id }) => id === "login");
    const named = operation?.risks.filter((risk) => risk.error === error) ?? [];
    for (const risk of named.filter((each) => !/did not respond/.test(each.cause))) {
      const stage = new RunStage();
      if (operation === undefined) throw new Error("No login.");
      const values = await prepare(stage, operation);
      const changes = await findProvocation(operation, risk)(stage, values, operation);
      const outcome = await stage.run(operation, { ...values, ...changes });
      expect(outcome).toMatchObject({ kind: "refused", error: { error, statusCode } });
    }
    expect(named).not.toEqual([]);
  });
});
