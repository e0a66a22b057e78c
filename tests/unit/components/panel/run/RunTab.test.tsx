import { expect, test } from "vitest";
import type { RunViews } from "../../../../../components/panel/run/run-models.ts";
import { RunTab } from "../../../../../components/panel/run/RunTab.tsx";
import { createLazyPart } from "../../../../../lib/models/lazy-part.ts";
import type { RunPort } from "../../../../../lib/models/runs/run-port.ts";
import {
  submit,
  sourceOf,
  click,
  find,
  findButton,
  findField,
  perform,
  show,
  type,
  words,
} from "../../show.ts";
import { createFakeWorker, makeEvent, now, openActivity, tenant } from "../../fake-worker.ts";
import { createRunModels } from "./create-run-model.ts";

const redirectUrl = "https://extension.example/";

/**
 * Returns the title of the run's outcome; signing and hashing take several turns of the event loop.
 */
async function awaitOutcome(place: ParentNode, title: RegExp): Promise<HTMLElement> {
  await expect.poll(() => words(find(place, ".run-result .notice strong"))).toMatch(title);
  return find(place, ".run-result .notice");
}

async function showTab(
  differing: Parameters<typeof openActivity>[0] = {},
  given: Partial<RunPort> = {},
  views: Partial<RunViews> = {},
) {
  const worker = createFakeWorker();
  const { activity, tell } = openActivity(differing, worker);
  const models = createRunModels(worker.send, activity.tenant, given);
  Object.assign(models.views, views);
  let reloads = 0;
  const inspected: string[] = [];
  const shownSince: number[] = [];
  const place = await show(
    <RunTab
      activity={activity}
      models={models}
      onInspect={(token, { name }) => inspected.push(`${name}: ${token}`)}
      onShowSince={(at) => shownSince.push(at)}
      onReload={() => (reloads += 1)}
    />,
  );
  return { place, worker, models, inspected, shownSince, tell, reloads: () => reloads };
}

test("without a tenant shows one sentence and two ways to one", async () => {
  const { place, worker } = await showTab({ tenant: undefined });
  worker.answer("options.open", {});
  expect(words(place)).toContain("No tenants yet.");
  worker.answer("sandbox.open", { tenant });
  await click(findButton(place, "Add your tenant"));
  await click(findButton(place, "Try the sandbox"));
  expect(worker.sent).toEqual([
    { command: "local-tenant.find", request: {} },
    { command: "options.open", request: { at: { part: "new" } } },
    { command: "sandbox.open", request: {} },
  ]);
});

test("reports an unreadable tenant", async () => {
  const { place } = await showTab({
    tenant: undefined,
    trouble: { code: "damaged-storage", message: "It cannot be read." },
  });
  expect(words(find(place, "[role=alert]"))).toContain("It cannot be read.");
});

test("shows the message and the steps of a login that did not complete", async () => {
  const { place, worker } = await showTab();
  worker.answer("login.redirect-url", { redirectUrl });
  worker.refuse("login.open", { code: "login-window-closed", message: "The window was closed." });
  await submit(place);
  const notice = await awaitOutcome(place, /^The login did not complete/);
  expect(notice.getAttribute("role")).toBe("alert");
  expect(words(notice)).toContain("The login did not complete.The window was closed.");
  const steps = [...place.querySelectorAll(".transcript > li")];
  expect(steps).toHaveLength(2);
  expect(words(steps[0] ?? place)).toContain("authorize resolved");
  expect(words(steps[1] ?? place)).toContain("Authorization request no response");
});

test("shows the tenant's message as text, and the values to check, for a rejected request", async () => {
  const { place, worker } = await showTab();
  const page = { status: 400, text: "<img src=x> Unknown client", isHtml: true };
  worker.answer("login.redirect-url", { redirectUrl });
  worker.answer("login.open", { failure: { kind: "refused", page } });
  await submit(place);
  const notice = await awaitOutcome(place, /^The tenant rejected the request with status 400/);
  expect(words(find(notice, "q"))).toBe("<img src=x> Unknown client");
  expect(notice.querySelector("img")).toBeNull();
  expect([...notice.querySelectorAll("li")].map(words)).toEqual([
    "The tenant knows the client ID demo-spa.",
    `The application's allowed callback URLs contain ${redirectUrl}`,
  ]);
});

test("a password is not kept for another tenant, and the form says so until the user goes on", async () => {
  const { place, models, tell } = await showTab();
  await perform(() => models.run.choose("login"));
  await perform(() => models.run.set("password", "correct-horse-1"));
  expect(findField(place, "Password").value).toBe("correct-horse-1");
  const other = { ...tenant, id: "https://other.example", name: "other" };
  await perform(() => tell({ tenant: other }));
  expect(findField(place, "Password").value).toBe("");
  expect(words(find(place, ".run-form .notice.note"))).toContain(
    `Secrets were removed from the form.They were entered for ${tenant.name}: Password. Enter those of other.`,
  );
  await type(findField(place, "Password"), "another-horse-2");
  expect(words(place)).not.toContain("Secrets were removed");
  expect(findField(place, "Password").value).toBe("another-horse-2");
});

test("masks state and nonce of the request until the user reveals them", async () => {
  const { place, worker } = await showTab();
  worker.answer("login.redirect-url", { redirectUrl });
  worker.refuse("login.open", { code: "x", message: "Closed." });
  await submit(place);
  await awaitOutcome(place, /^The login did not complete/);
  const asked = worker.sent.find(({ command }) => command === "login.open");
  const { url = "" } = Object(asked?.request);
  const state = new URL(String(url)).searchParams.get("state") ?? "no state";
  expect(sourceOf(place)).not.toContain(state);
  await click(findButton(place, "Show state"));
  expect(words(place)).toContain(state);
});

