import { describe, expect, test } from "vitest";
import { inUse, tenant } from "../fake-worker.ts";
import { click, find, findButton, findField, perform, press, type, words } from "../show.ts";
import { showOptions } from "./show-options.tsx";

const second = {
  ...inUse,
  credential: undefined,
  unread: 2,
  tenant: {
    ...tenant,
    id: "https://acme.example.com",
    origin: "https://acme.example.com",
    name: "Acme",
    colour: "red",
    isReadOnly: true,
  },
} as const;
const both = { tenants: [inUse, second] };

describe("without a tenant", () => {
  test("the page shows the form of a new one, explains it in one sentence, and asks for no credential", async () => {
    const { list, place, tenantSection } = await showOptions({ tenant: undefined });
    expect(words(list())).toContain("No tenants yet.");
    expect(words(find(tenantSection(), "h2"))).toBe("New tenant");
    expect(place.querySelector('[aria-labelledby="credential-heading"]')).toBeNull();
    expect([...list().querySelectorAll("button, a")].map(words)).toEqual(["Try the sandbox"]);
    expect(words(list())).toContain("npx tenant-inspector-tenant starts a local tenant.");
    expect(place.querySelector(".tenant-top")).toBeNull();
    // One next step: that of the form.
    expect([...place.querySelectorAll(".button.primary")].map(words)).toEqual(["Continue"]);
  });

  test("lead back to the form from another section", async () => {
    const { place, followLink } = await showOptions({ tenants: [], tenant: undefined });
    await followLink("Data and privacy");
    await followLink("Add tenant");
    expect(words(find(place, ".about h2"))).toBe("New tenant");
  });
});

describe("the sections", () => {
  const headings = (place: HTMLElement) => [...place.querySelectorAll(".about h2")].map(words);

  test("are shown one at a time, and the link of the shown section is current", async () => {
    const { place, followLink } = await showOptions();
    const seen: string[] = [words(find(place, ".about h2"))];
    for (const name of ["Credential", "Event stream", "Data and privacy", "local"]) {
      if (name === "local") await click(find(place, ".tenant-row"));
      else await followLink(name);
      expect(headings(place)).toHaveLength(1);
      expect(document.activeElement).toBe(find(place, ".about h2"));
      const current = [...place.querySelectorAll("a[aria-current=page]")].map(words);
      expect(current).toEqual([name === "local" ? "Tenant" : name]);
      seen.push(words(find(place, ".about h2")));
    }
    expect(seen).toEqual([
      "Tenant",
      "Management credential",
      "Event stream",
      "Data and privacy",
      "Tenant",
    ]);
  });

  test("return with back and forward, with the focus at their heading", async () => {
    const { place, tab, followLink } = await showOptions();
    await followLink("Credential");
    await perform(() => tab.go(-1));
    expect(document.activeElement?.id).toBe("tenant-heading");
    await perform(() => tab.go(1));
    expect(document.activeElement?.id).toBe("credential-heading");
    expect(headings(place)).toEqual(["Management credential"]);
  });

  test("keep unsaved input, and their links are marked", async () => {
    const { place, tenantSection, credentialSection, followLink, tab } = await showOptions();
    await type(findField(tenantSection(), "Client ID (optional)"), "half");
    await followLink("Credential");
    await click(findButton(credentialSection(), "Replace credential…"));
    await type(findField(credentialSection(), "Client secret"), "typed");
    await followLink("Data and privacy");
    await perform(() => tab.go(-1));
    expect(findField(credentialSection(), "Client secret").value).toBe("typed");
    expect([...find(place, ".tenant-top").querySelectorAll("a")].map(words)).toEqual([
      "Tenantunsaved",
      "Credentialunsaved",
      "Event stream",
    ]);
    await perform(() => tab.go(-1));
    expect(findField(tenantSection(), "Client ID (optional)").value).toBe("half");
  });

  test("of a tenant show its name, with hidden characters escaped", async () => {
    const named = { ...inUse, tenant: { ...tenant, name: "lo\u202Ecal", isReadOnly: true } };
    const { place } = await showOptions({ tenants: [named] });
    expect(words(find(place, ".tenant-head"))).toBe(
      String.raw`lo\u202ecal localhost:4400 read-only`,
    );
  });
});

