import { expect, test } from "vitest";
import { isPatchApplied } from "../../../../../lib/management/connections/is-patch-applied.ts";
import { catchManagementError } from "../fakes.ts";
import { connect } from "../in-process-tenant.ts";

const now = {
  id: "cop_1",
  name: "workforce",
  enabled_features: ["universal_logout", "scim"],
  organization: { show_as_button: "none" },
  strategy_overrides: null,
};

test.each([
  [{ name: "workforce" }, true],
  [{ name: "staff" }, false],
  [{ name: "workforce", enabled_features: [] }, false],
  [{ enabled_features: ["scim", "universal_logout"] }, true],
  [{ organization: { show_as_button: "none" } }, true],
  [{ organization: {} }, false],
  [{ strategy_overrides: {} }, true],
  [{ connection_name_prefix_template: "" }, true],
  [{ unknown: 1 }, false],
  [{}, true],
])("detects whether a profile contains the values of the patch %j", (patch, expected) => {
  expect(isPatchApplied(now, patch)).toBe(expected);
});

test("finds a change in the profile after all its responses were lost", async () => {
  const { fetch, logIn, clock } = connect();
  let attempts = 0;
  const client = logIn(undefined, async (url, init) => {
    const response = await fetch(url, init);
    if (init.method !== "PATCH") return response;
    attempts += 1;
    throw new TypeError("failed to fetch");
  });
  const [profile] = (await client.listAllConnectionProfiles()).items;
  if (profile === undefined) throw new Error("the tenant is seeded without connection profiles");
  const patch = { name: "renamed" };
  const work = catchManagementError(client.updateConnectionProfile(profile.id, patch));
  await expect.poll(() => (clock.advance(500), attempts)).toBe(3);
  expect(await work).toMatchObject({ code: "answer-lost", isInDoubt: true });
  expect(isPatchApplied(profile, patch)).toBe(false);
  expect(isPatchApplied(await client.getConnectionProfile(profile.id), patch)).toBe(true);
});
