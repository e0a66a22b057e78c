import { expect, test } from "vitest";
import { OptionsPage } from "../../../../components/options/OptionsPage.tsx";
import { CredentialFormModel } from "../../../../lib/models/credential-form-model.ts";
import { TenantFormModel } from "../../../../lib/models/tenant-form-model.ts";
import {
  submit,
  sourceOf,
  click,
  describe,
  find,
  findButton,
  findField,
  show,
  type,
  words,
} from "../show.ts";
import { createFakeWorker, now, openActivity, tenant } from "../fake-worker.ts";

async function showPage(
  differing: Parameters<typeof openActivity>[0] = {},
  isPermitted: boolean = true,
) {
  const worker = createFakeWorker();
  const asked: string[] = [];
  const { activity } = openActivity(differing, worker);
  const place = await show(
    <OptionsPage
      activity={activity}
      tenantForm={
        new TenantFormModel({
          send: worker.send,
          requestHostPermission: async (pattern) => {
            asked.push(pattern);
            return isPermitted;
          },
        })
      }
      credentialForm={new CredentialFormModel({ send: worker.send })}
      redirectUrl="https://extension.example/"
    />,
  );
  const region = (id: string) => find(place, `section[aria-labelledby="${id}"]`);
  return {
    place,
    worker,
    asked,
    tenantForm: region("tenant-heading"),
    credentialForm: region("credential-heading"),
  };
}

async function enterTenant(form: ParentNode, domain: string): Promise<void> {
  await type(findField(form, "Domain"), domain);
  await type(findField(form, "Client ID"), "demo-spa");
  await submit(form);
}

test("an empty form says what is missing at each field, and asks for nothing", async () => {
  const { tenantForm, worker, asked } = await showPage({ tenant: undefined });
  await submit(tenantForm);
  expect(describe(findField(tenantForm, "Domain"))).toContain("Enter the tenant's domain");
  expect(describe(findField(tenantForm, "Client ID"))).toContain("Enter the client id");
  expect(asked).toEqual([]);
  expect(worker.sent).toEqual([]);
});

test("a saved tenant shows its issuer and how many keys it has", async () => {
  const { tenantForm, worker, asked } = await showPage({ tenant: undefined });
  worker.answer("tenant.save", { tenant, issuer: `${tenant.origin}/`, keyCount: 2 });
  await enterTenant(tenantForm, "localhost:4400");
  expect(asked).toEqual(["http://localhost/*"]);
  expect(words(find(tenantForm, "[role=status]"))).toContain(
    "Tenant saved.Issuer http://localhost:4400/, 2 signing keys.",
  );
});

test("a permission that was denied is told with the host it was about, and nothing is sent", async () => {
  const { tenantForm, worker } = await showPage({ tenant: undefined }, false);
  await enterTenant(tenantForm, "acme.example.com");
  expect(words(find(tenantForm, "[role=status]"))).toContain("https://acme.example.com");
  expect(worker.sent).toEqual([]);
});

test("a tenant that was not saved shows the worker's sentence", async () => {
  const { tenantForm, worker } = await showPage({ tenant: undefined });
  worker.refuse("tenant.save", { code: "tenant-unreachable", message: "Nothing answers there." });
  await enterTenant(tenantForm, "localhost:1");
  expect(words(find(tenantForm, "[role=alert]"))).toContain("Nothing answers there.");
});

test("without a tenant a credential cannot be saved, and it says why", async () => {
  const { credentialForm } = await showPage({ tenant: undefined });
  expect(findButton(credentialForm, "Save credential").disabled).toBe(true);
  expect(words(credentialForm)).toContain("Save a tenant first.");
});

test("a saved credential is nowhere on the page any more", async () => {
  const { place, credentialForm, worker } = await showPage({ credential: undefined });
  worker.answer("credential.save", { kind: "client_credentials", scopes: [] });
  await type(findField(credentialForm, "Management client ID"), "demo-management");
  await type(findField(credentialForm, "Client secret"), "s3cret-of-the-client");
  await submit(credentialForm);
  expect(words(find(credentialForm, "[role=status]"))).toContain("Credential saved.");
  expect(findField(credentialForm, "Client secret").value).toBe("");
  expect(sourceOf(place)).not.toContain("s3cret-of-the-client");
});

test("a stored credential shows its scopes and its end, and can be forgotten", async () => {
  const { credentialForm, worker } = await showPage({
    credential: { kind: "access_token", scopes: ["read:events", "<b>x</b>"], expiresAt: now },
  });
  worker.answer("credential.forget", {});
  expect(words(find(credentialForm, ".stored"))).toContain("An access token in use.");
  expect([...credentialForm.querySelectorAll("li")].map(words)).toEqual([
    "read:events",
    "<b>x</b>",
  ]);
  await click(findButton(credentialForm, "Forget credential"));
  expect(worker.sent).toEqual([{ command: "credential.forget", request: {} }]);
});

test("a stored setting that cannot be read is told above the forms", async () => {
  const { place } = await showPage({ tenant: undefined, trouble: "It cannot be read." });
  expect(words(find(place, "[role=alert]"))).toContain("It cannot be read.");
});
