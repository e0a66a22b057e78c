import { expect, test } from "vitest";

import {
  explainScopeClaim,
  explainScopes,
} from "../../../../../lib/models/tokens/explain-scopes.ts";
import { inspectToken } from "../../../../../lib/tokens/inspect-token.ts";
import { writeToken } from "../../tokens/sign-token.ts";

const now = Date.parse("2026-11-21T08:00:00Z");

const inspect = (claims: object) => inspectToken(writeToken({ alg: "RS256" }, claims), { now });

test("explains each scope of a token once, in its order", async () => {
  const scope = "openid read:events  read:events nobody-knows";
  const explained = explainScopeClaim(await inspect({ scope }));
  expect(explained.map((one) => one.scope)).toEqual(["openid", "read:events", "nobody-knows"]);
  expect(explained[1]?.explanation).toBe("Allows the bearer to read the stream of tenant events.");
  expect(explained[2]?.explanation).toMatch(/not a Management API scope/);
});

test.each([{}, { scope: "" }, { scope: 7 }, { scope: ["read:events"] }])(
  "returns nothing for a token with the scopes %j",
  async (claims) => {
    expect(explainScopeClaim(await inspect(claims))).toEqual([]);
  },
);

test("returns nothing for a text that cannot be decoded", async () => {
  expect(explainScopeClaim(await inspectToken("not-a-token", { now }))).toEqual([]);
  expect(explainScopeClaim(undefined)).toEqual([]);
});

test("limits an endless list", () => {
  const scopes = Array.from({ length: 10_000 }, (_, index) => `scope-${index}`);
  expect(explainScopes(scopes)).toHaveLength(300);
});
