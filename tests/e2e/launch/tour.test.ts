import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeTemporaryFolder, type TemporaryFolder } from "../../launch/temporary-folder.ts";
import { runTour, type TourFault } from "../../launch/tour.ts";
import { tourSteps } from "../../launch/tour-steps.ts";

/** Returns the names of the steps that the tour reports as failed. */
function failedSteps(output: string): string[] {
  return [...output.matchAll(/^FAILED \d+ (\S+)/gm)].map(([, name = ""]) => name);
}

describe("the tour of the built extension", () => {
  let folder: TemporaryFolder;
  beforeAll(async () => {
    folder = await makeTemporaryFolder("tour");
  });
  afterAll(() => folder?.remove());

  // start.test.ts runs the whole command, without a fault and with hs256-accepted.
  test.each<[fault: TourFault, failed: string[], only?: string[]]>([
    ["tenant-down", tourSteps.map(({ name }) => name)],
    ["wrong-key", ["login", "id-token"], ["login", "id-token", "hs256"]],
    ["create-refused", ["exchange-profile"], ["exchange-profile", "connection-profile"]],
    ["patch-not-applied", ["connection-profile"], ["exchange-profile", "connection-profile"]],
    ["stream-silent", ["event"], ["connection-profile", "event"]],
    ["code-refused", ["code-pkce"], ["login", "code-pkce"]],
    ["message-lost", ["renewal"], ["code-pkce", "renewal"]],
    ["logout-ignored", ["logout"], ["code-pkce", "logout"]],
    ["password-refused", ["password"], ["code-pkce", "password"]],
    ["popup-not-allowed", ["popup"], ["code-pkce", "popup"]],
    ["passwordless-refused", ["passwordless"], ["login", "passwordless"]],
    ["user-info-failed", ["user-info"], ["login", "user-info"]],
    ["linking-refused", ["linking"], ["login", "linking"]],
    ["keys-unavailable", ["token-input"], ["token-input", "token-compare"]],
    ["audience-ignored", ["token-compare"], ["token-input", "token-compare"]],
    ["code-refused", ["trace-login"], ["login", "trace-login"]],
    ["hs256-accepted", ["trace-finding"], ["trace-login", "trace-finding"]],
    ["file-changed", ["trace-har"], ["trace-finding", "trace-har"]],
  ])("returns 1 for the planted fault %s and reports %j", async (fault, steps, only) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const options = only === undefined ? {} : { only };
    const code = await runTour({ fault, pictures: folder.path, print, ...options });
    const output = lines.join("\n");
    const count = only?.length ?? tourSteps.length;
    expect(failedSteps(output), output).toEqual(steps);
    expect(output).toContain(`${count - steps.length} passed, ${steps.length} failed`);
    expect(code).toBe(1);
  });
});
