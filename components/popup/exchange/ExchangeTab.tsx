import { useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ExchangeModels } from "./exchange-models.ts";
import { NewProfile } from "./NewProfile.tsx";
import { ProfileList } from "./ProfileList.tsx";
import { RunExchange } from "./RunExchange.tsx";
import "./exchange.css";

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
