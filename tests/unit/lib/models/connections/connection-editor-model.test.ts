import { describe, expect, test } from "vitest";

import { ConnectionEditorModel } from "../../../../../lib/models/connections/connection-editor-model.ts";

const workforce = {
  id: "cop_1",
  name: "workforce",
  organization: { show_as_button: "required", theme: "dark" },
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim"],
  connection_config: {},
  strategy_overrides: {
    okta: { enabled_features: ["universal_logout"], connection_config: {} },
    "new-strategy": { quota: 3 },
  },
  branding: { colour: "red" },
};
const bare = { id: "cop_2", name: "partners", strategy_overrides: null };

function edit(profile: typeof workforce | typeof bare = workforce) {
  let mayEdit = true;
  const editor = new ConnectionEditorModel({ beginEdit: () => mayEdit });
  editor.open(profile);
  return { editor, freeze: () => (mayEdit = false) };
}

describe("in the form", () => {
  test("shows empty fields for a profile without values, and no change", () => {
    const { editor } = edit(bare);
    expect(editor.form.value).toMatchObject({
      name: "partners",
      connection_name_prefix_template: "",
      enabled_features: [],
      organization: {},
      connection_config: "",
    });
    editor.set("connection_name_prefix_template", "x");
    editor.set("connection_name_prefix_template", "");
    editor.setConfigText("{}");
    editor.toggleFeature("scim");
    editor.toggleFeature("scim");
    editor.setOrganization("show_as_button", "none");
    editor.setOrganization("show_as_button", undefined);
    expect(editor.changes.value).toEqual([]);
    expect(editor.isDirty.value).toBe(false);
    expect(editor.canReview.value).toBe(false);
  });

  test("sends only the changed properties, each as a whole, with their unknown members", () => {
    const { editor } = edit();
    editor.setOrganization("assign_membership_on_login", "optional");
    editor.setOverride("okta", "scim", true);
    expect(editor.patch.value).toEqual({
      organization: {
        show_as_button: "required",
        theme: "dark",
        assign_membership_on_login: "optional",
      },
      strategy_overrides: {
        okta: { enabled_features: ["scim", "universal_logout"], connection_config: {} },
        "new-strategy": { quota: 3 },
      },
    });
    expect(editor.changes.value).toEqual([
      { path: ["organization", "assign_membership_on_login"], after: "optional" },
      {
        path: ["strategy_overrides", "okta", "enabled_features"],
        before: ["universal_logout"],
        after: ["scim", "universal_logout"],
      },
    ]);
    expect(editor.canReview.value).toBe(true);
  });

  test("removes a setting of the organization", () => {
    const { editor } = edit();
    editor.setOrganization("show_as_button", undefined);
    expect(editor.patch.value).toEqual({ organization: { theme: "dark" } });
  });

  test("starts the override of a strategy with the profile's features", () => {
    const { editor } = edit();
    editor.setOverridden("adfs", true);
    expect(editor.patch.value["strategy_overrides"]).toMatchObject({
      adfs: { enabled_features: ["scim"] },
    });
    editor.setOverridden("adfs", false);
    expect(editor.patch.value).toEqual({});
  });

  test("inherits a strategy's features again, and keeps the rest of its override", () => {
    const { editor } = edit();
    editor.setOverridden("okta", false);
    expect(editor.patch.value["strategy_overrides"]).toMatchObject({
      okta: { connection_config: {} },
    });
  });

  test("shows the template with an example organization while it is typed", () => {
    const { editor } = edit();
    expect(editor.prefixExample.value).toBe("acme-org_42");
    editor.set("connection_name_prefix_template", "{org_name}-x");
    expect(editor.prefixExample.value).toBe("initech-x");
  });

  test("reports a value that the service would reject at its field, and blocks the review", () => {
    const { editor } = edit();
    editor.set("name", "");
    editor.set("connection_name_prefix_template", "--");
    expect(editor.problems.value).toEqual({
      name: expect.stringContaining("required"),
      connection_name_prefix_template: expect.stringContaining("hyphen"),
    });
    expect(editor.canReview.value).toBe(false);
  });

  test("keeps the text of an invalid JSON configuration, with line and column at the field", () => {
    const { editor } = edit();
    editor.setConfigText('{"a": }');
    expect(editor.form.value?.connection_config).toBe('{"a": }');
    expect(editor.problems.value["connection_config"]).toContain("Line 1, column 7:");
    expect(editor.isDirty.value).toBe(true);
    expect(editor.canReview.value).toBe(false);
    editor.setConfigText("[]");
    expect(editor.problems.value["connection_config"]).toContain("JSON object");
    editor.setConfigText('{"a": 1}');
    expect(editor.patch.value).toEqual({ connection_config: { a: 1 } });
    expect(editor.notes.value["connection_config"]).toContain("no properties");
    expect(editor.form.value?.connection_config).toBe('{"a": 1}');
  });

  test("changes nothing while the editor is disabled", () => {
    const { editor, freeze } = edit();
    freeze();
    editor.set("name", "x");
    editor.setRawText("{}");
    expect(editor.changes.value).toEqual([]);
  });
});

