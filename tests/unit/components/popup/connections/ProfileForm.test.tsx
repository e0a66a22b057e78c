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

test("reports a value that the service would reject at its field, and blocks the review", async () => {
  const { place } = await showWorkforce();
  await type(findField(place, prefix), "-{org_id}");
  expect(describeControl(findField(place, prefix))).toContain("must not start with a hyphen");
  expect(findButton(place, "Review changes").disabled).toBe(true);
  expect(words(place)).toContain("Fix the marked errors first.");
});

test("shows the template with an example organization, and accepts an empty one", async () => {
  const { place } = await showWorkforce();
  expect(describeControl(findField(place, prefix))).toContain("acme-org_42");
  await type(findField(place, prefix), "");
  expect(describeControl(findField(place, prefix))).toContain("no prefix");
  expect(findButton(place, "Review changes").disabled).toBe(false);
});

test("sets the organization's settings, and shows and sends unknown members unchanged", async () => {
  const { place, model } = await showWorkforce();
  expect(words(place)).toContain('theme: "dark"');
  expect(findField(place, "Show as button").value).toBe("required");
  await choose(findField(place, "Assign membership on login"), "optional");
  await choose(findField(place, "Show as button"), "");
  expect(model.editor.patch.value).toEqual({
    organization: { theme: "dark", assign_membership_on_login: "optional" },
  });
});

test("keeps an undocumented setting, and warns about it once it is sent", async () => {
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

test("lists an unknown feature with the others", async () => {
  const { place, model } = await showWorkforce([
    { ...workforce, enabled_features: ["scim", "future"] },
  ]);
  await click(findField(place, "scim"));
  expect(model.editor.patch.value).toEqual({ enabled_features: ["future"] });
  await click(findField(place, "future"));
  expect(model.editor.patch.value).toEqual({ enabled_features: [] });
});

test("reports line and column of a mistake in the JSON configuration at the field", async () => {
  const { place } = await showWorkforce();
  const field = findField(place, "Configuration (JSON)");
  await type(field, '{\n"a"\n}');
  expect(describeControl(findField(place, "Configuration (JSON)"))).toContain("Line 3, column 1");
  await type(field, '{"a": 1}');
  expect(describeControl(findField(place, "Configuration (JSON)"))).toContain("may reject");
});

test("inherits the features of a strategy, or overrides each of them", async () => {
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

test("shows a rejection about one field also at that field", async () => {
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
