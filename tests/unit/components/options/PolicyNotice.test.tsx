import { expect, test } from "vitest";
import { PolicyNotice } from "../../../../components/options/PolicyNotice.tsx";
import { inUse, tenant } from "../fake-worker.ts";
import { show, words } from "../show.ts";
import { showOptions } from "./show-options.tsx";

test("lists what the organisation has set", async () => {
  const policy = { tenantIds: [tenant.id], neverRemembers: true, maxEvents: 1_000, maxDays: 7 };
  const place = await show(<PolicyNotice policy={policy} tenants={[inUse]} />);
  expect([...place.querySelectorAll("li")].map(words)).toEqual([
    "Tenants: local",
    "Management credentials are kept in memory only.",
    "At most 1,000 events are kept for each tenant.",
    "Events are kept for at most 7 days.",
  ]);
});

test("says why a policy is not applied, and nothing without one", async () => {
  const policy = { tenantIds: [], neverRemembers: false, problem: "“maxDays” is missing." };
  const place = await show(<PolicyNotice policy={policy} tenants={[]} />);
  expect(words(place)).toContain("is not applied.“maxDays” is missing. Tell the administrator");
  expect((await show(<PolicyNotice policy={undefined} tenants={[]} />)).childNodes).toHaveLength(0);
});

test("a tenant of the organisation has no button to forget it", async () => {
  const { place } = await showOptions({
    policy: { tenantIds: [tenant.id], neverRemembers: false },
  });
  expect(words(place)).toContain("Your organisation has set this tenant.");
  const labels = [...place.querySelectorAll("button")].map(words);
  expect(labels).not.toContain("Forget this tenant…");
});
