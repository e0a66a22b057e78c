import { expect, test } from "vitest";
import {
  click,
  describe as describeControl,
  find,
  findButton,
  findField,
  type,
  words,
} from "../../show.ts";
import { answerUpdate, sendChanges, showWorkforce, workforce } from "./connection-stage.tsx";

const label = "Profile (JSON)";

async function showRaw() {
  const shown = await showWorkforce();
  await click(find(shown.place, "#tab-raw"));
  const field = findField(shown.place, label);
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("The JSON has no text area.");
  return { ...shown, field };
}

test("shows the properties without a field, and sends their changes", async () => {
  const { place, field, worker } = await showRaw();
  expect(field.value).toContain('"theme": "dark"');
  await type(field, field.value.replace('"dark"', '"light"'));
  answerUpdate(worker, workforce);
  await sendChanges(place);
  const update = worker.sent.find(({ command }) => command === "connection-profile.update");
  expect(update?.request).toMatchObject({
    patch: { organization: { show_as_button: "required", theme: "light" } },
  });
});

test("reports line and column of invalid JSON, and moves the cursor there", async () => {
  const { place, field } = await showRaw();
  await type(field, '{"quota": 5}');
  expect(place.querySelectorAll(".messages li")).not.toHaveLength(0);
  await type(field, '{\n  "name" "staff"\n}');
  expect(place.querySelectorAll(".messages li"), "about an earlier text").toHaveLength(0);
  expect(describeControl(findField(place, label))).toContain("Line 2, column 10");
  await click(findButton(place, "Go to error"));
  expect(document.activeElement).toBe(field);
  expect(field.selectionStart).toBe(11);
  await click(find(place, "#tab-form"));
  expect(words(find(place, ".notice.error"))).toContain("not valid JSON");
  expect(findField(place, label).value).toBe('{\n  "name" "staff"\n}');
});

test("lists the problems and warnings of the schema with their paths", async () => {
  const { place, field } = await showRaw();
  await type(field, '{"name": "", "quota": 5, "enabled_features": ["sso"]}');
  const messages = [...find(place, ".messages").querySelectorAll("li")].map(words);
  expect(messages.filter((message) => message.startsWith("✕"))).toEqual([
    expect.stringContaining("name The name is required"),
    expect.stringContaining("enabled_features.0 A feature must be one of"),
  ]);
  expect(messages.filter((message) => message.startsWith("!")).join(" ")).toContain("quota");
  expect(findButton(place, "Review changes").disabled).toBe(true);
});

test("carries input between the JSON and the form", async () => {
  const { place, field } = await showRaw();
  await type(field, '{"name": "staff", "connection_name_prefix_template": "s"}');
  await click(find(place, "#tab-form"));
  expect(findField(place, "Name").value).toBe("staff");
  await type(findField(place, "Name"), "crew");
  await click(find(place, "#tab-raw"));
  expect(findField(place, label).value).toContain('"name": "crew"');
});
