import type { ReadonlySignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ExchangeChangeModel } from "../../../lib/models/exchange/exchange-change-model.ts";
import type { ExchangeFormModel } from "../../../lib/models/exchange/exchange-form-model.ts";
import type { ExchangeListModel } from "../../../lib/models/exchange/exchange-list-model.ts";
import type { ExchangeRunModel } from "../../../lib/models/exchange/exchange-run-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { NewProfile } from "./NewProfile.tsx";
import { ProfileList } from "./ProfileList.tsx";
import { RunExchange } from "./RunExchange.tsx";
import "./exchange.css";

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

/** Token exchange profiles: the list, or what is done with one of them in its place. */
export function ExchangeTab(props: { models: ExchangeModels; tenant: Tenant | undefined }) {
  const { models, tenant } = props;
  const { run } = models;
  const isRunning = run?.profile.value !== undefined;
  const isCreating = models.form.isOpen.value;
  const wasElsewhere = useRef(false);
  if (isRunning || isCreating) wasElsewhere.current = true;
  if (run !== undefined && isRunning)
    return <RunExchange model={run} now={models.now} Since={models.Since} />;
  if (isCreating) return <NewProfile models={models} tenant={tenant} />;
  return <ProfileList models={models} tenant={tenant} isComingBack={wasElsewhere.current} />;
}
