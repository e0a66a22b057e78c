import { describe, expect, test } from "vitest";
import {
  compareScopes,
  describeRun,
  hideSecretsOf,
  isSecretOfResult,
} from "../../../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../../../lib/models/runs/run-view.ts";
import { makeRun } from "../../../components/panel/run/sample-run.ts";

describe("the description of a run", () => {
  test("has the participants that occur, in order, and names the page by the way", () => {
    const { setting } = makeRun();
    const inPage = makeRun({ setting: { ...setting, way: "page" } });
    expect(describeRun(makeRun()).columns).toEqual([
      { id: "page", name: "Extension" },
      { id: "tenant", name: "Tenant" },
    ]);
    expect(describeRun(inPage).columns[0]).toEqual({ id: "page", name: "Page" });
  });

  test("names the last method, and none for a request without the library", () => {
    expect(describeRun(makeRun()).method).toBe("client.userInfo");
    expect(describeRun(makeRun({ steps: [] })).method).toBeUndefined();
  });
});

describe("the scopes of a run", () => {
  const succeed = (result: object | null): Partial<RunView> => ({
    values: { scope: "openid email" },
    outcome: {
      kind: "succeeded",
      result: result === null ? null : { ...result },
      tokens: { accessToken: "at-1" },
    },
  });

  test("of a response without a scope are those of the request", () => {
    expect(compareScopes(makeRun(succeed({})))).toMatchObject({
      granted: ["openid", "email"],
      missing: [],
    });
  });

  test("show what was not granted, and what was not requested", () => {
    expect(compareScopes(makeRun(succeed({ scope: "openid read:x" })))).toMatchObject({
      missing: ["email"],
      added: ["read:x"],
    });
  });

  test.each([
    makeRun(),
    makeRun({ outcome: { kind: "succeeded", result: null, tokens: {} } }),
    makeRun({ ...succeed(null), values: {} }),
  ])("are not compared without an access token or without any scope", (run) => {
    expect(compareScopes(run)).toBeUndefined();
  });
});

test("hides secrets at any depth of a copy, and keeps the rest", () => {
  const result = { a: [{ access_token: "at-1", b: 1 }, null], state: "s-1" };
  expect(hideSecretsOf(result, isSecretOfResult)).toEqual({
    a: [{ access_token: "[hidden]", b: 1 }, null],
    state: "[hidden]",
  });
});
