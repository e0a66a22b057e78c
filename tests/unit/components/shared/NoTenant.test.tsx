import { render } from "preact";
import { expect, test } from "vitest";
import { NoTenant } from "../../../../components/shared/NoTenant.tsx";
import { ActivityModel } from "../../../../lib/models/activity-model.ts";
import { createFakeWorker, now, tenant } from "../fake-worker.ts";
import { click, find, findButton, perform, show, words } from "../show.ts";

async function showNoTenant({ isRunning = false, isAnswered = true } = {}) {
  const worker = createFakeWorker();
  worker.answer("local-tenant.find", { isRunning });
  const activity = new ActivityModel({
    send: (name, request) =>
      isAnswered || name !== "sandbox.open"
        ? worker.send(name, request)
        : new Promise(() => undefined),
    now: () => now,
    schedule: () => () => undefined,
    connect: () => ({
      post: () => undefined,
      onMessage: () => undefined,
      onDisconnect: () => undefined,
      disconnect: () => undefined,
    }),
  });
  const place = await show(
    <NoTenant activity={activity} next="#next">
      No tenants yet.
    </NoTenant>,
  );
  /** Shows the view that follows. */
  const hide = () => perform(() => render(<button id="next">Next</button>, place));
  return { place, worker, hide };
}

test("says what the sandbox is, and opens it with one click", async () => {
  const { place, worker } = await showNoTenant();
  worker.answer("sandbox.open", { tenant });
  expect(words(place)).toContain("a tenant inside the extension: no account, no network");
  await click(findButton(place, "Try the sandbox"));
  expect(worker.sent.at(-1)).toEqual({ command: "sandbox.open", request: {} });
});

test("offers the local tenant only if one answers, and connects it with one click", async () => {
  const { place, worker } = await showNoTenant();
  const offered = () => [...place.querySelectorAll("button")].map(words);
  expect(offered()).toEqual(["Try the sandbox", "Add your tenant"]);
  worker.answer("local-tenant.find", { isRunning: true });
  await perform(() => dispatchEvent(new Event("focus")));
  expect(offered()).toEqual(["Try the sandbox", "Connect a local tenant", "Add your tenant"]);
  worker.refuse("local-tenant.open", { code: "local-tenant-not-found", message: "It has ended." });
  await click(findButton(place, "Connect a local tenant"));
  const alert = words(find(place, "[role=alert]"));
  expect(alert).toContain("The local tenant was not connected.");
  expect(alert).toContain("It has ended.");
  worker.answer("local-tenant.open", { tenant });
  await click(findButton(place, "Connect a local tenant"));
  expect(worker.sent.at(-1)).toEqual({ command: "local-tenant.open", request: {} });
  expect(place.querySelector("[role=alert]")).toBeNull();
});

test("leaves the focus of the button to the view that follows", async () => {
  const { place, worker, hide } = await showNoTenant();
  worker.answer("sandbox.open", { tenant });
  findButton(place, "Try the sandbox").focus();
  await click(findButton(place, "Try the sandbox"));
  await hide();
  await expect.poll(() => document.activeElement).toBe(find(place, "#next"));
});

test("leaves the focus to it too if the tenant is shown before the answer to the click", async () => {
  const { place, hide } = await showNoTenant({ isAnswered: false });
  findButton(place, "Try the sandbox").focus();
  await click(findButton(place, "Try the sandbox"));
  await hide();
  await expect.poll(() => document.activeElement).toBe(find(place, "#next"));
});

test("does not take the focus if a tenant was added elsewhere", async () => {
  const { hide } = await showNoTenant();
  await hide();
  await new Promise((resolve) => requestAnimationFrame(resolve));
  expect(document.activeElement).toBe(document.body);
});

test("looks for the local tenant only while it is shown", async () => {
  const { worker, hide } = await showNoTenant({ isRunning: true });
  await hide();
  const before = worker.sent.length;
  await perform(() => dispatchEvent(new Event("focus")));
  expect(before).toBe(1);
  expect(worker.sent).toHaveLength(before);
});

test("says why it was not opened, and tries again", async () => {
  const { place, worker } = await showNoTenant();
  worker.refuse("sandbox.open", { code: "sandbox-not-started", message: "It did not start." });
  await click(findButton(place, "Try the sandbox"));
  expect(words(find(place, "[role=alert]"))).toContain("It did not start.");
  worker.answer("sandbox.open", { tenant });
  await click(findButton(place, "Try the sandbox"));
  expect(place.querySelector("[role=alert]")).toBeNull();
});
