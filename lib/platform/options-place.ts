import * as z from "zod/mini";
import { optionsPlaceSchema, type OptionsPlace } from "../messages/options-place.ts";
import { extension } from "./extension-api.ts";
import { createStoredItem } from "./stored-item.ts";

const key = "options.place";
const stored = createStoredItem("session", key, optionsPlaceSchema);

/** Leaves a place for the options page, open or about to be; without one, removes what was left. */
export function storeOptionsPlace(place: OptionsPlace | undefined): Promise<void> {
  return place === undefined ? stored.remove() : stored.write(place);
}

/** Reports each place that is left for this page, the one from before it was opened among them. */
export function followOptionsPlace(listener: (place: OptionsPlace) => void): void {
  const take = (value: unknown) => {
    const place = z.safeParse(optionsPlaceSchema, value).data;
    if (place === undefined) return;
    listener(place);
    void stored.remove();
  };
  extension.storage.onChanged.addListener((changes, area) => {
    if (area === "session") take(changes[key]?.newValue);
  });
  void stored.readRaw().then(take);
}
