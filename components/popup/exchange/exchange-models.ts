import type { ReadonlySignal } from "@preact/signals";
import type { ExchangeChangeModel } from "../../../lib/models/exchange/exchange-change-model.ts";
import type { ExchangeFormModel } from "../../../lib/models/exchange/exchange-form-model.ts";
import type { ExchangeListModel } from "../../../lib/models/exchange/exchange-list-model.ts";
import type { ExchangeRunModel } from "../../../lib/models/exchange/exchange-run-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";

/** The models of one tab, and what else its parts share. */
export interface ExchangeModels {
  list: InstanceType<typeof ExchangeListModel>;
  form: InstanceType<typeof ExchangeFormModel>;
  change: InstanceType<typeof ExchangeChangeModel>;
  /** Undefined until it has been brought in. */
  run: InstanceType<typeof ExchangeRunModel> | undefined;
  /** The events since what was done; undefined until it has been brought in. */
  Since: SinceView | undefined;
  /** What countdowns follow: Unix time in ms. */
  now: ReadonlySignal<number>;
}