test("a rejected login shows error, description and remedy, and offers its token", async () => {
  const { place, worker, inspected } = await showTab();
  const idToken = "e30.e30.c2ln";
  worker.answer("login.redirect-url", { redirectUrl });
  worker.answer("login.open", {
    redirectedTo: `${redirectUrl}#id_token=${idToken}&state=of-somebody-else`,
  });
  await submit(place);
  await awaitOutcome(place, /^Login failed: \w+$/);
  await click(findButton(place, "Inspect ID token"));
  expect(inspected).toEqual([`ID token: ${idToken}`]);
  await click(findButton(place, "Forget this run"));
  expect(document.activeElement, "one goes on there").toBe(findButton(place, "Log in"));
  expect(sourceOf(place)).not.toContain(idToken);
  expect(words(place)).toContain("Log in to see each step");
});

test("shows the tenant's error description as text", async () => {
  const { place, worker } = await showTab();
  const hostile = "<img src=x onerror=alert(1)>";
  worker.answer("login.redirect-url", { redirectUrl });
  worker.answer("login.open", {
    redirectedTo: `${redirectUrl}#${String(new URLSearchParams({ error: "access_denied", error_description: hostile }))}`,
  });
  await submit(place);
  await awaitOutcome(place, /^Login failed/);
  expect(words(place)).toContain(hostile);
  expect(place.querySelector("img")).toBeNull();
});

test("uses the client id of the tenant unless another one is typed", async () => {
  const { place } = await showTab();
  expect(findField(place, "Client ID").getAttribute("placeholder")).toBe("demo-spa");
});

test("counts the events since the run, and a click shows them", async () => {
  const { place, worker, shownSince } = await showTab({
    events: [makeEvent(2, { storedAt: now + 1 }), makeEvent(1, { storedAt: now - 1 })],
  });
  expect(place.querySelector(".events-since")).toBeNull();
  worker.answer("login.redirect-url", { redirectUrl });
  worker.refuse("login.open", { code: "login-window-closed", message: "The window was closed." });
  await submit(place);
  await click(findButton(place, "1 event since this run"));
  expect(shownSince).toEqual([now]);
});

test("ignores a second press during a login and keeps the focus, which Cancel returns to the button", async () => {
  let started = 0;
  const { place } = await showTab(
    {},
    {
      loadRunner: () => {
        started += 1;
        return new Promise(() => undefined);
      },
    },
  );
  await submit(place);
  const button = findButton(place, "Logging in…");
  // A disabled button loses the focus, and the browser does not restore it.
  expect(button.disabled).toBe(false);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await submit(place);
  expect(started).toBe(1);
  await click(findButton(place, "Cancel"));
  expect(words(place)).toContain("Cancelled.");
  expect(document.activeElement).toBe(findButton(place, "Log in"));
});

test("names the tenant of a run once another tenant is selected, and counts no events of that tenant", async () => {
  const { place, worker, tell } = await showTab();
  worker.answer("login.redirect-url", { redirectUrl });
  worker.refuse("login.open", { code: "login-window-closed", message: "The window was closed." });
  await submit(place);
  await awaitOutcome(place, /^The login did not complete/);
  expect(words(find(place, ".run-events"))).toBe("No events since this run.");
  const other = { ...tenant, id: "https://other.example", origin: "https://other.example" };
  await perform(() => tell({ tenant: other, events: [makeEvent(1, { storedAt: now + 1 })] }));
  expect(words(find(place, ".run-events"))).toBe(
    "This run used local (http://localhost:4400), not the selected tenant.",
  );
  await perform(() => tell({}));
  expect(words(find(place, ".run-events"))).toBe("No events since this run.");
});

test.each(["pointerenter", "focusin"])(
  "loads the code of runs at %s, before a click",
  async (name) => {
    let loads = 0;
    const loadRunner = () => {
      loads += 1;
      return Promise.reject(new Error("No run is faked."));
    };
    const { place, models } = await showTab({}, { loadRunner });
    const { result, saved } = models.views;
    const reach = (selector: string) =>
      perform(() => find(place, selector).dispatchEvent(new Event(name, { bubbles: true })));
    expect([loads, result.loaded.value, saved.loaded.value]).toEqual([0, undefined, undefined]);
    await reach(".run");
    expect(loads).toBe(1);
    await expect.poll(() => result.loaded.value).toBeDefined();
    expect(saved.loaded.value).toBeUndefined();
    await reach(".saved");
    await expect.poll(() => saved.loaded.value).toBeDefined();
  },
);

test("offers a reload if the views of a run do not load", async () => {
  const result: RunViews["result"] = createLazyPart(() => Promise.reject(new Error("No file.")));
  const { place, worker, reloads } = await showTab({}, {}, { result });
  worker.answer("login.redirect-url", { redirectUrl });
  worker.refuse("login.open", { code: "login-window-closed", message: "The window was closed." });
  await submit(place);
  await expect.poll(() => words(place)).toContain("Could not load this run");
  const button = findButton(place, "Reload panel");
  await perform(() => button.dispatchEvent(new Event("focusin", { bubbles: true })));
  expect(findButton(place, "Reload panel"), "the focus does not replace the button").toBe(button);
  await click(button);
  expect(reloads()).toBe(1);
});
