import { computed, signal } from "@preact/signals";
import { describe, expect, onTestFinished, test } from "vitest";

import type { TenantActivity } from "../../../../../lib/messages/activity-feed.ts";
import { TenantChoiceModel } from "../../../../../lib/models/tenants/tenant-choice-model.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";

const tenantAt = (id: string): TenantActivity =>
  createTenantActivity({ tenant: { ...sampleTenant, id, origin: id } });
const a = "https://a.example";
const b = "https://b.example";
const c = "https://c.example";

/**
 * Opens the page with a worker that publishes these tenants and the one of the panel and the popup.
 */
function openChoice(ids: readonly string[], selectedId: string | undefined = ids[0]) {
  const known = signal({ tenants: ids.map(tenantAt), selectedId });
  const model = new TenantChoiceModel({
    tenants: computed(() => known.value.tenants),
    tenant: computed(
      () => known.value.tenants.find(({ tenant }) => tenant.id === known.value.selectedId)?.tenant,
    ),
  });
  onTestFinished(() => model[Symbol.dispose]());
  const shown: (string | undefined)[] = [];
  onTestFinished(model.tenant.subscribe((tenant) => void shown.push(tenant?.id)));
  return {
    model,
    shown,
    tell: (nextIds: readonly string[], nextSelectedId: string | undefined) => {
      known.value = { tenants: nextIds.map(tenantAt), selectedId: nextSelectedId };
    },
  };
}

describe("the choice of a page", () => {
  test("starts with the tenant of panel and popup, and ignores later changes there", () => {
    const { model, shown, tell } = openChoice([]);
    tell([a, b], b);
    expect(shown).toEqual([undefined, b]);
    tell([a, b], a);
    expect(model.tenant.value?.id).toBe(b);
  });

  test("shows another tenant at once, and keeps it when panel and popup change theirs", () => {
    const { model, tell } = openChoice([a, b, c]);
    model.choose(b);
    expect(model.tenant.value?.id).toBe(b);
    tell([a, b, c], c);
    expect(model.tenant.value?.id).toBe(b);
  });

  test("waits until the worker publishes the chosen tenant", () => {
    const { model, shown, tell } = openChoice([a]);
    model.choose(b);
    expect(shown).toEqual([a]);
    tell([a, b], a);
    expect(shown).toEqual([a, b]);
  });

  test("returns to the tenant of panel and popup when its own is forgotten, without a gap", () => {
    const { model, shown, tell } = openChoice([a, b, c]);
    model.choose(c);
    tell([a, b], b);
    expect(shown).toEqual([a, c, b]);
    tell([a, b, c], b);
    expect(model.tenant.value?.id).toBe(b);
  });

  test("is empty once no tenant is left, and then shows the next added one", () => {
    const { model, tell } = openChoice([a]);
    tell([], undefined);
    expect(model.tenant.value).toBeUndefined();
    tell([b], b);
    expect(model.tenant.value?.id).toBe(b);
  });
});

test("contains the chosen tenant's credential and denied origins", () => {
  const lost = { ...tenantAt(b), isPermitted: false, credentialLoss: "erasure" as const };
  const { credential: _none, ...denied } = lost;
  const tenants = signal([tenantAt(a), denied]);
  const model = new TenantChoiceModel({
    tenants,
    tenant: computed(() => tenants.value[0]?.tenant),
  });
  onTestFinished(() => model[Symbol.dispose]());
  expect([model.credential.value?.kind, model.credentialLoss.value, model.denied.value]).toEqual([
    "client_credentials",
    undefined,
    [],
  ]);
  model.choose(b);
  expect([model.credential.value, model.credentialLoss.value, model.denied.value]).toEqual([
    undefined,
    "erasure",
    [b],
  ]);
});
