import { describe, expect, test } from "vitest";
import type { ConnectionProfile } from "../../../../lib/management/connection-profile.ts";
import {
  mergeConnectionProfile,
  patchFor,
} from "../../../../lib/management/merge-connection-profile.ts";
import {
  saveConnectionProfile,
  saveOutcomeSchema,
} from "../../../../lib/management/save-connection-profile.ts";
import { catchManagementError } from "./fakes.ts";
import { connect } from "./in-process-tenant.ts";

/** Two administrators at the same tenant, and the profile that both look at. */
async function meet() {
  const { logIn } = connect();
  const [mine, theirs] = [logIn(), logIn()];
  const { items } = await mine.listAllConnectionProfiles();
  const base = items.find(({ name }) => name === "workforce");
  if (base === undefined) throw new Error("the tenant is seeded without workforce");
  return { mine, theirs, base };
}

/** Without the difference between unset and empty, which a way back cannot make. */
function tidy(profile: ConnectionProfile) {
  return { ...profile, strategy_overrides: profile.strategy_overrides ?? {} };
}

describe("saving a connection profile", () => {
  test("sends the patch and gives the answer, with the way back", async () => {
    const { mine, base } = await meet();
    const patch = { name: "staff", strategy_overrides: { okta: { enabled_features: ["scim"] } } };
    const outcome = await saveConnectionProfile(mine, { base, patch });
    if (outcome.kind !== "updated") throw new Error("nobody else was there");
    expect(outcome.profile).toEqual({ ...base, ...patch });
    expect(saveOutcomeSchema.parse(structuredClone(outcome))).toEqual(outcome);
    const back = await saveConnectionProfile(mine, {
      base: outcome.profile,
      patch: outcome.undo.patch,
    });
    expect(back.kind === "updated" ? tidy(back.profile) : back).toEqual(tidy(base));
  });

  test("sends nothing once somebody else has changed the profile, and gives it as it is now", async () => {
    const { mine, theirs, base } = await meet();
    const current = await theirs.updateConnectionProfile(base.id, { enabled_features: [] });
    const patch = { name: "staff" };
    const outcome = await saveConnectionProfile(mine, { base, patch });
    expect(outcome).toEqual({ kind: "changed-meanwhile", current });
    expect(await mine.getConnectionProfile(base.id)).toEqual(current);

    const { edit } = mergeConnectionProfile(base, patch, current);
    const again = { base: current, patch: patchFor(current, edit) };
    expect(await saveConnectionProfile(mine, again)).toMatchObject({
      kind: "updated",
      profile: { name: "staff", enabled_features: [] },
    });
  });

  test("undoes nothing that somebody else has changed since", async () => {
    const { mine, theirs, base } = await meet();
    const outcome = await saveConnectionProfile(mine, { base, patch: { name: "staff" } });
    if (outcome.kind !== "updated") throw new Error("nobody else was there");
    await theirs.updateConnectionProfile(base.id, { name: "theirs" });
    const { profile, undo } = outcome;
    const back = await saveConnectionProfile(mine, { base: profile, patch: undo.patch });
    expect(back).toMatchObject({ kind: "changed-meanwhile", current: { name: "theirs" } });
  });

  test("fails as the call fails", async () => {
    const { mine, base } = await meet();
    await mine.deleteConnectionProfile(base.id);
    const work = saveConnectionProfile(mine, { base, patch: { name: "x" } });
    expect(await catchManagementError(work)).toMatchObject({ code: "not-found", field: "id" });
  });
});
