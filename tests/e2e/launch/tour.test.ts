import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { runTour, type TourFault } from "../../launch/tour.ts";
import { tourSteps } from "../../launch/tour-steps.ts";

/** A fault and what the tour reports because of it. */
interface Planted {
  fault: TourFault;
  /** The only step that the fault breaks. */
  step: string;
  /** A part of the reason that the step reports: no other fault of the same run causes it. */
  reason: string;
}

/** The faults that can be planted together, since each breaks one step, for a reason of its own. */
const planted: readonly Planted[] = [
  {
    fault: "create-refused",
    step: "exchange-profile",
    reason: "the tenant has reached its limit of token exchange profiles",
  },
  {
    fault: "patch-not-applied",
    step: "connection-profile",
    reason: "The service reported success but did not apply every change.",
  },
  { fault: "stream-silent", step: "event", reason: "for the badge to say 1" },
  { fault: "message-lost", step: "renewal", reason: "checkSession failed: timeout" },
  { fault: "logout-ignored", step: "logout", reason: "Expected the text “login_required”" },
  { fault: "password-refused", step: "password", reason: "Login failed: access_denied" },
  // The popup shows the tenant's error page, so the run has no outcome.
  { fault: "popup-not-allowed", step: "popup", reason: ".run-result" },
  {
    fault: "passwordless-refused",
    step: "passwordless",
    reason: "passwordlessStart failed: bad.connection",
  },
  { fault: "user-info-failed", step: "user-info", reason: "userInfo failed: invalid_token" },
  { fault: "linking-refused", step: "linking", reason: "linkUser failed: Forbidden" },
  { fault: "file-changed", step: "trace-har", reason: ".flow-row.failed" },
  { fault: "sandbox-callback", step: "sandbox", reason: "Log in as ada@example.com" },
];

/** Returns the steps that the tour reports as failed, each with its reason. */
function failedSteps(output: string): Map<string, string> {
  // The lines of a reason are indented.
  const failures = output.matchAll(/^FAILED \d+ (\S+).*\n((?: {9}.*\n?)*)/gm);
  return new Map([...failures].map(([, name = "", reason = ""]) => [name, reason]));
}

describe("the tour of the built extension", () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("tour");
  });
  afterAll(() => folder?.remove());

  /** Runs the tour with planted faults; returns its exit code and its report. */
  async function runWith(
    faults: readonly TourFault[],
    only: readonly string[] = tourSteps.map(({ name }) => name),
  ) {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const code = await runTour({ faults, pictures: folder.path, print, only });
    const output = lines.join("\n");
    return { code, output, failed: failedSteps(output) };
  }

  // start.test.ts runs the whole command, without a fault and with tenant-down.
  // Five of these faults end with a time limit, so this test is longer than others.
  const limit = { timeout: 360_000 };
  test("returns 1 for planted faults and reports the step of each", limit, async () => {
    const { code, output, failed } = await runWith(planted.map(({ fault }) => fault));
    expect([...failed.keys()], output).toEqual(planted.map(({ step }) => step));
    for (const { step, reason } of planted) expect(failed.get(step), step).toContain(reason);
    const passed = tourSteps.length - planted.length;
    expect(output).toContain(`${passed} passed, ${planted.length} failed`);
    expect(code).toBe(1);
  });

  test.each<[faults: TourFault[], failed: string[], only: string[]]>([
    [
      ["hs256-accepted"],
      ["hs256", "trace-finding", "trace-har"],
      ["login", "hs256", "trace-finding", "trace-har"],
    ],
    [["wrong-key"], ["login", "id-token"], ["login", "id-token", "hs256"]],
    [["keys-unavailable"], ["token-input"], ["token-input", "token-compare"]],
    [["audience-ignored"], ["token-compare"], ["token-input", "token-compare"]],
    [["code-refused"], ["code-pkce", "trace-login"], ["login", "code-pkce", "trace-login"]],
  ])("returns 1 for the planted fault %s and reports %j", async (faults, steps, only) => {
    const { code, output, failed } = await runWith(faults, only);
    expect([...failed.keys()], output).toEqual(steps);
    expect(output).toContain(`${only.length - steps.length} passed, ${steps.length} failed`);
    expect(code).toBe(1);
  });
});
