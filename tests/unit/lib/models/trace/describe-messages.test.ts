import { expect, test } from "vitest";
import { describeMessages } from "../../../../../lib/models/trace/describe-messages.ts";
import { traceOf, type EntryFacts } from "../../trace/entries.ts";
import { codeLogin, idp, tokenFor } from "../../trace/join/logins.ts";

async function describe(entries: readonly EntryFacts[]) {
  const { flows } = await traceOf(entries);
  const [first] = flows;
  if (first === undefined) throw new Error("The entries are no flow.");
  return describeMessages(first);
}

test("describes each message with its ends and its response", async () => {
  const lines = await describe(codeLogin({}));
  expect(lines.map(({ from, to, outcome, response }) => [from, to, outcome, response])).toEqual([
    ["browser", "tenant", "done", "302"],
    ["browser", "tenant", "done", "200"],
    ["browser", "tenant", "done", "302"],
    ["browser", "page", "done", "200"],
    ["page", "tenant", "done", "200"],
  ]);
});

test.each([
  ["a refusal", { status: 403, answer: { error: "invalid_grant" } }, "403 invalid_grant"],
  [
    "no response",
    { status: 0, answer: null, error: "net::ERR_FAILED" },
    "no response net::ERR_FAILED",
  ],
])("marks %s as failed, with its reason", async (_name, change, response) => {
  const lines = await describe([
    ...codeLogin({}).slice(0, 4),
    { ...tokenFor({ at: 400 }), ...change },
  ]);
  expect(lines.at(-1)).toMatchObject({ outcome: "failed", response });
});

test("marks the message at which the flow stopped, and no other", async () => {
  const refusal = { ...tokenFor({ at: 400 }), status: 403, answer: { error: "invalid_grant" } };
  const lines = await describe([...codeLogin({}).slice(0, 4), refusal]);
  expect(lines.map(({ title }) => title.endsWith(" (stopped here)"))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test("sends a call of the management interface to the API", async () => {
  const [line] = await describe([
    {
      url: `${idp}/api/v2/users`,
      dest: "empty",
      headers: { Authorization: "Bearer token" },
      answer: {},
    },
  ]);
  expect(line).toMatchObject({ from: "page", to: "api" });
});
