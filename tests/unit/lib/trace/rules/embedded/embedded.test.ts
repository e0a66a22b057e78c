import { expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../../entries.ts";

async function findEmbedded(facts: Partial<EntryFacts>) {
  const { flows } = await traceOf([
    {
      url: "https://login.example/co/authenticate",
      origin: "https://app.example",
      dest: "empty",
      json: { client_id: "spa", credential_type: "password", username: "ada", realm: "users" },
      responseHeaders: { "Content-Type": "application/json" },
      ...facts,
    },
  ]);
  return flows
    .flatMap(({ verdict }) => verdict.findings)
    .filter(({ rule }) => rule.group === "embedded");
}

test.each([
  { status: 400, code: "invalid_request", causes: 2 },
  { status: 401, code: "unauthorized_client", causes: 0 },
  { status: 400, code: "unsupported_credential_type", causes: 0 },
  { status: 403, code: "access_denied", causes: 2 },
  { status: 403, code: "blocked_user", causes: 0 },
  { status: 401, code: "password_leaked", causes: 0 },
  { status: 429, code: "too_many_attempts", causes: 2 },
])("finds the code $code of an embedded login", async ({ status, code, causes }) => {
  const findings = await findEmbedded({ status, answer: { code, description: "quoted" } });
  expect(findings.map(({ rule }) => rule.id)).toEqual([`embedded-${code}`]);
  expect(findings[0]?.result.causes ?? []).toHaveLength(causes);
});

test("finds the origin to allow in a refusal that CORS hid", async () => {
  const findings = await findEmbedded({
    status: 403,
    answer: null,
    responseHeaders: { "Content-Type": "text/plain; charset=UTF-8" },
  });
  expect(findings.map(({ rule, result }) => [rule.id, result.copy])).toEqual([
    ["embedded-origin", "https://app.example"],
  ]);
});

test("finds a rate limit without a code, with its end", async () => {
  const findings = await findEmbedded({
    status: 429,
    answer: {},
    responseHeaders: { "X-RateLimit-Reset": "1795420800" },
  });
  expect(findings.map(({ rule }) => rule.id)).toEqual(["embedded-rate"]);
  expect(JSON.stringify(findings[0]?.result.seen)).toContain("1795420800");
});

test("finds no cause for a login that got its ticket", async () => {
  expect(await findEmbedded({ answer: { login_ticket: "ticket" } })).toEqual([]);
});

test("blames no origin for a refusal in JSON whose body is not shown", async () => {
  const findings = await findEmbedded({ status: 403, answer: null });
  expect(findings.map(({ rule }) => rule.id)).not.toContain("embedded-origin");
});
