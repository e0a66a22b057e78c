import { describe, expect, test } from "vitest";
import { RunResult } from "../../../../../components/panel/run/RunResult.tsx";
import { describeRun } from "../../../../../lib/models/runs/describe-run.ts";
import type { RunView } from "../../../../../lib/models/runs/run-view.ts";
import { authorize } from "../../../../../lib/runs/catalogue/authorize.ts";
import { login } from "../../../../../lib/runs/catalogue/login.ts";
import type { CallError } from "../../../../../lib/runs/call.ts";
import type { Check } from "../../../../../lib/tokens/checks/check.ts";
import { now } from "../../fake-worker.ts";
import { click, find, findButton, press, show, sourceOf, words } from "../../show.ts";
import { makeRun, sampleOperation } from "./sample-run.ts";

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
const error: CallError = {
  error: "invalid_grant",
  errorDescription: "Too old.",
  reason: "expired",
  statusCode: 400,
  members: { code: "invalid_grant", original: { state: "state-1" } },
};
const exchange = {
  request: { scope: "openid email" },
  response: { scope: "openid" },
  issuer: "http://localhost:4400/",
  receivedAt: now,
};

async function showRun(changes: Partial<RunView>) {
  const run = makeRun(changes);
  const inspected: unknown[] = [];
  const chosen: string[] = [];
  const place = await show(
    <RunResult
      run={run}
      description={describeRun(run)}
      onInspect={(token, from) => inspected.push({ token, ...from })}
      onForget={() => undefined}
      onShowOperation={(operation) => chosen.push(operation)}
    />,
  );
  return { place, inspected, chosen };
}

const succeed = (result: RunView["outcome"] & { kind: "succeeded" }): Partial<RunView> => ({
  outcome: result,
  endedAt: now + 1_250,
});

test("an embedded login that needs a captcha offers the login at the tenant's page", async () => {
  const asked: CallError = { ...error, error: "requires_verification", statusCode: 401 };
  const outcome = { kind: "refused", error: asked, tokens: {} } as const;
  const { place, chosen } = await showRun({ operation: login, outcome, endedAt: now });
  expect(words(find(place, ".notice"))).toContain("bot detection asks this login for a captcha");
  await click(findButton(place, "Log in at the tenant's page instead"));
  expect(chosen).toEqual(["authorize"]);
});

