import { History } from "../../components/panel/run/History.tsx";
import { PastedAddress } from "../../components/panel/run/PastedAddress.tsx";
import { Presets } from "../../components/panel/run/Presets.tsx";
import type { SavedViews } from "../../components/panel/run/run-models.ts";
import { AddressModel } from "../../lib/models/runs/address-model.ts";

/**
 * Creates the views of presets, earlier runs and a pasted URL. This file loads when the pointer or
 * the focus first reaches them.
 */
export function createSavedViews(): SavedViews {
  return { Presets, History, PastedAddress, address: new AddressModel() };
}
