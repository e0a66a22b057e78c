import { expect, test } from "vitest";
import {
  click,
  describe as describeControl,
  find,
  findButton,
  findField,
  perform,
  type,
  words,
} from "../../show.ts";
import { sendChanges, showWorkforce, workforce } from "./connection-stage.tsx";

const prefix = "Connection name prefix template";

async function choose(control: HTMLElement, value: string): Promise<void> {
  await perform(() => {
    if (!(control instanceof HTMLSelectElement)) throw new Error("This is no choice.");
    control.value = value;
    control.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

test("a field that the service would refuse says so, and nothing can be reviewed", async () => {
  const { place } = await showWorkforce();
  await type(findField(place, prefix), "-{org_id}");
  expect(describeControl(findField(place, prefix))).toContain("must not start with a hyphen");
  expect(findButton(place, "Review changes").disabled).toBe(true);
  expect(words(place)).toContain("Fix the marked errors first.");
});

test("the template is shown with an example organization, and may be empty", async () => {
  const { place } = await showWorkforce();
  expect(describeControl(findField(place, prefix))).toContain("acme-org_42");
  await type(findField(place, prefix), "");
  expect(describeControl(findField(place, prefix))).toContain("no prefix");
  expect(findButton(place, "Review changes").disabled).toBe(false);
});

test("the organization's settings are chosen, and what has no field is shown and sent as it is", async () => {
  const { place, model } = await showWorkforce();
  expect(words(place)).toContain('theme: "dark"');
  expect(findField(place, "Show as button").value).toBe("required");
  await choose(findField(place, "Assign membership on login"), "optional");
  await choose(findField(place, "Show as button"), "");
  expect(model.editor.patch.value).toEqual({
    organization: { theme: "dark", assign_membership_on_login: "optional" },
  });
});

test("a setting that the service does not document is shown, kept, and warned of once it is sent", async () => {
  const profile = { ...workforce, organization: { show_as_button: { when: "always" } } };
  const { place, model } = await showWorkforce([profile]);
  const field = findField(place, "Show as button");
  expect(field.value).toBe('{"when":"always"}');
  await choose(findField(place, "Assign membership on login"), "none");
  expect(model.editor.patch.value).toMatchObject({
    organization: { show_as_button: { when: "always" } },
  });
  expect(describeControl(findField(place, "Show as button"))).toContain("may reject");
});

test("a feature that no form knows is listed with the others", async () => {
  const { place, model } = await showWorkforce([
    { ...workforce, enabled_features: ["scim", "future"] },
  ]);
  await click(findField(place, "scim"));
  expect(model.editor.patch.value).toEqual({ enabled_features: ["future"] });
  await click(findField(place, "future"));
  expect(model.editor.patch.value).toEqual({ enabled_features: [] });
});

test("the configuration is JSON, and a mistake in it says line and column at the field", async () => {
  const { place } = await showWorkforce();
  const field = findField(place, "Configuration (JSON)");
  await type(field, '{\n"a"\n}');
  expect(describeControl(findField(place, "Configuration (JSON)"))).toContain("Line 3, column 1");
  await type(field, '{"a": 1}');
  expect(describeControl(findField(place, "Configuration (JSON)"))).toContain("may reject");
});

test("a strategy goes by the profile, or has features of its own, cell by cell", async () => {
  const { place, model } = await showWorkforce();
  const rows = [...place.querySelectorAll(".overrides tbody tr:not(.kept)")];
  expect(rows.map((row) => words(find(row, "th")))).toEqual([
    "pingfederate",
    "ad",
    "adfs",
    "waad",
    "google-apps",
    "okta",
    "oidc",
    "samlp",
  ]);
  const cell = (feature: string, strategy: string) => {
    const box = find(place, `[aria-label="${feature} for ${strategy}"]`);
    if (box instanceof HTMLInputElement) return box;
    throw new Error("The cell is no box.");
  };
  expect(cell("scim", "waad").checked).toBe(true);
  expect(cell("scim", "waad").disabled).toBe(true);
  expect(cell("universal_logout", "okta").checked).toBe(true);
  expect(words(place)).toContain("quota: 3");

  await choose(find(place, '[aria-label="Features of waad"]'), "own");
  await click(cell("scim", "waad"));
  expect(model.editor.patch.value).toEqual({
    strategy_overrides: {
      okta: { enabled_features: ["universal_logout"], quota: 3 },
      waad: { enabled_features: [] },
    },
  });
  await choose(find(place, '[aria-label="Features of waad"]'), "inherited");
  expect(model.editor.patch.value).toEqual({});
});

test("a refusal that is about one field is told at that field as well", async () => {
  const { place, worker } = await showWorkforce();
  await type(findField(place, "Name"), "staff");
  worker.refuse("connection-profile.update", {
    code: "invalid-body",
    message: "The name is taken.",
    facts: { code: "invalid-body", message: "The name is taken.", field: "name" },
  });
  await sendChanges(place);
  expect(describeControl(findField(place, "Name"))).toContain("The name is taken.");
});
