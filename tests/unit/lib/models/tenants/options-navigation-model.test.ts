import { computed, signal } from "@preact/signals";
import { describe, expect, onTestFinished, test } from "vitest";

import { OptionsNavigationModel } from "../../../../../lib/models/tenants/options-navigation-model.ts";
import { TenantChoiceModel } from "../../../../../lib/models/tenants/tenant-choice-model.ts";
import { TenantFormModel } from "../../../../../lib/models/tenants/tenant-form-model.ts";
import { FakeTab } from "../../../components/options/fake-tab.ts";
import { createTenantActivity, sampleTenant } from "../../messages/sample-activity.ts";
import { createFakeWorker } from "../fake-worker.ts";

const a = "https://a.example";
const b = "https://b.example";

const refOf = (id: string) => (id === a ? "00ffa1b2c3d4e5f6" : "11ffa1b2c3d4e5f6");

/** Opens the page at an address, with a worker that publishes these tenants. */
function openPage(hash = "", ids: readonly string[] = [a, b], mark: unknown = null) {
  const known = signal(ids);
  const tenants = computed(() =>
    known.value.map((id) =>
      createTenantActivity({ tenant: { ...sampleTenant, id, origin: id }, ref: refOf(id) }),
    ),
  );
  const choice = new TenantChoiceModel({
    tenants,
    tenant: computed(() => tenants.value[0]?.tenant),
  });
  const form = new TenantFormModel({
    send: createFakeWorker({}).send,
    tenants,
    requestHostPermissions: () => Promise.reject(new Error("No permission request was prepared.")),
    showSaved: (id) => model.showSaved(id),
  });
  const tab = new FakeTab(hash, mark);
  const model = new OptionsNavigationModel({
    history: tab,
    opened: tab.entry,
    tenants,
    choice,
    form,
  });
  tab.onMove = (entry) => model.follow(entry);
  onTestFinished(choice.tenant.subscribe((tenant) => form.follow(tenant)));
  onTestFinished(() => {
    model[Symbol.dispose]();
    choice[Symbol.dispose]();
  });
  const shown = () => `${model.section.value} of ${choice.tenant.value?.id ?? "none"}`;
  return { model, form, tab, known, shown };
}

describe("the URL", () => {
  test.each(["tenant", "credential", "stream", "data", "new"])(
    "names the section %s",
    (section) => {
      const { model } = openPage(`#${section}`);
      expect(model.section.value).toBe(section);
      expect(model.arrival.value, "a page that opens leaves the focus alone").toBeUndefined();
    },
  );

  test.each(["", "#", "#nonsense", "#tenant-heading"])(
    "without a section (%s) shows the tenant",
    (hash) => {
      expect(openPage(hash).shown()).toBe(`tenant of ${a}`);
    },
  );

  test("contains no tenant, and neither does the state of a history entry", () => {
    const { model, tab } = openPage();
    model.showTenant(b);
    tab.follow("#credential");
    model.showPlace({ tenantId: a, part: "stream" });
    expect(tab.addresses).toEqual(["", "#tenant", "#stream"]);
    expect(JSON.stringify(tab)).not.toContain("example");
  });
});

describe("back and forward", () => {
  test("move through sections and tenants", () => {
    const { model, tab, shown } = openPage();
    tab.follow("#credential");
    model.showTenant(b);
    expect(shown()).toBe(`credential of ${b}`);
    tab.follow("#data");
    const seen: string[] = [];
    for (const steps of [-1, -1, -1, 2]) {
      tab.go(steps);
      seen.push(shown());
    }
    expect(seen).toEqual([
      `credential of ${b}`,
      `credential of ${a}`,
      `tenant of ${a}`,
      `credential of ${b}`,
    ]);
  });

  test("move to the tenant that an entry showed after its own was forgotten", () => {
    const { model, tab, known, shown } = openPage();
    model.showTenant(b);
    tab.follow("#data");
    known.value = [a];
    tab.go(-1);
    expect(shown()).toBe(`tenant of ${a}`);
  });

  test("keep the input for a new tenant", () => {
    const { form, tab, model } = openPage();
    tab.follow("#new");
    form.set({ domain: "half" });
    tab.go(-1);
    expect([model.section.value, form.fields.value.domain]).toEqual(["tenant", a]);
    tab.go(1);
    expect([model.section.value, form.fields.value.domain]).toEqual(["new", "half"]);
  });

  test.each([null, 3, "22ffa1b2c3d4e5f6"])(
    "keep the tenant for an entry without one (%s)",
    (mark) => {
      const { model, tab, shown } = openPage();
      model.showTenant(b);
      tab.push({ hash: "#stream", mark });
      model.follow(tab.entry);
      expect(shown()).toBe(`stream of ${b}`);
      expect(tab.entry.mark).toBe(refOf(b));
    },
  );
});

