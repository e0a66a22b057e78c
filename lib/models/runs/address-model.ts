import { createModel, signal } from "@preact/signals";
import type { RunSetting } from "../../runs/operation.ts";
import { readAddress, type AddressReading } from "../../runs/read-address.ts";
import { readOnly } from "../read-only.ts";

/** Reads the URL of an authorization request that the user pastes. */
export const AddressModel = createModel(() => {
  const text = signal("");
  return {
    text: readOnly(text),
    set(pasted: string): void {
      text.value = pasted;
    },
    /** Returns the run of the URL; undefined without a text. */
    read: (setting: RunSetting): AddressReading | undefined =>
      text.value.trim() === "" ? undefined : readAddress(text.value, setting),
  };
});