describe("a login", () => {
  test.each([
    [[check], "good", "All 1 checks passed."],
    [[check, skipped], "good", "1 checks passed, 1 not applicable."],
    [
      [check, { ...check, outcome: "warning" }, { ...check, outcome: "not-checked" }, skipped],
      "good",
      "1 checks passed, 1 with a warning, 1 not checked, 1 not applicable.",
    ],
    [[check, skipped, failed], "warning", "1 of 2 checks failed: Scopes."],
  ] as const)("that succeeded summarizes its checks", async (checks, severity, summary) => {
    const outcome = { kind: "succeeded", result: null, tokens: {} } as const;
    const { place } = await showRun({ operation: authorize, outcome, checks });
    const notice = find(place, ".notice");
    expect(notice.classList.contains(severity)).toBe(true);
    expect(words(notice)).toContain(`Logged in.${summary}`);
  });

  test("lists each check with its result and remedy, the failed ones first", async () => {
    const outcome = { kind: "succeeded", result: null, tokens: {} } as const;
    const { place } = await showRun({ outcome, checks: [check, skipped, failed] });
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

  test("shows the times of its checks by the local clock, and their distance", async () => {
    const at = Date.UTC(2026, 10, 21, 12);
    const compared = [{ label: "tenant's clock (iat)", value: "in 10 minutes", at }];
    const times: Check = { ...check, id: "times", compared };
    const outcome = { kind: "refused", error, tokens: {} } as const;
    const { place } = await showRun({ outcome, checks: [times] });
    expect(find(place, ".checks time").getAttribute("datetime")).toBe("2026-11-21T12:00:00.000Z");
    expect(words(find(place, ".checks dd"))).toContain(", in 10 minutes");
  });

  test("offers its tokens with the exchange to check them against", async () => {
    const tokens = { idToken: "id-1", accessToken: "at-1", refreshToken: "rt-1", code: "c-1" };
    const login = { exchange, verdict: { isAccepted: true } } as const;
    const { place, inspected } = await showRun(
      succeed({ kind: "succeeded", result: null, tokens, login }),
    );
    await click(findButton(place, "Inspect ID token"));
    await click(findButton(place, "Inspect access token"));
    expect(inspected).toEqual([
      { token: "id-1", name: "ID token", exchange },
      { token: "at-1", name: "access token", exchange },
    ]);
    expect(sourceOf(place)).not.toMatch(/rt-1|c-1/);
    await click(findButton(place, "Show refresh token"));
    expect(words(place)).toContain("rt-1");
  });

  test("compares the granted scopes with the requested ones", async () => {
    const login = { exchange, verdict: { isAccepted: true } } as const;
    const { place } = await showRun(
      succeed({ kind: "succeeded", result: null, tokens: { accessToken: "at-1" }, login }),
    );
    expect(words(find(place, ".granted-scopes"))).toBe(
      "Requestedopenid emailGrantedopenidNot grantedemail",
    );
  });
});

describe("another run", () => {
  test("names the method that returned, and its duration", async () => {
    const outcome = { kind: "succeeded", result: { sub: "auth0|1" }, tokens: {} } as const;
    const { place } = await showRun(succeed(outcome));
    expect(words(find(place, ".notice"))).toContain("userInfo returned.The run took 1.3 s.");
    expect(words(find(place, "[role=tree]"))).toContain('sub: "auth0|1"');
  });

  test("checks a token without a login against the application and the tenant", async () => {
    const outcome = { kind: "succeeded", result: {}, tokens: { accessToken: "at-1" } } as const;
    const { place, inspected } = await showRun(succeed(outcome));
    await click(findButton(place, "Inspect access token"));
    expect(inspected).toMatchObject([
      { exchange: { request: { client_id: "demo-spa" }, issuer: "http://localhost:4400/" } },
    ]);
  });

  test("masks the secrets of its result until the user reveals each of them", async () => {
    const result = { accessToken: "at-secret", idToken: "id-secret", expiresIn: 60 };
    const { place } = await showRun(succeed({ kind: "succeeded", result, tokens: {} }));
    expect(sourceOf(place)).not.toMatch(/at-secret|id-secret/);
    const tree = find(place, "[role=tree]");
    await press(tree, "ArrowDown");
    await click(findButton(place, "Show accessToken"));
    expect(words(tree)).toContain('accessToken: "at-secret"');
    expect(sourceOf(place)).not.toContain("id-secret");
    await press(tree, "Enter");
    expect(sourceOf(place)).not.toContain("at-secret");
  });

  test("that was refused shows error, status, reason and known cause, and the members", async () => {
    const { place } = await showRun({ outcome: { kind: "refused", error, tokens: {} } });
    expect(words(find(place, "[role=alert]"))).toBe(
      "✕userInfo failed: invalid_grantToo old.Status 400. Reason: expiredKnown cause: It has expired. Get a new one.Forget this runHelp",
    );
    expect(words(find(place, "[role=tree]"))).toContain('code: "invalid_grant"');
    expect(sourceOf(place)).not.toContain("state-1");
  });

  test("that was refused lists each cause of a code with several", async () => {
    const denied = { ...error, error: "access_denied" };
    const outcome = { kind: "refused", error: denied, tokens: {} } as const;
    const { place } = await showRun({ operation: authorize, outcome });
    expect(words(find(place, "[role=alert] ul"))).toBe(
      "The user, a rule or an action refused the login. Read the error description, and the tenant's log.The tenant has no API with this audience. Copy the audience from the identifier of the API.",
    );
  });

  test("that was refused shows the cause of this run instead of a known one", async () => {
    const explained = { ...error, cause: "The policy blocks it.", remedy: "Allow it." };
    const { place } = await showRun({ outcome: { kind: "refused", error: explained, tokens: {} } });
    expect(words(find(place, "[role=alert]"))).toBe(
      "✕userInfo failed: invalid_grantToo old.Status 400. Reason: expiredCause: The policy blocks it.Fix: Allow it.Forget this runHelp",
    );
  });

  test("says what it waits for and since when", async () => {
    const [, request] = makeRun().steps;
    if (request?.kind !== "request") throw new Error("The sample has no request.");
    const { ms: _ms, status: _status, answer: _answer, ...open } = request;
    const { place } = await showRun({ steps: [open] });
    expect(words(find(place, "[role=status]"))).toMatch(
      /^iWaiting for the response\.Waiting since \d\d:\d\d:\d\d\.$/,
    );
  });

  test("shows the sentence of the inspected page while it waits", async () => {
    const { place } = await showRun({ steps: [], waitsFor: "Click the button in the page." });
    expect(words(find(place, "[role=status]"))).toBe("iClick the button in the page.");
  });

  test.each([
    [authorize, "Close the login window if it is still open. Its response will be ignored."],
    [sampleOperation, "A response that still arrives will be ignored."],
  ])("that was cancelled says what happens to a response", async (operation, sentence) => {
    const { place } = await showRun({ operation, outcome: { kind: "cancelled" } });
    expect(words(find(place, "[role=status]"))).toBe(`iCancelled.${sentence}`);
  });

  test("without a response shows the problem and the tenant's text as a quotation", async () => {
    const outcome = {
      kind: "unanswered",
      problem: "Check:",
      said: "<b>No</b>",
      toCheck: ["The client ID."],
    } as const;
    const { place } = await showRun({ outcome });
    expect(words(find(place, "q"))).toBe("<b>No</b>");
    expect(words(find(place, "[role=alert]"))).toContain("The run did not complete.");
    expect(words(find(place, "li"))).toBe("The client ID.");
  });
});
