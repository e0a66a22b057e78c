import type { TenantColour } from "../../lib/messages/tenant.ts";

/** Shows the colour of a tenant, always beside its name and never instead of it. */
export function TenantSwatch({ colour }: { colour: TenantColour }) {
  return colour === "none" ? null : <span class={`swatch ${colour}`} aria-hidden="true" />;
}
