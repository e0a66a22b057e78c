import * as z from "zod/mini";
import { optionsPlaceSchema, type OptionsPlace } from "../messages/options-place.ts";
import { extension } from "./extension-api.ts";
import { createStoredItem } from "./stored-item.ts";

const key = "options.place";
const stored = createStoredItem("session", key, optionsPlaceSchema);

/** Stores the place that the options page shows next; without a place, removes the stored one. */
export function storeOptionsPlace(place: OptionsPlace | undefined): Promise<void> {
  return place === undefined ? stored.remove() : stored.write(place);
}

/** Reports each stored place to this page, including one from before the page was opened. */
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
