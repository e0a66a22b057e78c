import { describe, expect, test } from "vitest";
import { explainStop } from "../../../../../lib/trace/meanings/explain-stop.ts";
import type { MeaningRow } from "../../../../../lib/trace/meanings/meaning.ts";
import { meanings } from "../../../../../lib/trace/meanings/meanings.ts";
import { apiRows } from "../../../../../lib/trace/meanings/rows/api.ts";
import { callbackRows } from "../../../../../lib/trace/meanings/rows/callback.ts";
import { logoutRows } from "../../../../../lib/trace/meanings/rows/logout.ts";
import { blockedRows, networkRows } from "../../../../../lib/trace/meanings/rows/network.ts";
import { providerRows } from "../../../../../lib/trace/meanings/rows/provider.ts";
import { renewalRows } from "../../../../../lib/trace/meanings/rows/renewal.ts";
import { requestRows } from "../../../../../lib/trace/meanings/rows/request.ts";
import { responseRows } from "../../../../../lib/trace/meanings/rows/response.ts";
import { tokenRows } from "../../../../../lib/trace/meanings/rows/token.ts";
import { messageKinds } from "../../../../../lib/trace/message.ts";
import type { StopParty, StopStep } from "../../../../../lib/trace/stop/stop.ts";
import { apiCases } from "./cases/api.ts";
import { callbackCases } from "./cases/callback.ts";
import { logoutCases } from "./cases/logout.ts";
import { blockedCases, networkCases } from "./cases/network.ts";
import { providerCases } from "./cases/provider.ts";
import { renewalCases } from "./cases/renewal.ts";
import { requestCases } from "./cases/request.ts";
import { responseCases } from "./cases/response.ts";
import { tokenCases } from "./cases/token.ts";
import { stopOf, type MeaningCase, type StopFacts } from "./stops.ts";

/** The rows of each file and their test cases: case N tests row N. */
const tables: readonly (readonly [string, readonly MeaningRow[], readonly MeaningCase[]])[] = [
  ["blocked", blockedRows, blockedCases],
  ["renewal", renewalRows, renewalCases],
  ["token", tokenRows, tokenCases],
  ["request", requestRows, requestCases],
  ["provider", providerRows, providerCases],
  ["response", responseRows, responseCases],
  ["callback", callbackRows, callbackCases],
  ["api", apiRows, apiCases],
  ["logout", logoutRows, logoutCases],
  ["network", networkRows, networkCases],
];

const explain = (facts: StopFacts) => {
  const { stop, flow } = stopOf(facts);
  return explainStop(stop, flow);
};

describe.each(tables)("the meanings of the %s rows", (_name, rows, cases) => {
  test("have one case for each row, in their order", () => {
    expect(cases.map(({ title }) => title)).toEqual(rows.map(({ title }) => title));
  });

  test.each(cases.map((one, index) => ({ ...one, index })))(
    "explain a stop by row $index: $title",
    ({ stop, miss, instead, index }) => {
      expect(explain(stop)).toBe(rows[index]);
      const other = explain({ ...stop, ...miss });
      expect(other.title).toBe(instead);
      expect(other).not.toBe(rows[index]);
    },
  );
});

test("the cases cover each row of the table", () => {
  const covered = new Set(tables.flatMap(([, rows]) => rows));
  expect(meanings.filter((row) => !covered.has(row))).toEqual([]);
  expect(meanings).toHaveLength(covered.size);
});

const steps: readonly StopStep[] = [
  "discovery",
  "request",
  "provider",
  "response",
  "callback",
  "token",
  "api",
  "renewal",
  "logout",
];
const parties: readonly StopParty[] = ["provider", "server", "browser", "network", "nobody"];

test.each(steps)(
  "each stop at the step %s has a cause, for each party and kind of message",
  (step) => {
    for (const by of parties) {
      for (const kind of messageKinds) {
        expect(explain({ step, by, kind }).causes.length).toBeGreaterThan(0);
      }
    }
  },
);

describe("the texts of the table", () => {
  const sentences = meanings.flatMap(({ means, causes }) => [
    means,
    ...causes.flatMap(({ cause, check, remedy }) => [cause, check, remedy]),
  ]);

  test("end with a period or a question mark", () => {
    expect(sentences.filter((text) => !/[.?]$/u.test(text))).toEqual([]);
  });

  test("have at most 25 words in a sentence", () => {
    const long = sentences
      .flatMap((text) => text.split(/(?<=[.?:]) /u))
      .filter((text) => text.split(" ").length > 25);
    expect(long).toEqual([]);
  });
});
