import { describe, expect, test } from "vitest";
import { traceOf, type EntryFacts } from "../../entries.ts";
import { bearer, call, loginAt } from "../working/working-scene.ts";

/** Returns the severity of a rule's finding in each login; undefined without one. */
async function listSeverities(id: string, entries: readonly EntryFacts[]) {
  const { flows } = await traceOf(entries);
  return flows
    .filter(({ flow }) => flow.kind === "login")
    .map(({ verdict }) => verdict.findings.find(({ rule }) => rule.id === id)?.severity);
}

const loop = (count: number, gap: number, from = 0): EntryFacts[] =>
  Array.from({ length: count }, (_, number) => loginAt(from + number * gap)).flat();

describe("a loop of logins", () => {
  test("is an error of its third login alone, and a note at the others", async () => {
    expect(await listSeverities("loop-login", loop(5, 2000))).toEqual([
      "note",
      "note",
      "error",
      "note",
      "note",
    ]);
  });

  test("is one error if it goes on for minutes", async () => {
    const severities = await listSeverities("loop-login", loop(40, 5000));
    expect(severities.filter((each) => each === "error")).toEqual(["error"]);
    expect(severities[2]).toBe("error");
  });

  test("is an error again if it begins again", async () => {
    const severities = await listSeverities("loop-login", [
      ...loop(3, 2000),
      ...loop(3, 2000, 300_000),
    ]);
    expect(severities).toEqual(["note", "note", "error", "note", "note", "error"]);
  });

  test("leaves the login that establishes it failed, and the others clean", async () => {
    const { flows } = await traceOf(loop(4, 2000));
    expect(flows.map(({ verdict }) => verdict.state)).toEqual([
      expect.not.stringMatching("failed"),
      expect.not.stringMatching("failed"),
      "failed",
      expect.not.stringMatching("failed"),
    ]);
  });

  test("has the error of its cause once, if an API refuses each token", async () => {
    const refused = [0, 2000, 4000, 6000].flatMap((at) => [
      ...loginAt(at),
      call({
        url: "https://api.example/orders",
        at: at + 100,
        headers: bearer(`opaque-access-token-${at}`),
        status: 401,
      }),
    ]);
    expect(await listSeverities("at-refused", refused)).toEqual([
      "warning",
      "warning",
      "error",
      "warning",
    ]);
    expect(await listSeverities("loop-login", refused)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
