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

async function enterTenant(form: ParentNode, domain: string): Promise<void> {
  await type(findField(form, "Domain"), domain);
  await type(findField(form, "Client ID"), "demo-spa");
  await submit(form);
}

test("an empty form shows the missing input at each field, and sends nothing", async () => {
  const { tenantSection, worker, asked } = await showOptions({ tenant: undefined });
  await submit(tenantSection());
  expect(describeControl(findField(tenantSection(), "Domain"))).toContain(
    "Enter the tenant's domain",
  );
  expect(describeControl(findField(tenantSection(), "Client ID"))).toContain("Enter the client ID");
  expect(asked).toEqual([]);
  expect(worker.sent).toEqual([]);
});

test("a saved tenant shows its issuer and the number of its keys", async () => {
  const { tenantSection, worker, asked } = await showOptions({ tenant: undefined });
  worker.answer("tenant.save", { tenant, issuer: `${tenant.origin}/`, keyCount: 2 });
  await enterTenant(tenantSection(), "localhost:4400");
  expect(asked).toEqual(["http://localhost/*"]);
  expect(words(find(tenantSection(), "[role=status]"))).toContain(
    "Tenant saved.Issuer http://localhost:4400/, 2 signing keys.",
  );
});

test("a domain is checked without being stored", async () => {
  const { tenantSection, worker } = await showOptions({ tenant: undefined });
  worker.answer("tenant.check", { issuer: `${tenant.origin}/`, keyCount: 1 });
  await type(findField(tenantSection(), "Domain"), "localhost:4400");
  await click(findButton(tenantSection(), "Check domain"));
  expect(words(find(tenantSection(), "[role=status]"))).toContain(
    "Tenant found.Issuer http://localhost:4400/, 1 signing key.Not saved yet.",
  );
});

test("the pressed button shows that the browser asks for the permission", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { tenantSection, worker } = await showOptions(
    { tenant: undefined },
    { isPermitted: promise },
  );
  worker.answer("tenant.check", { issuer: `${tenant.origin}/`, keyCount: 1 });
  await type(findField(tenantSection(), "Domain"), "localhost:4400");
  await click(findButton(tenantSection(), "Check domain"));
  expect(findButton(tenantSection(), "Waiting for permission…").disabled).toBe(true);
  expect(findButton(tenantSection(), "Save tenant").disabled).toBe(true);
  await perform(() => resolve(true));
  expect(words(find(tenantSection(), "[role=status]"))).toContain("Tenant found.");
});

test("a denied permission names its hosts and the remedy", async () => {
  const { tenantSection, worker } = await showOptions(
    { tenant: undefined },
    { isPermitted: false },
  );
  await type(findField(tenantSection(), "Custom domain (optional)"), "login.example.com");
  await enterTenant(tenantSection(), "acme.example.com");
  const told = words(find(tenantSection(), "[role=status]"));
  expect(told).toContain("https://acme.example.com and https://login.example.com");
  expect(told).toContain("Select “Save tenant” again");
  expect(worker.sent).toEqual([]);
});

test("a failed save shows the worker's message", async () => {
  const { tenantSection, worker } = await showOptions({ tenant: undefined });
  worker.refuse("tenant.save", { code: "tenant-unreachable", message: "Nothing answers there." });
  await enterTenant(tenantSection(), "localhost:1");
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
