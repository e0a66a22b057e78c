import { expect, test } from "vitest";
import { RunTab } from "../../../../../components/panel/run/RunTab.tsx";
import { readRequest } from "../../../../../lib/runs/from-request/read-request.ts";
import { click, find, findButton, findField, perform, show, type, words } from "../../show.ts";
import { createFakeWorker, inUse, openActivity, tenant } from "../../fake-worker.ts";
import { createRunModels } from "./create-run-model.ts";

/** Reads a captured login with a password at a host. */
function readLogin(origin: string, clientId = tenant.clientId) {
  const reading = readRequest({
    kind: "embedded-login",
    exchange: {
      method: "POST",
      url: `${origin}/co/authenticate`,
      startedAt: 0,
      requestHeaders: [],
    },
    request: [
      ["client_id", clientId],
      ["credential_type", "http://auth0.com/oauth/grant-type/password-realm"],
      ["username", "ada@example.com"],
      ["password", "correct-horse-1"],
      ["realm", "Staff"],
    ],
    response: [],
  });
  if (!reading.ok) throw new Error(reading.reason);
  return reading.run;
}

const other = { ...tenant, id: "https://b.example", name: "Other", origin: "https://b.example" };

async function showTab() {
  const worker = createFakeWorker();
  worker.answer("tenant.select", {});
  worker.answer("options.open", {});
  const { activity } = openActivity(
    { tenants: [inUse, { ...inUse, tenant: other, ref: "00ffa1b2c3d4e5f7" }] },
    worker,
  );
  const models = createRunModels(worker.send, activity.tenant, {
    readPlace: async () => ({ redirectUri: "", messageUri: "", pageOrigin: "" }),
  });
  const unwanted = () => {
    throw new Error("Nothing runs here.");
  };
  const place = await show(
    <RunTab
      activity={activity}
      models={models}
      onInspect={unwanted}
      onShowSince={unwanted}
      onReload={unwanted}
    />,
  );
  const take = (...login: Parameters<typeof readLogin>) =>
    perform(() => models.run.takeCaptured(readLogin(...login)));
  const notice = () => words(find(place, ".captured-notice"));
  return { place, worker, models, take, notice };
}

test("a captured login fills the form, and the focus waits in its password", async () => {
  const { place, take, notice } = await showTab();
  await take(tenant.origin);
  expect(findField(place, "Operation").value).toBe("login");
  expect(findField(place, "Email or username").value).toBe("ada@example.com");
  expect(findField(place, "Realm (connection)").value).toBe("Staff");
  expect(findField(place, "Password").value).toBe("");
  expect(document.activeElement).toBe(findField(place, "Password"));
  expect(notice()).toContain("POST http://localhost:4400/co/authenticate");
  expect(notice()).toContain("Secrets are not taken from a capture. Enter: Password.");
  expect(place.textContent).not.toContain("correct-horse-1");
});

test("Undo gives back the form of before, and moves to the button that runs it", async () => {
  const { place, take } = await showTab();
  await type(findField(place, "Scope"), "openid read:own");
  await take(tenant.origin);
  await click(findButton(place, "Undo"));
  expect(findField(place, "Operation").value).toBe("authorize");
  expect(findField(place, "Scope").value).toBe("openid read:own");
  expect(place.querySelector(".captured-notice")).toBeNull();
  expect(document.activeElement).toBe(find(place, "#start-run"));
});

test("a request to another tenant is named, and selects it by a button", async () => {
  const { place, take, notice, worker } = await showTab();
  await take(other.origin, "shop");
  expect(notice()).toContain("The run goes to the selected tenant, http://localhost:4400.");
  expect(notice()).toContain("The run uses the application shop of the request, not demo-spa");
  await click(findButton(place, "Select Other"));
  expect(worker.sent).toContainEqual({
    command: "tenant.select",
    request: { tenantId: other.id },
  });
});

test("a request to a server that is no tenant leads to the options", async () => {
  const { place, take, worker } = await showTab();
  await take("https://third.example");
  await click(findButton(place, "Add tenant"));
  expect(worker.sent).toContainEqual({ command: "options.open", request: {} });
});

test("a preset or an earlier run in the form ends the notice", async () => {
  const { models, take } = await showTab();
  await take(tenant.origin);
  await perform(() => models.run.take(models.run.draft()));
  expect(models.run.captured.value).toBeUndefined();
  await take(tenant.origin);
  await perform(() => models.run.reset());
  expect(models.run.captured.value).toBeUndefined();
});