describe("the list of tenants", () => {
  test("shows the name, domain, colour and state of each tenant", async () => {
    const { list } = await showOptions(both);
    const [first, other] = [...list().querySelectorAll("li")].map(words);
    expect(first).toContain("local");
    expect(first).toContain("localhost:4400");
    expect(first).toContain("stream: listening, 12 s");
    expect(first).toContain("client credentials");
    expect(other).toContain("Acmeread-only2 new events");
    expect(other).toContain("no credential");
    expect(find(list(), ".swatch").classList.contains("red")).toBe(true);
  });

  test("escapes the hidden characters of a tenant's name", async () => {
    const named = { ...inUse, tenant: { ...tenant, name: "lo\u202Ecal" } };
    const { list } = await showOptions({ tenants: [named] });
    expect(words(list())).toContain(String.raw`lo\u202ecal`);
  });

  test("marks the chosen tenant, and shows another one without a command to the worker", async () => {
    const { list, worker, tell, tenantSection } = await showOptions(both);
    const [first, other] = list().querySelectorAll<HTMLElement>("li button");
    if (first === undefined || other === undefined) throw new Error("There should be two rows.");
    expect(first.getAttribute("aria-current")).toBe("true");
    expect(other.getAttribute("aria-current")).toBeNull();
    await click(other);
    expect(findField(tenantSection(), "Domain").value).toBe(second.tenant.origin);
    expect([first, other].map((row) => row.getAttribute("aria-current"))).toEqual([null, "true"]);
    await click(first);
    expect(findField(tenantSection(), "Domain").value).toBe(tenant.origin);
    await perform(() => tell({ ...both, selectedId: second.tenant.id }));
    expect(findField(tenantSection(), "Domain").value).toBe(tenant.origin);
    expect(worker.sent).toEqual([]);
  });

  test("reports a tenant without browser permission in its row", async () => {
    const { list } = await showOptions({ isPermitted: false });
    expect(words(list())).toContain("no access");
  });

  test("opens an empty form without another tenant's credential, and Cancel returns", async () => {
    const { place, tenantSection, followLink } = await showOptions(both);
    await followLink("Add tenant");
    expect(words(find(tenantSection(), "h2"))).toBe("New tenant");
    expect(findField(tenantSection(), "Domain").value).toBe("");
    expect(place.querySelector(".tenant-top")).toBeNull();
    await type(findField(tenantSection(), "Domain"), "half");
    await click(findButton(tenantSection(), "Cancel"));
    expect(findField(tenantSection(), "Domain").value).toBe(tenant.origin);
    expect(document.activeElement?.id).toBe("tenant-heading");
    expect(place.querySelector(".tenant-top")).not.toBeNull();
  });

  test("shows markup in a name as text", async () => {
    const { list } = await showOptions({ tenant: { ...tenant, name: "<img src=x>" } });
    expect(words(find(list(), "b"))).toBe("<img src=x>");
    expect(list().querySelector("img")).toBeNull();
  });
});

describe("forgetting a tenant", () => {
  test("lists what will be removed, and waits for the confirmation", async () => {
    const { tenantSection, worker } = await showOptions();
    worker.answer("tenant.forget", {});
    await click(findButton(tenantSection(), "Forget this tenant…"));
    expect(words(find(tenantSection(), "[role=group]"))).toContain(
      "Forget “local”? The settings, credential, presets and stored events",
    );
    expect(document.activeElement).toBe(findButton(tenantSection(), "Cancel"));
    await press(findButton(tenantSection(), "Cancel"), "Escape");
    expect(document.activeElement).toBe(findButton(tenantSection(), "Forget this tenant…"));
    expect(worker.sent).toEqual([]);
    await click(findButton(tenantSection(), "Forget this tenant…"));
    await click(findButton(tenantSection(), "Forget tenant"));
    expect(worker.sent).toEqual([{ command: "tenant.forget", request: { tenantId: tenant.id } }]);
  });

  test("is reported, and the remaining heading gets the focus", async () => {
    const { place, tenantSection, worker, tell } = await showOptions();
    worker.answer("tenant.forget", {});
    await click(findButton(tenantSection(), "Forget this tenant…"));
    await click(findButton(tenantSection(), "Forget tenant"));
    await perform(() => tell({ tenant: undefined }));
    expect(words(find(place, ".notice"))).toContain("“local” was forgotten.");
    expect(document.activeElement?.id).toBe("tenant-heading");
  });

  test("keeps the tenant if it fails, and shows the worker's message", async () => {
    const { place, tenantSection, worker } = await showOptions();
    worker.refuse("tenant.forget", { code: "no-tenant", message: "It is not there." });
    await click(findButton(tenantSection(), "Forget this tenant…"));
    await click(findButton(tenantSection(), "Forget tenant"));
    expect(words(find(place, "[role=alert]"))).toContain("Could not forget local.It is not there.");
  });
});

