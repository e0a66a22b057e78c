import { expect, test } from "vitest";
import { Verification } from "../../../../../components/panel/tokens/Verification.tsx";
import type { VerificationOutcome } from "../../../../../lib/tokens/verify-signature.ts";
import { find, show, words } from "../../show.ts";

const message = "Because of <b>this</b>.";

test.each([
  [{ kind: "verified", kid: "k1", alg: "RS256", message }, "status", "Signature verified"],
  [{ kind: "wrong-signature", kid: "k1", alg: "RS256", message }, "alert", "Signature is wrong"],
  [
    { kind: "unknown-key", kid: "k9", knownKids: ["k1"], message },
    "alert",
    "Signed with a key that the tenant does not publish",
  ],
  [{ kind: "unsigned", message }, "alert", "Not signed"],
  [
    { kind: "unsupported-algorithm", alg: "HS256", message },
    "status",
    "Signature cannot be checked in a browser",
  ],
  [{ kind: "unsupported-header", parameter: "crit", message }, "status", "Signature not checked"],
  [{ kind: "keys-unavailable", message }, "status", "Signature not checked: no keys"],
] satisfies [VerificationOutcome, string, string][])(
  "%j is announced as %s: %s",
  async (outcome, role, title) => {
    const place = await show(<Verification outcome={outcome} />);
    const notice = find(place, ".notice");
    expect(notice.getAttribute("role")).toBe(role);
    expect(words(find(notice, "strong"))).toBe(title);
    expect(words(find(notice, ".body > span"))).toBe(message);
    expect(notice.querySelector("b")).toBeNull();
  },
);

test("without a tenant nothing was checked, and it says how that changes", async () => {
  const place = await show(<Verification outcome={null} />);
  expect(words(place)).toContain("Signature not checked");
  expect(words(place)).toContain("Add a tenant in the options");
});
