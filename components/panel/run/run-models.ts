import type { LazyPart } from "../../../lib/models/lazy-part.ts";
import type { AddressModel } from "../../../lib/models/runs/address-model.ts";
import type { HistoryModel } from "../../../lib/models/runs/history-model.ts";
import type { PresetsModel } from "../../../lib/models/runs/presets-model.ts";
import type { TokenOffers } from "../../../lib/models/runs/token-offers.ts";
import type { TokenOfRun } from "../../../lib/models/tokens/token-field-model.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import type { History } from "./History.tsx";
import type { PastedAddress } from "./PastedAddress.tsx";
import type { Presets } from "./Presets.tsx";
import type { ShownRun } from "./ShownRun.tsx";

/** The views of the Run tab that load after its form. */
export interface RunViews {
  /** A run with its result and its steps. */
  result: LazyPart<{ ShownRun: typeof ShownRun }>;
  saved: LazyPart<SavedViews>;
}

/** The views of saved runs, and the model that only they use. */
export interface SavedViews {
  Presets: typeof Presets;
  History: typeof History;
  PastedAddress: typeof PastedAddress;
  address: InstanceType<typeof AddressModel>;
}

/** Ways out of the Run tab. */
export interface RunActions {
  onInspect: (token: string, from: TokenOfRun) => void;
  /** Shows the tenant's events that arrived at a time (Unix time in ms) or later. */
  onShowSince: (at: number) => void;
  onReload: () => void;
}

/** The models of the Run tab, and its views. */
export interface RunModels {
  run: InstanceType<typeof RunModel>;
  history: InstanceType<typeof HistoryModel>;
  offers: InstanceType<typeof TokenOffers>;
  presets: InstanceType<typeof PresetsModel>;
  views: RunViews;
}
