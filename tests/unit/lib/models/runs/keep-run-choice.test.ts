import { signal } from "@preact/signals";
import { expect, test } from "vitest";
import type { PanelView } from "../../../../../lib/messages/panel-view.ts";
import { createKeptView } from "../../../../../lib/models/kept-view.ts";
import { keepRunChoice } from "../../../../../lib/models/runs/keep-run-choice.ts";
import { RunModel } from "../../../../../lib/models/runs/run-model.ts";
import { createFakeWorker } from "../fake-worker.ts";
import { openModel, runPortOf } from "./stage-run.ts";

const acme = { id: "https://acme.example" };
const beta = { id: "https://beta.example" };
const stored: PanelView = {
  runs: {
    [acme.id]: { operation: "login", way: "page" },
    [beta.id]: { operation: "signup", way: "extension" },
  },
};

/** Opens the Run tab; the tenant is known later. */
function openTab(kept: PanelView = stored) {
  const worker = createFakeWorker({ "panel-view.keep": async () => ({}) });
  const place = { redirectUri: "", messageUri: "", pageOrigin: "" };
  const port = runPortOf(openModel().ports, worker.send);
  const model = new RunModel({ ...port, readPlace: async () => place });
  const tenant = signal<{ id: string } | undefined>(undefined);
  const view = createKeptView({ stored: kept, send: worker.send, isPrivate: false });
  keepRunChoice(view, model, tenant);
  const shown = () => `${model.operation.value.id} ${model.way.value}`;
  return { model, tenant, shown, changes: () => worker.sent.map(({ request }) => request) };
}

test("shows the operation and the way of each tenant, and stores nothing for that", () => {
  const { model, tenant, shown, changes } = openTab();
  tenant.value = acme;
  expect(shown()).toBe("login page");
  expect(model.isTouched.value, "no server is asked before the user changes the form").toBe(false);
  tenant.value = beta;
  expect(shown()).toBe("signup extension");
  tenant.value = acme;
  expect(shown()).toBe("login page");
  expect(changes()).toEqual([]);
});

test("stores a choice for the selected tenant, and shows it again", async () => {
  const { model, tenant, shown, changes } = openTab();
  tenant.value = acme;
  model.choose("refresh");
  tenant.value = beta;
  tenant.value = acme;
  expect(shown()).toBe("refresh page");
  const operation = "refresh";
  await expect
    .poll(changes)
    .toEqual([{ changes: { runs: { [acme.id]: { operation, way: "page" } } } }]);
});

test("stores the choices for two tenants, both made while the first is being stored", async () => {
  const { model, tenant, changes } = openTab({});
  tenant.value = acme;
  model.choose("login");
  model.choose("refresh");
  tenant.value = beta;
  model.choose("signup");
  const way = "extension";
  await expect.poll(changes).toEqual([
    { changes: { runs: { [acme.id]: { operation: "login", way } } } },
    {
      changes: {
        runs: { [acme.id]: { operation: "refresh", way }, [beta.id]: { operation: "signup", way } },
      },
    },
  ]);
});

test("keeps a form that was changed or filled before the tenant is selected", () => {
  const { model, tenant, shown } = openTab();
  model.choose("refresh");
  tenant.value = acme;
  expect(shown()).toBe("refresh extension");
  model.set("refreshToken", "r1");
  tenant.value = beta;
  expect(shown()).toBe("refresh extension");
});

test("shows the default for an operation that this version does not have", () => {
  const { tenant, shown } = openTab({ runs: { [acme.id]: { operation: "gone", way: "page" } } });
  tenant.value = acme;
  expect(shown()).toBe("authorize extension");
});
