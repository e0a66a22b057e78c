import { expect, test } from "vitest";
import { readFirstUser } from "../../../../lib/sandbox/first-user.ts";
import { openTenant } from "../../tenant/open-tenant.ts";

test("reads the first user of a description", () => {
  const text = JSON.stringify(openTenant().tenant.describe());
  expect(readFirstUser(text)).toEqual({
    username: "ada@example.com",
    password: "correct-horse-1",
  });
});

test.each(["", "<p>", "{}", '{"users":[]}', '{"users":[{"email":1}]}'])(
  "finds no user in %j",
  (text) => {
    expect(readFirstUser(text)).toBeUndefined();
  },
);
