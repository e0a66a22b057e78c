import type { Discoveries, DiscoveryPorts } from "../../runs/discover-tenant.ts";
import type { Discover } from "./servers.ts";

/** Creates the function that reads what a server announces. Its code loads at the first use. */
export function createDiscover(ports: DiscoveryPorts): Discover {
  let loading: Promise<Discoveries> | undefined;
  return async (origin) => {
    loading ??= import("../../runs/discover-tenant.ts").then(({ createDiscoveries }) =>
      createDiscoveries(ports),
    );
    const discoveries = await loading;
    const reading = await discoveries.read(origin);
    return reading.ok ? reading.discovery : undefined;
  };
}