describe("as JSON", () => {
  test("contains the whole profile except its id, and a round trip changes nothing", () => {
    const { editor } = edit();
    editor.show("raw");
    const shown: unknown = JSON.parse(editor.rawText.value);
    const { id: _id, ...rest } = workforce;
    expect(shown).toEqual(rest);
    editor.setRawText(editor.rawText.value);
    editor.show("form");
    expect(editor.changes.value).toEqual([]);
    expect(editor.isDirty.value).toBe(false);
  });

  test("carries input between the form and the JSON", () => {
    const { editor } = edit();
    editor.set("name", "staff");
    editor.show("raw");
    expect(editor.rawText.value).toContain('"name": "staff"');
    editor.setRawText(
      editor.rawText.value.replace('"red"', '"blue"').replace('"acme-{org_id}"', '"w"'),
    );
    editor.show("form");
    expect(editor.form.value).toMatchObject({
      name: "staff",
      connection_name_prefix_template: "w",
    });
    expect(editor.patch.value).toEqual({
      name: "staff",
      connection_name_prefix_template: "w",
      branding: { colour: "blue" },
    });
    expect(editor.warnings.value).toEqual([]);
  });

  test("reports the position of invalid JSON, keeps the text, and blocks the form", () => {
    const { editor } = edit();
    editor.show("raw");
    editor.setRawText('{\n  "name": "staff",\n}');
    expect(editor.rawProblem.value).toEqual({
      problem: expect.stringContaining("Line 3, column 1:"),
      offset: 21,
    });
    expect(editor.canReview.value).toBe(false);
    expect(editor.isDirty.value).toBe(true);
    editor.show("form");
    expect(editor.view.value).toBe("raw");
    expect(editor.viewProblem.value).toContain("not valid JSON");
    expect(editor.rawText.value).toBe('{\n  "name": "staff",\n}');
    editor.setRawText('{"name": "staff"}');
    expect(editor.viewProblem.value).toBeUndefined();
    editor.show("form");
    expect(editor.form.value?.name).toBe("staff");
  });

  test("blocks the JSON while the configuration is not valid JSON", () => {
    const { editor } = edit();
    editor.setConfigText("{");
    editor.show("raw");
    expect(editor.view.value).toBe("form");
    expect(editor.viewProblem.value).toContain("configuration");
  });

  test("blocks the form for a value that no field can show, and reports its path", () => {
    const { editor } = edit();
    editor.show("raw");
    editor.setRawText('{"organization": 5}');
    expect(editor.errors.value).toEqual([
      { field: "organization", message: expect.stringContaining("JSON object") },
    ]);
    editor.show("form");
    expect(editor.view.value).toBe("raw");
    expect(editor.viewProblem.value).toContain("organization, which is not an object");
  });

  test.each([
    '{"name": 5}',
    '{"connection_name_prefix_template": {}}',
    '{"enabled_features": "scim"}',
  ])("cannot show %s in the form", (text) => {
    const { editor } = edit();
    editor.show("raw");
    editor.setRawText(text);
    editor.show("form");
    expect(editor.viewProblem.value).toContain("The form cannot show");
  });

  test("keeps an omitted property, and warns about that", () => {
    const { editor } = edit(bare);
    editor.show("raw");
    editor.setRawText("{}");
    expect(editor.patch.value).toEqual({});
    expect(editor.warnings.value).toEqual([
      { field: "name", message: expect.stringContaining("does not change") },
    ]);
  });

  test("sends an unknown property with a warning at its path", () => {
    const { editor } = edit();
    editor.show("raw");
    editor.setRawText('{"quota": 5, "strategy_overrides": {"okta": {"quota": 1}}}');
    expect(editor.warnings.value.map(({ field }) => field)).toEqual(
      expect.arrayContaining(["quota", "strategy_overrides.okta.quota"]),
    );
    expect(editor.errors.value).toEqual([]);
    expect(editor.canReview.value).toBe(true);
    editor.show("form");
    expect(editor.patch.value).toMatchObject({ quota: 5 });
  });

  test("rejects a change of the id", () => {
    const { editor } = edit();
    editor.show("raw");
    editor.setRawText('{"id": "cop_9", "name": "staff"}');
    expect(editor.errors.value).toEqual([{ field: "id", message: expect.stringContaining("ID") }]);
    expect(editor.patch.value).toEqual({ name: "staff" });
    expect(editor.canReview.value).toBe(false);
    editor.show("form");
    expect(editor.viewProblem.value).toContain("ID");
    editor.setRawText('{"id": "cop_1", "name": "staff"}');
    editor.show("form");
    expect(editor.form.value?.name).toBe("staff");
  });
});

test("continues a draft, also with invalid text", () => {
  const { editor } = edit();
  editor.set("name", "staff");
  editor.setConfigText("{ half");
  const kept = editor.input.value;
  const { editor: later } = edit();
  later.open(workforce, kept);
  expect(later.form.value).toMatchObject({ name: "staff", connection_config: "{ half" });
  expect(later.isDirty.value).toBe(true);
});
