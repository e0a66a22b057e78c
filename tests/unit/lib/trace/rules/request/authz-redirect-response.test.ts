import { expect, test } from "vitest";
import { traceOf } from "../../entries.ts";
import { backWith, callback } from "../rule-cases.ts";

test.each([
  ["an error", "error=login_required", false],
  ["a code", "error=login_required&code=an-earlier-code-0001", true],
  ["a token", "access_token=an-earlier-token-0001", true],
])("a redirect URI with %s of an earlier login is masked: %s, %s", async (_name, query, masked) => {
  const asked = { redirect_uri: `${callback}?${query}` };
  const { flows } = await traceOf(backWith({ code: "c" }, asked));
  const finding = flows
    .flatMap(({ verdict }) => verdict.findings)
    .find(({ rule }) => rule.id === "authz-redirect-response");
  expect(finding?.result.seen).toMatchObject([{ value: asked.redirect_uri, isSecret: masked }]);
});
