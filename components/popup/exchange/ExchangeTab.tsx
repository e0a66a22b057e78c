import { useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ExchangeModels } from "./exchange-models.ts";
import { NewProfile } from "./NewProfile.tsx";
import { ProfileList } from "./ProfileList.tsx";
import { RunExchange } from "./RunExchange.tsx";
import "./exchange.css";

/** Shows the list of token exchange profiles, or an action on one of them. */
export function ExchangeTab(props: { models: ExchangeModels; tenant: Tenant | undefined }) {
  const { models, tenant } = props;
  const { run } = models;
  const isRunning = run?.profile.value !== undefined;
  const isCreating = models.form.isOpen.value;
  const hasLeftList = useRef(false);
  if (isRunning || isCreating) hasLeftList.current = true;
  if (run !== undefined && isRunning)
    return <RunExchange model={run} now={models.now} Since={models.Since} />;
  if (isCreating) return <NewProfile models={models} tenant={tenant} />;
  return <ProfileList models={models} tenant={tenant} isReturning={hasLeftList.current} />;
}
