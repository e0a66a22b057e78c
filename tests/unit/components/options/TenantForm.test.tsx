import { expect, test } from "vitest";
import { tenant } from "../fake-worker.ts";
import {
  click,
  describe as describeControl,
  find,
  findButton,
  findField,
  perform,
  submit,
  type,
  words,
} from "../show.ts";
import { showOptions } from "./show-options.tsx";

const labelsOf = (form: ParentNode) => [...form.querySelectorAll("label")].map(words);
const buttonsOf = (form: ParentNode) => [...form.querySelectorAll("button")].map(words);

/** Shows the form of a new tenant after its first step, whose tenant was found. */
async function showFound(domain = "localhost:4400") {
  const shown = await showOptions({ tenant: undefined });
  const { tenantSection, worker } = shown;
  worker.answer("tenant.check", { issuer: `${tenant.origin}/`, keyCount: 1 });
  await type(findField(tenantSection(), "Domain"), domain);
  await submit(tenantSection());
  return shown;
}

test("a new tenant begins with its domain, and one button", async () => {
  const { tenantSection, worker, asked } = await showOptions({ tenant: undefined });
  expect(labelsOf(tenantSection())).toEqual(["Domain"]);
  expect(buttonsOf(tenantSection())).toEqual(["Continue"]);
  await submit(tenantSection());
  expect(describeControl(findField(tenantSection(), "Domain"))).toContain(
    "Enter the tenant's domain",
  );
  expect(asked).toEqual([]);
  expect(worker.sent.map(({ command }) => command)).not.toContain("tenant.check");
});

test("a tenant that was found is not stored yet: the client's field has the focus, the callback URL follows", async () => {
  const { tenantSection, worker, asked } = await showFound();
  expect(asked).toEqual(["http://localhost/*"]);
  expect(worker.sent.at(-1)?.command).toBe("tenant.check");
  expect(words(find(tenantSection(), ".found"))).toBe(
    "✓ Tenant found. Issuer http://localhost:4400/, 1 signing key.",
  );
  expect(document.activeElement).toBe(findField(tenantSection(), "Client ID (optional)"));
  expect(words(tenantSection())).toContain("https://extension.example/");
});

test("a tenant for profiles and events alone is saved without a client ID", async () => {
  const { tenantSection, worker } = await showFound();
  const saved = { ...tenant, clientId: "" };
  worker.answer("tenant.save", { tenant: saved, issuer: `${tenant.origin}/`, keyCount: 1 });
  await submit(tenantSection());
  expect(worker.sent.at(-1)).toMatchObject({ command: "tenant.save", request: { clientId: "" } });
  expect(words(tenantSection())).toContain("Tenant saved.");
});

test("the steps for login runs stand beside the client ID, with this extension's addresses as a command", async () => {
  const { tenantSection } = await showFound();
  const steps = find(tenantSection(), ".set-up");
  expect(words(steps)).toContain("Create an application of the type Single Page Application");
  expect(words(find(steps, "pre"))).toBe(
    `auth0 apps create --name "Tenant Inspector runs" --type spa --callbacks 'https://extension.example/' --origins 'chrome-extension://inspector' --web-origins 'chrome-extension://inspector' --grants code,refresh-token`,
  );
});

test("another domain begins again with the first step", async () => {
  const { tenantSection } = await showFound();
  await type(findField(tenantSection(), "Domain"), "localhost:4401");
  expect(labelsOf(tenantSection())).toEqual(["Domain"]);
  await type(findField(tenantSection(), "Domain"), "localhost:4400");
  // The next step would take the focus while the user types.
  expect(labelsOf(tenantSection())).toEqual(["Domain"]);
});

test("a saved tenant shows its issuer and the number of its keys, and leads to the credential", async () => {
  const { tenantSection, worker } = await showFound();
  worker.answer("tenant.save", { tenant, issuer: `${tenant.origin}/`, keyCount: 2 });
  await type(findField(tenantSection(), "Client ID (optional)"), "demo-spa");
  await submit(tenantSection());
  expect(words(find(tenantSection(), ".notice"))).toContain(
    "Tenant saved.Issuer http://localhost:4400/, 2 signing keys.",
  );
});

