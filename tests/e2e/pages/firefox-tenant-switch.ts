import * as z from "zod/mini";
import { waitFor } from "../../launch/wait-for.ts";
import type { FirefoxSurface } from "./firefox-surface.ts";

const tenantSwitch = "select[aria-label=Tenant]";

/** Selects a tenant in the header of panel or popup, and waits until it is shown. */
export async function chooseTenant(surface: FirefoxSurface, origin: string): Promise<void> {
  const isOffered = (option: unknown) => document.querySelector(String(option)) !== null;
  await waitFor(
    async () =>
      (await surface.evaluate(isOffered, `${tenantSwitch} option[value="${origin}"]`)) === true,
    { what: `the tenant ${origin} to be offered` },
  );
  await surface.fill(tenantSwitch, origin);
  await expectTenant(surface, origin);
}

/** Reads the origin of the tenant that the header of panel or popup shows. */
export async function readTenant(surface: FirefoxSurface): Promise<string | undefined> {
  const read = (selector: unknown) =>
    document.querySelector<HTMLSelectElement>(String(selector))?.value;
  return z.optional(z.string()).parse(await surface.evaluate(read, tenantSwitch));
}

/** Waits until the header of panel or popup shows this tenant. */
export async function expectTenant(surface: FirefoxSurface, origin: string): Promise<void> {
  await waitFor(async () => (await readTenant(surface)) === origin, {
    what: `the tenant ${origin} to be selected`,
  });
}
