import { expect, test } from "vitest";

import {
  explainScopeClaim,
  explainScopes,
} from "../../../../../lib/models/tokens/explain-scopes.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { writeToken } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");

const inspect = (claims: object) => inspectToken(writeToken({ alg: "RS256" }, claims), { now });

test("each scope that a token claims is explained, once and in its order", async () => {
  const scope = "openid read:events  read:events nobody-knows";
  const explained = explainScopeClaim(await inspect({ scope }));
  expect(explained.map((one) => one.scope)).toEqual(["openid", "read:events", "nobody-knows"]);
  expect(explained[1]?.explanation).toBe("Allows the bearer to read the stream of tenant events.");
  expect(explained[2]?.explanation).toMatch(/not a Management API scope/);
});

test.each([{}, { scope: "" }, { scope: 7 }, { scope: ["read:events"] }])(
  "a token that claims %j has none to explain",
  async (claims) => {
    expect(explainScopeClaim(await inspect(claims))).toEqual([]);
  },
);

test("what cannot be taken apart has none to explain", async () => {
  expect(explainScopeClaim(await inspectToken("not-a-token", { now }))).toEqual([]);
  expect(explainScopeClaim(undefined)).toEqual([]);
});

test("an endless list is cut", () => {
  const scopes = Array.from({ length: 10_000 }, (_, index) => `scope-${index}`);
  expect(explainScopes(scopes)).toHaveLength(300);
});