test("a tenant that names another domain is looked for there with one click", async () => {
  const { tenantSection, worker } = await showOptions({ tenant: undefined });
  const facts = { issuerOrigin: "https://acme.example.com" };
  worker.refuse("tenant.check", { code: "not-a-tenant", message: "Another issuer.", facts });
  await type(findField(tenantSection(), "Domain"), "www.example.com");
  await submit(tenantSection());
  worker.answer("tenant.check", { issuer: "https://acme.example.com/", keyCount: 1 });
  await click(findButton(tenantSection(), "Use acme.example.com"));
  expect(worker.sent.at(-1)).toEqual({
    command: "tenant.check",
    request: { origin: "https://acme.example.com" },
  });
  expect(findField(tenantSection(), "Domain").value).toBe("https://acme.example.com");
  expect(words(find(tenantSection(), ".found"))).toContain("Issuer https://acme.example.com/");
});

test("the pressed button shows that the browser asks for the permission", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { tenantSection, worker } = await showOptions(
    { tenant: undefined },
    { isPermitted: promise },
  );
  worker.answer("tenant.check", { issuer: `${tenant.origin}/`, keyCount: 1 });
  await type(findField(tenantSection(), "Domain"), "localhost:4400");
  await submit(tenantSection());
  const waiting = findButton(tenantSection(), "Waiting for permission…");
  expect(waiting.getAttribute("aria-disabled")).toBe("true");
  // A disabled button would lose the focus.
  expect(waiting.disabled).toBe(false);
  await perform(() => resolve(true));
  expect(words(find(tenantSection(), ".found"))).toContain("Tenant found.");
});

test("a denied permission names its hosts and the remedy", async () => {
  const { tenantSection, worker } = await showOptions({}, { isPermitted: false });
  await type(findField(tenantSection(), "Custom domain (optional)"), "login.example.com");
  await submit(tenantSection());
  const told = words(find(tenantSection(), "[role=status]"));
  expect(told).toContain("http://localhost:4400 and https://login.example.com");
  expect(told).toContain("Select “Save tenant” again");
  await click(findButton(tenantSection(), "Check domain"));
  expect(words(find(tenantSection(), "[role=status]"))).toContain("Select “Check domain” again");
  expect(worker.sent).toEqual([]);
});

test("a permission that was denied for a new domain leads to the same button", async () => {
  const { tenantSection } = await showOptions({ tenant: undefined }, { isPermitted: false });
  await type(findField(tenantSection(), "Domain"), "acme.example.com");
  await submit(tenantSection());
  expect(words(find(tenantSection(), "[role=status]"))).toContain(
    "no access to https://acme.example.com. Select “Continue” again",
  );
});

test("a failed save shows the worker's message", async () => {
  const { tenantSection, worker } = await showFound();
  worker.refuse("tenant.save", { code: "tenant-unreachable", message: "Nothing answers there." });
  await type(findField(tenantSection(), "Client ID (optional)"), "demo-spa");
  await submit(tenantSection());
  expect(words(find(tenantSection(), "[role=alert]"))).toContain(
    "Could not save the tenant.Nothing answers there.",
  );
});

test("an edited tenant keeps its domain, and sends its changes", async () => {
  const { tenantSection, worker } = await showOptions();
  worker.answer("tenant.save", { tenant, issuer: `${tenant.origin}/`, keyCount: 1 });
  const domain = findField(tenantSection(), "Domain");
  expect(domain.value).toBe(tenant.origin);
  expect(domain.hasAttribute("readonly")).toBe(true);
  await type(findField(tenantSection(), "Name (optional)"), "Production");
  const colour = findField(tenantSection(), "Colour");
  await perform(() => {
    colour.value = "red";
    colour.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await click(findField(tenantSection(), "Read-only"));
  await submit(tenantSection());
  expect(worker.sent).toEqual([
    {
      command: "tenant.save",
      request: {
        name: "Production",
        origin: tenant.origin,
        clientId: tenant.clientId,
        colour: "red",
        isReadOnly: true,
      },
    },
  ]);
});

test("the read-only switch explains its effect", async () => {
  const { tenantSection } = await showOptions();
  expect(describeControl(findField(tenantSection(), "Read-only"))).toContain(
    "Each change must be confirmed with the tenant's name",
  );
});

test("a new tenant with a known domain warns about the update", async () => {
  const { followLink, tenantSection } = await showOptions();
  await followLink("Add tenant");
  await type(findField(tenantSection(), "Domain"), "localhost:4400");
  expect(describeControl(findField(tenantSection(), "Domain"))).toContain(
    "“local” already has this domain. Saving will update that tenant.",
  );
});
