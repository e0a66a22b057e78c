import { describe, expect, test } from "vitest";
import { RunOutcome } from "../../../../../components/panel/run/RunOutcome.tsx";
import type { RunState } from "../../../../../lib/models/runs/run-model.ts";
import type { Check } from "../../../../../lib/tokens/checks/check.ts";
import { find, show, words } from "../../show.ts";

const check: Check = {
  id: "state",
  title: "State",
  outcome: "passed",
  message: "The response belongs to this request.",
  compared: [{ label: "sent", value: "state-…uest" }],
  source: "RFC 6749, section 10.12",
};
const skipped: Check = {
  ...check,
  id: "nonce",
  title: "Nonce",
  outcome: "not-applicable",
  message: "No ID token in the response.",
  compared: [],
};
const failed: Check = {
  ...check,
  id: "scopes",
  title: "Scopes",
  outcome: "failed",
  message: "Not granted: <b>read:x</b>.",
  remedy: "Ask for less.",
};

const answered = {
  tokens: {},
  exchange: { request: {}, response: {}, issuer: "http://localhost:4400/", receivedAt: 0 },
};

function showOutcome(state: RunState) {
  const ignore = () => undefined;
  return show(<RunOutcome state={state} onInspect={ignore} onForget={ignore} />);
}

const succeed = (checks: Check[]): RunState => ({
  ...answered,
  kind: "succeeded",
  verdict: { isAccepted: true },
  checks,
});

describe("the outcome of a run", () => {
  test.each([
    [[check], "good", "All 1 checks passed."],
    [[check, skipped], "good", "1 checks passed, 1 not applicable."],
    [[check, skipped, failed], "warning", "1 of 2 checks failed: Scopes."],
  ] as const)("of an accepted login summarizes its checks", async (checks, severity, summary) => {
    const place = await showOutcome(succeed([...checks]));
    const notice = find(place, ".notice");
    expect(notice.classList.contains(severity)).toBe(true);
    expect(words(notice)).toContain(`Logged in.${summary}`);
  });

  test("lists each check with its result and remedy, the failed ones first", async () => {
    const place = await showOutcome(succeed([check, skipped, failed]));
    const rows = [...place.querySelectorAll(".checks li")];
    expect(rows.map((row) => row.querySelector(".mark")?.getAttribute("aria-label"))).toEqual([
      "Failed",
      "Passed",
      "Not applicable",
    ]);
    expect(rows.map(words)).toEqual([
      "✕ScopesNot granted: <b>read:x</b>.Fix: Ask for less.sentstate-…uest",
      "✓StateThe response belongs to this request.sentstate-…uest",
      "–NonceNo ID token in the response.",
    ]);
  });

  test("shows times by the local clock, and their distance", async () => {
    const at = Date.UTC(2026, 10, 21, 12);
    const times: Check = {
      ...check,
      id: "times",
      compared: [{ label: "tenant's clock (iat)", value: "in 10 minutes", at }],
    };
    const place = await showOutcome(succeed([times]));
    expect(find(place, "time").getAttribute("datetime")).toBe("2026-11-21T12:00:00.000Z");
    expect(words(find(place, "dd"))).toContain(", in 10 minutes");
  });

  test("of a rejected login lists the checks below the error", async () => {
    const verdict = { isAccepted: false, description: "No." } as const;
    const facts = { ...answered, error: "invalid_token", errorDescription: "No.", verdict };
    const place = await showOutcome({ ...facts, kind: "refused", checks: [failed] });
    expect(words(find(place, ".notice"))).toContain("Login failed: invalid_token");
    expect(words(find(place, ".checks"))).toContain("Not granted");
  });
});
