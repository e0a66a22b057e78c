import { describe, expect, test } from "vitest";
import { findHelp } from "../../../../lib/models/help-place.ts";

describe("the place in the guide for a failure", () => {
  test.each([
    ["unreachable", "no-answer-from-the-tenant"],
    ["insufficient-scope", "request-refused"],
    ["wrong-passphrase", "remembered-credential"],
    ["full", "event-log"],
    ["too-many-tenants", "no-such-tenant"],
  ])("%s: %s", (code, place) => {
    expect(findHelp({ code })).toBe(place);
  });

  test.each(["unexpected", "worker-unreachable", "of-a-later-version", "toString"])(
    "%s is a failure of the extension itself",
    (code) => {
      expect(findHelp({ code })).toBe("tenant-inspector-itself");
    },
  );
});
