import { expect, test } from "vitest";
import { ConnectionForm } from "../../../../components/popup/ConnectionForm.tsx";
import { ConnectionFormModel } from "../../../../lib/models/connection-form-model.ts";
import { click, describe, find, findButton, findField, show, type, words } from "../show.ts";
import { createFakeWorker } from "../fake-worker.ts";

const workforce = {
  id: "cop_1",
  name: "workforce",
  connection_name_prefix_template: "acme-{org_id}",
  enabled_features: ["scim"],
};

async function showForm(profiles: object[] = [workforce]) {
  const worker = createFakeWorker();
  worker.answer("connection-profile.list", { profiles });
  const place = await show(
    <ConnectionForm model={new ConnectionFormModel({ send: worker.send })} />,
  );
  return { place, worker };
}

const prefix = "Connection name prefix template";

test("the review lists each changed field with before and after, and only what changed is sent", async () => {
  const { place, worker } = await showForm();
  expect(findButton(place, "Review and send").disabled).toBe(true);
  expect(words(place)).toContain("No changes");
  await type(findField(place, prefix), "w-{org_name}");
  await click(findField(place, "scim"));
  expect(words(place)).toContain("2 changes");
  await click(findButton(place, "Review and send"));

  const groups = [...place.querySelectorAll(".changes tbody")].map((group) =>
    [...group.querySelectorAll("th, td")].map(words),
  );
  expect(groups).toEqual([
    ["connection_name_prefix_template", '"acme-{org_id}"', '"w-{org_name}"'],
    ["enabled_features", '[ "scim" ]', "[]"],
  ]);

  const changed = {
    ...workforce,
    connection_name_prefix_template: "w-{org_name}",
    enabled_features: [],
  };
  worker.answer("connection-profile.update", changed);
  await click(findButton(place, "Send changes"));
  expect(worker.sent.at(-1)).toEqual({
    command: "connection-profile.update",
    request: {
      id: "cop_1",
      patch: { connection_name_prefix_template: "w-{org_name}", enabled_features: [] },
    },
  });
  expect(words(find(place, "[role=status]"))).toContain("Connection profile updated.");
  expect(words(place)).toContain("No changes");
});

test("“Back” leaves the review with everything as it was typed", async () => {
  const { place, worker } = await showForm();
  await type(findField(place, "Name"), "staff");
  await click(findButton(place, "Review and send"));
  await click(findButton(place, "Back"));
  expect(findField(place, "Name").value).toBe("staff");
  expect(place.querySelector(".changes")).toBeNull();
  expect(worker.sent.map(({ command }) => command)).toEqual(["connection-profile.list"]);
});

test("a field that the service would refuse says so, and nothing can be sent", async () => {
  const { place } = await showForm();
  await type(findField(place, prefix), "-{org_id}");
  expect(describe(findField(place, prefix))).toContain("may not start with a hyphen");
  expect(findButton(place, "Review and send").disabled).toBe(true);
  expect(words(place)).toContain("Correct what is marked above first.");
  expect(words(place)).not.toContain("No changes");
});

test("the template is shown with an example organization", async () => {
  const { place } = await showForm();
  expect(describe(findField(place, prefix))).toContain("acme-org_42");
});

test("a refusal keeps what was typed, and shows why", async () => {
  const { place, worker } = await showForm();
  worker.refuse("connection-profile.update", { code: "x", message: "It is not allowed." });
  await type(findField(place, "Name"), "staff");
  await click(findButton(place, "Review and send"));
  await click(findButton(place, "Send changes"));
  expect(words(find(place, "[role=alert]"))).toContain("It is not allowed.");
  expect(findField(place, "Name").value).toBe("staff");
});

test("profiles that could not be read can be read again", async () => {
  const worker = createFakeWorker();
  worker.refuse("connection-profile.list", { code: "x", message: "The tenant does not answer." });
  const place = await show(
    <ConnectionForm model={new ConnectionFormModel({ send: worker.send })} />,
  );
  expect(words(find(place, "[role=alert]"))).toContain("The tenant does not answer.");
  worker.answer("connection-profile.list", { profiles: [workforce] });
  await click(findButton(place, "Read them again"));
  expect(findField(place, "Name").value).toBe("workforce");
});

test("a tenant without a profile says so", async () => {
  const { place } = await showForm([]);
  expect(words(place)).toContain("This tenant has no connection profile.");
});
