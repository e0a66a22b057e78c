import { expect, test } from "vitest";

import {
  explainPermissionsClaim,
  explainScopeClaim,
  explainScopes,
} from "../../../../../lib/models/tokens/explain-scopes.ts";

test("explains each scope of a token once, in its order", () => {
  const explained = explainScopeClaim({ scope: "openid read:events  read:events nobody-knows" });
  expect(explained.map((one) => one.scope)).toEqual(["openid", "read:events", "nobody-knows"]);
  expect(explained[1]?.explanation).toBe("Allows the bearer to read the stream of tenant events.");
  expect(explained[2]?.explanation).toMatch(/not a Management API scope/);
});

test.each([undefined, {}, { scope: "" }, { scope: 7 }, { scope: ["read:events"] }])(
  "returns no scopes for the payload %j",
  (payload) => {
    expect(explainScopeClaim(payload)).toEqual([]);
  },
);

test("explains the permissions of an access token", () => {
  const explained = explainPermissionsClaim({ permissions: ["read:events", 7, "read:events"] });
  expect(explained).toEqual([
    { scope: "read:events", explanation: "Allows the bearer to read the stream of tenant events." },
  ]);
});

test.each([undefined, {}, { permissions: "read:events" }, { permissions: { length: 2 } }])(
  "returns no permissions for the payload %j",
  (payload) => {
    expect(explainPermissionsClaim(payload)).toEqual([]);
  },
);

test("limits an endless list", () => {
  const scopes = Array.from({ length: 10_000 }, (_, index) => `scope-${index}`);
  expect(explainScopes(scopes)).toHaveLength(300);
});