describe("a revoked permission", () => {
  test("is reported in every section with a button that requests it again, and a denial is reported", async () => {
    const { place, followLink, asked } = await showOptions(
      { isPermitted: false },
      { isPermitted: false },
    );
    expect(words(find(place, ".about .notice"))).toContain("http://localhost:4400");
    await click(findButton(place, "Grant access"));
    expect(asked).toEqual(["http://localhost/*"]);
    expect(words(find(place, ".about .notice"))).toContain("Select “Grant access” again");
    await followLink("Event stream");
    expect(findButton(place, "Grant access").disabled).toBe(false);
  });

  test("gets the focus if the URL of the page requests its tenant", async () => {
    const { tenantList, tell } = await showOptions({ isPermitted: false });
    await perform(() => {
      tenantList.open({ tenantId: tenant.id, part: "tenant" });
      tell({ isPermitted: false });
    });
    expect(document.activeElement?.id).toBe("grant-access");
  });

  test("of the custom domain names only that domain, in the row and beside the form", async () => {
    const customOrigin = "https://login.acme.example";
    const denied = { ...inUse, tenant: { ...tenant, customOrigin }, isCustomPermitted: false };
    const { list, place, asked } = await showOptions({ tenants: [denied] });
    expect(words(list())).toContain("no access to login.acme.example");
    expect(words(list())).not.toContain("no access to localhost");
    expect(words(find(place, ".about .notice"))).toContain(
      `Access to ${customOrigin} was not granted`,
    );
    expect(words(find(place, ".about .notice"))).toContain("Profiles and events are not affected.");
    await click(findButton(place, "Grant access"));
    expect(asked).toContain("https://login.acme.example/*");
  });

  test.each(["credential", "stream"] as const)(
    "does not take the focus from the section %s that the URL requests",
    async (part) => {
      const { tenantList } = await showOptions({ isPermitted: false });
      await perform(() => tenantList.open({ tenantId: tenant.id, part }));
      expect(document.activeElement?.id).toBe(`${part}-heading`);
    },
  );

  test("an unknown tenant in the URL is named", async () => {
    const { tenantList, place } = await showOptions();
    await perform(() => tenantList.open({ tenantId: "https://nobody.example", part: "tenant" }));
    expect(words(find(place, ".notice"))).toContain(
      "This device has no tenant https://nobody.example",
    );
  });
});

/** Returns true if an ancestor disables this part of a form. */
const isOff = (element: HTMLElement) => element.closest("fieldset")?.disabled ?? false;

describe("in a private window", () => {
  test("disables the fields that would be stored, and names the remedy", async () => {
    const { place, tenantSection, dataSection, followLink, opened } = await showOptions(
      {},
      { isPrivate: true },
    );
    expect(words(find(place, ".options > .notice"))).toContain(
      "This private window stores nothing",
    );
    expect(isOff(findField(tenantSection(), "Client ID (optional)"))).toBe(true);
    expect(isOff(findButton(tenantSection(), "Save tenant"))).toBe(true);
    await followLink("Event stream");
    expect(isOff(find(place, "#stream-heading"))).toBe(true);
    await followLink("Data and privacy");
    expect(findField(dataSection(), "Import settings").disabled).toBe(true);
    expect(isOff(findButton(dataSection(), "Forget everything…"))).toBe(false);
    await click(findButton(place, "Open options in a regular window"));
    expect(opened).toEqual(["ordinary window"]);
  });

  test("is not mentioned in a regular window", async () => {
    const { place, tenantSection } = await showOptions();
    expect(place.querySelector(".options > .notice")).toBeNull();
    expect(isOff(findButton(tenantSection(), "Save tenant"))).toBe(false);
  });
});

