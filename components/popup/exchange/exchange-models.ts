import type { ReadonlySignal } from "@preact/signals";
import type { ExchangeChangeModel } from "../../../lib/models/exchange/exchange-change-model.ts";
import type { ExchangeFilterModel } from "../../../lib/models/exchange/exchange-filter-model.ts";
import type { ExchangeFormModel } from "../../../lib/models/exchange/exchange-form-model.ts";
import type { ExchangeListModel } from "../../../lib/models/exchange/exchange-list-model.ts";
import type { ExchangeRunModel } from "../../../lib/models/exchange/exchange-run-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import type { ProfileFilter } from "../ProfileFilter.tsx";

/** What finds a profile in a long list, and how it is shown. */
export interface ExchangeFilter {
  model: InstanceType<typeof ExchangeFilterModel>;
  View: typeof ProfileFilter;
}

/** The models of one tab, and what else its parts share. */
export interface ExchangeModels {
  list: InstanceType<typeof ExchangeListModel>;
  form: InstanceType<typeof ExchangeFormModel>;
  change: InstanceType<typeof ExchangeChangeModel>;
  /** Undefined until it has been brought in. */
  run: InstanceType<typeof ExchangeRunModel> | undefined;
  /** Undefined until it has been brought in. */
  filter: ExchangeFilter | undefined;
  /** The events since what was done; undefined until it has been brought in. */
  Since: SinceView | undefined;
  /** What countdowns follow: Unix time in ms. */
  now: ReadonlySignal<number>;
}
