import { expect, test } from "vitest";
import { traceOf } from "../../entries.ts";
import { app, authorize } from "../rule-cases.ts";

test("the nearest allowed callback is shown with its first difference", async () => {
  const page = `<dd><code>${app}/callback/</code></dd><li><code>https://other.example/cb</code></li><li><code>${app}/callback</code></li>`;
  const { flows } = await traceOf([
    authorize({ redirect_uri: `${app}/callback/` }, { status: 400, answer: page }),
  ]);
  const [finding] = flows[0]?.verdict.findings ?? [];
  expect(finding?.rule.id).toBe("authz-redirect-mismatch");
  expect(finding?.result.why).toContain(
    "The sent URL ends with a slash, the allowed one does not.",
  );
  expect(finding?.result.copy).toBe(`${app}/callback/`);
});
