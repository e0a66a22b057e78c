import { expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../../entries.ts";
import { app, cleanLogin } from "../rule-cases.ts";

const url = "https://api.example/orders";

/** Returns the remedy for a call whose preflight got this answer. */
async function findRemedy(answer: Partial<EntryFacts>): Promise<string | undefined> {
  const { flows } = await traceOf([
    ...cleanLogin,
    {
      url,
      at: 200,
      method: "OPTIONS",
      headers: {
        Origin: app,
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      },
      responseHeaders: { Server: "x" },
      ...answer,
    },
  ]);
  const findings = flows.flatMap(({ verdict }) => verdict.findings);
  return findings.find(({ rule }) => rule.id === "net-preflight")?.result.remedy;
}

test.each([
  { when: "asks for a token", answer: { status: 401 }, remedy: "OPTIONS" },
  { when: "redirects", answer: { status: 308, location: `${url}/` }, remedy: "slash" },
  { when: "knows no CORS", answer: { status: 200 }, remedy: "Allow this origin" },
])("the remedy fits a server that $when", async ({ answer, remedy }) => {
  expect(await findRemedy(answer)).toContain(remedy);
});