describe("a reload", () => {
  test("shows the same section of the same tenant once the worker publishes it", () => {
    const { known, shown } = openPage("#stream", [], refOf(b));
    known.value = [a, b];
    expect(shown()).toBe(`stream of ${b}`);
  });

  test("is overridden by a tenant that is chosen earlier, and by a forgotten one", () => {
    const { model, known, shown } = openPage("", [a, b], refOf(b));
    expect(shown()).toBe(`tenant of ${b}`);
    model.showTenant(a);
    known.value = [a];
    known.value = [a, b];
    expect(shown()).toBe(`tenant of ${a}`);
  });
});

describe("showing a tenant", () => {
  test("keeps the section, but replaces a new tenant and the data by the tenant section", () => {
    const { model, tab, shown } = openPage("#stream");
    model.showTenant(b);
    expect(shown()).toBe(`stream of ${b}`);
    for (const hash of ["#data", "#new"]) {
      tab.follow(hash);
      model.showTenant(a);
      expect(shown()).toBe(`tenant of ${a}`);
    }
    expect(model.arrival.value).toEqual({ section: "tenant", isByLink: false });
  });

  test("a link to a new tenant shows its form, whatever the page showed", () => {
    const { model, tab, form } = openPage("#data");
    model.showPlace({ part: "new" });
    expect(model.section.value).toBe("new");
    expect(form.target.value).toBeUndefined();
    expect(model.arrival.value).toEqual({ section: "new", isByLink: true });
    expect(tab.entry.hash).toBe("#new");
  });

  test("through a link replaces the target of the link, also over a new tenant", () => {
    const { model, tab, shown } = openPage("#new");
    model.showPlace({ tenantId: b, part: "credential" });
    expect(shown()).toBe(`credential of ${b}`);
    expect(tab.addresses).toEqual(["#credential"]);
    expect(model.arrival.value).toEqual({ section: "credential", isByLink: true });
  });
});

describe("a new tenant", () => {
  test("is shown while there is none, and the first stored one replaces it", () => {
    const { model, known, shown } = openPage("#credential", []);
    expect(model.section.value).toBe("new");
    known.value = [a];
    expect(shown()).toBe(`credential of ${a}`);
  });

  test("becomes the tenant in the same place after a save, without moving the focus", () => {
    const { model, form, tab, known, shown } = openPage();
    tab.follow("#new");
    const { value: arrival } = model.arrival;
    model.showSaved("https://c.example");
    form.edit({ ...sampleTenant, id: "https://c.example", origin: "https://c.example" });
    known.value = [a, b, "https://c.example"];
    expect(shown()).toBe("tenant of https://c.example");
    expect(tab.addresses).toEqual(["", "#tenant"]);
    expect(model.arrival.value).toBe(arrival);
  });

  test("that is saved late does not change the section", () => {
    const { model, tab } = openPage();
    tab.follow("#data");
    model.showSaved(b);
    expect(model.section.value).toBe("data");
    expect(tab.addresses).toEqual(["", "#data"]);
  });

  test("that is cancelled is empty the next time, and the chosen tenant is shown", () => {
    const { model, form, tab, shown } = openPage();
    tab.follow("#new");
    form.set({ domain: "half" });
    model.cancelNew();
    expect(shown()).toBe(`tenant of ${a}`);
    tab.follow("#new");
    expect(form.fields.value.domain).toBe("");
  });
});
