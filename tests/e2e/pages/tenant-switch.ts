import type { Frame, Locator, Page } from "playwright";
import { waitFor } from "../../launch/wait-for.ts";

const tenantSwitch = (document: Frame | Page): Locator =>
  document.getByLabel("Tenant", { exact: true });

/** Selects a tenant in the header of panel or popup, and waits until it is shown. */
export async function chooseTenant(document: Frame | Page, name: string): Promise<void> {
  await tenantSwitch(document).selectOption({ label: name });
  await expectTenant(document, name);
}

/** Reads the tenant that the header of panel or popup shows. */
export async function readTenantName(document: Frame | Page): Promise<string | null> {
  return await tenantSwitch(document).locator("option:checked").textContent();
}

/** Waits until the header of panel or popup shows this tenant. */
export async function expectTenant(document: Frame | Page, name: string): Promise<void> {
  await waitFor(async () => (await readTenantName(document)) === name, {
    what: `the tenant ${name} to be selected`,
  });
}
