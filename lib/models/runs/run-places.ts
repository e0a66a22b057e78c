import { signal, type ReadonlySignal } from "@preact/signals";
import { loginOriginOf, type Tenant } from "../../messages/tenant.ts";
import type { RunSetting, Way } from "../../runs/operation.ts";
import { toFailure } from "../failure.ts";

/** The addresses of a place where runs take place, and what the user should know of it. */
export interface RunPlace extends Pick<RunSetting, "pageOrigin" | "redirectUri" | "messageUri"> {
  warning?: string;
}

export type ReadPlace = RunPlace | { problem: string };

export interface RunPlaces {
  places: ReadonlySignal<Readonly<Partial<Record<Way, ReadPlace>>>>;
  /** Reads the addresses of a place again: the inspected page may have changed. */
  readonly read: (way: Way) => Promise<ReadPlace>;
}

/** A place whose addresses are not known. */
export const unknownPlace: RunPlace = { pageOrigin: "", redirectUri: "", messageUri: "" };

/** Creates the places of runs. */
export function createRunPlaces(readPlace: (way: Way) => Promise<ReadPlace>): RunPlaces {
  const places = signal<Readonly<Partial<Record<Way, ReadPlace>>>>({});
  let newest = 0;
  return {
    places,
    async read(way) {
      const own = (newest += 1);
      const place = await readPlace(way).catch((error: unknown) => ({
        problem: toFailure(error).message,
      }));
      // A read that a navigation interrupted can fail after the read of the new page. The views of
      // the form depend on the places: notify them of a change only.
      if (own === newest && places.peek()[way] !== place) {
        places.value = { ...places.peek(), [way]: place };
      }
      return place;
    },
  };
}

/**
 * Returns the setting of a run at a tenant.
 *
 * @param issuer the issuer that the tenant's server announces, if that is known
 */
export function settingOf(tenant: Tenant, way: Way, place: RunPlace, issuer?: string): RunSetting {
  const { pageOrigin, redirectUri, messageUri } = place;
  return {
    way,
    origin: loginOriginOf(tenant),
    managementOrigin: tenant.origin,
    ...(issuer === undefined ? {} : { issuer }),
    clientId: tenant.clientId,
    pageOrigin,
    redirectUri,
    messageUri,
  };
}

/** Returns the function that returns the setting to read a URL, even without a known place. */
export function findAddressSetting(
  way: Way,
  place: ReadPlace | undefined,
): (tenant: Tenant) => RunSetting {
  const known = place === undefined || "problem" in place ? unknownPlace : place;
  return (tenant) => settingOf(tenant, way, known);
}
