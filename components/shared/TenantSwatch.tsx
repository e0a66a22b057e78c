import type { TenantColour } from "../../lib/messages/tenant.ts";

/** The colour of a tenant, always beside its name and never instead of it; nothing where it has none. */
export function TenantSwatch({ colour }: { colour: TenantColour }) {
  return colour === "none" ? null : <span class={`swatch ${colour}`} aria-hidden="true" />;
}
