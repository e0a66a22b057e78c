import { expect, test } from "vitest";
import { WelcomePage } from "../../../../components/welcome/WelcomePage.tsx";
import { localTenantOrigin, sandboxOrigin } from "../../../../lib/messages/domain.ts";
import { createFakeWorker, inUse, openActivity, tenant } from "../fake-worker.ts";
import type { CallbackAccess } from "../../../../lib/messages/callback-access.ts";
import { click, find, findButton, show, words } from "../show.ts";

const sandbox = { ...tenant, id: sandboxOrigin, origin: sandboxOrigin, name: "Sandbox" };

async function showWelcome({
  isRunning = false,
  permissions = ["storage"],
  callbackAccess = { kind: "granted" },
  ...differing
}: Parameters<typeof openActivity>[0] & {
  isRunning?: boolean;
  permissions?: readonly string[];
  callbackAccess?: CallbackAccess;
} = {}) {
  const worker = createFakeWorker();
  worker.answer("local-tenant.find", { isRunning });
  const { activity, tell } = openActivity({ tenant: undefined, ...differing }, worker);
  const place = await show(
    <WelcomePage activity={activity} permissions={permissions} callbackAccess={callbackAccess} />,
  );
  return { place, worker, tell };
}

const offers = (place: HTMLElement) => [...place.querySelectorAll("article .button")].map(words);

test("offers three ways to a tenant, each with one click", async () => {
  const { place, worker } = await showWelcome({ isRunning: true });
  expect(offers(place)).toEqual(["Try the sandbox", "Connect a local tenant", "Add your tenant"]);
  expect(words(place)).toContain("A local tenant answers.");
  worker.answer("sandbox.open", { tenant: sandbox });
  await click(findButton(place, "Try the sandbox"));
  worker.answer("local-tenant.open", { tenant });
  await click(findButton(place, "Connect a local tenant"));
  expect(worker.sent.map(({ command }) => command)).toEqual([
    "local-tenant.find",
    "sandbox.open",
    "local-tenant.open",
  ]);
});

test.each([
  [
    "foreign",
    "This package was built for another extension ID.",
    "package of your browser's store",
  ],
  ["withheld", "The browser withholds access to the callback URL", "page of extensions"],
] as const)("says what a login loses if its callback is %s", async (kind, title, remedy) => {
  const redirectUrl = "https://abc.chromiumapp.org/";
  const { place } = await showWelcome({ callbackAccess: { kind, redirectUrl } });
  const notice = words(find(place, ".notice"));
  for (const part of [title, redirectUrl, "wrong password", remedy]) expect(notice).toContain(part);
});

test("looks for a local tenant again when asked", async () => {
  const { place, worker } = await showWelcome();
  expect(words(place)).toContain("No local tenant answers now.");
  expect(words(place)).toContain("npx tenant-inspector-tenant starts it at localhost:4400.");
  expect(offers(place)).toEqual(["Try the sandbox", "Look again", "Add your tenant"]);
  worker.answer("local-tenant.find", { isRunning: true });
  await click(findButton(place, "Look again"));
  expect(offers(place)).toContain("Connect a local tenant");
  expect(offers(place)).not.toContain("Look again");
});

test("looks for no local tenant that is one of the user's already", async () => {
  const local = { ...tenant, id: localTenantOrigin, origin: localTenantOrigin };
  const { place } = await showWelcome({ tenants: [{ ...inUse, tenant: local }] });
  expect(words(place)).toContain("The local tenant is one of your tenants.");
  expect(words(place)).not.toContain("No local tenant answers now.");
  expect(offers(place)).not.toContain("Look again");
});

test("says why a tenant was not connected", async () => {
  const { place, worker } = await showWelcome({ isRunning: true });
  worker.refuse("local-tenant.open", { code: "local-tenant-not-found", message: "It has ended." });
  await click(findButton(place, "Connect a local tenant"));
  expect(words(find(place, "[role=alert]"))).toContain("The local tenant was not connected.");
});

test("says the next step once a tenant is selected, and leads to the sandbox's controls", async () => {
  const { place } = await showWelcome({
    tenants: [{ ...inUse, tenant: sandbox }],
    tenant: sandbox,
  });
  const next = find(place, ".notice");
  expect(words(next)).toContain("Sandbox is selected.");
  expect(words(next)).toContain("choose the tab Tenant Inspector and in it Run, and press Log in.");
  expect(find(next, "a").getAttribute("href")).toBe("/sandbox-browser.html");
});

test("explains the permissions of this browser, and no others", async () => {
  const { place } = await showWelcome({ permissions: ["storage", "alarms"] });
  const explained = [...place.querySelectorAll("dt")].map(words);
  expect(explained).toEqual(["storage", "alarms", "localhost, 127.0.0.1", "Asked for later"]);
});
