import { describe, expect, test } from "vitest";
import { decideCheck } from "../../../../../lib/tokens/checks/decide-check.ts";
import type { CheckDraft } from "../../../../../lib/tokens/checks/token-facts.ts";
import type { Finding } from "../../../../../lib/tokens/finding.ts";

const draft: CheckDraft = {
  id: "times",
  passed: "Not expired.",
  compared: [{ label: "exp", value: "in 1 hour" }],
};

function makeFinding(id: Finding["id"], severity: Finding["severity"], title: string): Finding {
  return { id, severity, title, seen: "", why: "", remedy: `Mend ${id}.`, source: "" };
}

const expired = makeFinding("expired", "error", "The token has expired");
const early = makeFinding("not-yet-valid", "warning", "The token is not valid yet");
const odd = makeFinding("time-in-milliseconds", "warning", "exp is in milliseconds");
const note = makeFinding("lifetime-missing", "note", "The token does not expire");
const ofOtherCheck = makeFinding("issuer-missing", "error", "The token does not name its issuer");

describe("the outcome of a check", () => {
  test.each<[string, Partial<CheckDraft>, Finding[], object]>([
    ["no finding", {}, [], { outcome: "passed", message: "Not expired." }],
    ["a note", {}, [note], { outcome: "passed", message: "Not expired." }],
    ["a finding of another check", {}, [ofOtherCheck], { outcome: "passed" }],
    [
      "an error, before all else",
      { failed: "No.", notApplicable: "Not here.", unchecked: "Unknown." },
      [early, expired],
      { outcome: "failed", message: "The token has expired.", remedy: "Mend expired." },
    ],
    [
      "a failure without a finding",
      { failed: "It is not signed.", notApplicable: "Not here." },
      [early],
      { outcome: "failed", message: "It is not signed." },
    ],
    [
      "a check that does not apply",
      { notApplicable: "Not here.", unchecked: "Unknown." },
      [early],
      { outcome: "not-applicable", message: "Not here." },
    ],
    [
      "a check that was not made, with its warnings",
      { unchecked: "Unknown." },
      [odd],
      { outcome: "not-checked", message: "Unknown. exp is in milliseconds." },
    ],
    [
      "one warning, with its remedy",
      {},
      [odd, note],
      {
        outcome: "warning",
        message: "exp is in milliseconds.",
        remedy: "Mend time-in-milliseconds.",
      },
    ],
    [
      "a difference within the leeway",
      {},
      [early],
      { outcome: "warning", message: "The token is not valid yet, but within the leeway." },
    ],
  ])("for %s", (_, change, findings, expected) => {
    expect(decideCheck({ ...draft, ...change }, findings)).toMatchObject(expected);
  });

  test("has no remedy for several warnings, none of which mends all", () => {
    const { message, ...check } = decideCheck(draft, [early, odd]);
    expect(message).toBe(
      "The token is not valid yet, but within the leeway. exp is in milliseconds.",
    );
    expect(check).toMatchObject({ outcome: "warning" });
    expect(check).not.toHaveProperty("remedy");
  });
});

test("a check has the facts of its id and the compared values, and a remark follows its message", () => {
  expect(decideCheck({ ...draft, remark: " The clock is slow." }, [])).toEqual({
    id: "times",
    title: "Times",
    source: "OpenID Connect Core 1.0, section 3.1.3.7",
    outcome: "passed",
    message: "Not expired. The clock is slow.",
    compared: draft.compared,
  });
  expect(decideCheck({ ...draft, source: "RFC 7519" }, []).source).toBe("RFC 7519");
});