test("an unreachable worker is reported at the top until it responds again", async () => {
  const { place, endWorker, startWorker } = await showOptions();
  expect(words(find(place, "header"))).toBe("Tenant Inspector");
  await perform(endWorker);
  expect(words(find(place, "header"))).toContain("reconnecting to the worker…");
  await perform(startWorker);
  expect(words(find(place, "nav.tenants"))).toContain("local");
});

describe("a problem of the worker", () => {
  test("without a remedy on this page shows only its message", async () => {
    const { place } = await showOptions({
      trouble: { code: "unexpected", message: "Something went wrong." },
    });
    const alert = find(place, "[role=alert]");
    expect(words(alert)).toContain("Something went wrong.");
    expect(alert.querySelectorAll("button")).toHaveLength(0);
  });

  test.each(["full", "failed"])(
    "of an event log that stores nothing (%s) offers a retry, and the removal of the events",
    async (code) => {
      const { place, worker, tell } = await showOptions({
        trouble: { code, message: "There is no room." },
      });
      worker.answer("stream.retry", {});
      worker.answer("events.reset", {});
      await click(findButton(find(place, "[role=alert]"), "Retry"));
      expect(worker.sent).toEqual([{ command: "stream.retry", request: { tenantId: tenant.id } }]);
      await click(findButton(place, "Remove stored events…"));
      await click(findButton(place, "Remove events"));
      expect(worker.sent.at(-1)).toEqual({ command: "events.reset", request: {} });
      await perform(() => tell({}));
      expect(words(find(place, ".notice"))).toContain("The stored events were removed");
    },
  );

  test("with unreadable settings saves them as a file before it resets them", async () => {
    const { place, list, worker, saved, tell } = await showOptions({
      tenant: undefined,
      trouble: { code: "damaged-storage", message: "They cannot be read." },
    });
    worker.answer("settings.rescue", { text: "{broken" });
    worker.answer("settings.reset", {});
    expect(words(list())).toContain("Could not read the stored tenants.");
    await click(findButton(find(place, "[role=alert]"), "Save a copy"));
    expect(saved).toEqual([
      { name: "tenant-inspector-damaged-settings-2026-11-21.json", text: "{broken" },
    ]);
    expect(worker.sent.map(({ command }) => command)).toEqual(["settings.rescue"]);
    expect(words(place)).toContain("Check that the browser has saved");
    await click(findButton(find(place, "[role=alert]"), "Reset the settings"));
    await perform(() => tell({ tenant: undefined }));
    expect(words(find(place, ".notice"))).toContain("The settings were reset.");
  });

  test("keeps its button if the copy fails", async () => {
    const { place, worker } = await showOptions({
      trouble: { code: "damaged-storage", message: "They cannot be read." },
    });
    worker.refuse("settings.rescue", { code: "unexpected", message: "The worker failed." });
    await click(findButton(place, "Save a copy"));
    expect(words(place)).toContain("Could not save a copy of the settings.The worker failed.");
    expect(findButton(place, "Save a copy").disabled).toBe(false);
  });

  test("with the events of a newer version offers their removal as the second choice", async () => {
    const { place, worker } = await showOptions({
      trouble: { code: "newer", message: "Install that version again." },
    });
    const choice = find(place, ".notice details");
    expect(words(find(place, ".notice > :first-child"))).not.toContain("Remove");
    expect(choice.hasAttribute("open")).toBe(false);
    expect(words(choice)).toContain("takes the stored events of all tenants");
    worker.answer("events.reset", {});
    await click(findButton(place, "Remove stored events…"));
    await click(findButton(place, "Remove events"));
    expect(worker.sent).toEqual([{ command: "events.reset", request: {} }]);
  });

  test("with an event database that cannot be opened removes it after a second press", async () => {
    const { place, worker } = await showOptions({
      trouble: { code: "open-failed", message: "It cannot be opened." },
    });
    worker.answer("events.reset", {});
    await click(findButton(place, "Remove stored events…"));
    expect(worker.sent).toEqual([]);
    await click(findButton(place, "Remove events"));
    expect(worker.sent).toEqual([{ command: "events.reset", request: {} }]);
  });
});
