import type { ReadonlySignal } from "@preact/signals";
import type { ExchangeChangeModel } from "../../../lib/models/exchange/exchange-change-model.ts";
import type { ExchangeFilterModel } from "../../../lib/models/exchange/exchange-filter-model.ts";
import type { ExchangeFormModel } from "../../../lib/models/exchange/exchange-form-model.ts";
import type { ExchangeListModel } from "../../../lib/models/exchange/exchange-list-model.ts";
import type { ExchangeRunModel } from "../../../lib/models/exchange/exchange-run-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import type { ProfileFilter } from "../ProfileFilter.tsx";

/** The model of the profile filter and its view. */
export interface ExchangeFilter {
  model: InstanceType<typeof ExchangeFilterModel>;
  View: typeof ProfileFilter;
}

/** The models of the token exchange tab, and values that its parts share. */
export interface ExchangeModels {
  list: InstanceType<typeof ExchangeListModel>;
  form: InstanceType<typeof ExchangeFormModel>;
  change: InstanceType<typeof ExchangeChangeModel>;
  /** Undefined until it is loaded. */
  run: InstanceType<typeof ExchangeRunModel> | undefined;
  /** Undefined until it is loaded. */
  filter: ExchangeFilter | undefined;
  /** Shows the events since a change; undefined until it is loaded. */
  Since: SinceView | undefined;
  /** The time for countdowns, as Unix time in ms. */
  now: ReadonlySignal<number>;
}
