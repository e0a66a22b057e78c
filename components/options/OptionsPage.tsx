import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import type { CredentialCheckModel } from "../../lib/models/tenants/credential-check-model.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import type { ForgetModel } from "../../lib/models/tenants/forget-model.ts";
import type { RepairModel } from "../../lib/models/tenants/repair-model.ts";
import type { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";
import type { TenantChoiceModel } from "../../lib/models/tenants/tenant-choice-model.ts";
import type { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import type { TenantListModel, TenantRow } from "../../lib/models/tenants/tenant-list-model.ts";
import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { InputLimit } from "../shared/InputLimit.tsx";
import { CredentialSection } from "./CredentialSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { PrivateNotice } from "./PrivateNotice.tsx";
import { RepairNotice } from "./RepairNotice.tsx";
import { SectionLinks } from "./SectionLinks.tsx";
import { TenantDeedNotice } from "./TenantDeedNotice.tsx";
import { TenantList } from "./TenantList.tsx";
import { TenantSection } from "./TenantSection.tsx";
import "../shared/visible-text.ts";
import "./options.css";

/** What is the same whichever tenant is chosen here; the rest of the activity is of the tenant of panel and popup. */
export type OptionsActivity = Pick<
  InstanceType<typeof ActivityModel>,
  "isLoaded" | "link" | "now" | "tenants" | "trouble"
>;

export interface OptionsModels {
  activity: OptionsActivity;
  choice: InstanceType<typeof TenantChoiceModel>;
  tenantList: InstanceType<typeof TenantListModel>;
  tenantForm: InstanceType<typeof TenantFormModel>;
  credentialForm: InstanceType<typeof CredentialFormModel>;
  unlock: InstanceType<typeof UnlockModel>;
  credentialCheck: InstanceType<typeof CredentialCheckModel>;
  settingsFile: InstanceType<typeof SettingsFileModel>;
  repair: InstanceType<typeof RepairModel>;
  forget: InstanceType<typeof ForgetModel>;
}

/** The tenants on one side, everything about the chosen one on the other, and beneath what concerns them all. */
export function OptionsPage(
  props: OptionsModels & {
    redirectUrl: string;
    /** The page is in a private window, from which nothing is stored. */
    isPrivate: boolean;
    onOpenOrdinary: () => void;
    /** How the chosen tenant's event stream is followed. */
    streamSection?: ComponentChildren;
  },
) {
  const { activity, choice, tenantList, tenantForm } = props;
  const tenant = choice.tenant.value;
  const target = tenantForm.target.value;
  const isLoaded = activity.isLoaded.value;
  const isShowingTenant = tenant !== undefined && tenant.id === target;
  const arrived = tenantList.arrived.value;
  useEffect(() => {
    if (arrived === undefined) return;
    const heading = document.getElementById(`${arrived.part}-heading`);
    const place = arrived.part === "tenant" ? document.getElementById("grant-access") : undefined;
    focusOn(place ?? heading);
  }, [arrived]);
  // The button that was pressed went with what it forgot.
  const isTenantForgotten = tenantList.deed.value.kind === "forgotten";
  useEffect(() => {
    if (isTenantForgotten) document.getElementById("tenant-heading")?.focus();
  }, [isTenantForgotten]);
  const isCredentialForgotten = props.credentialForm.state.value.kind === "forgotten";
  useEffect(() => {
    if (isCredentialForgotten) document.getElementById("credential-heading")?.focus();
  }, [isCredentialForgotten]);
  const choose = ({ tenant: chosen }: TenantRow) => {
    tenantList.dismiss();
    tenantForm.edit(chosen);
    choice.choose(chosen.id);
  };
  return (
    <main class="options">
      <InputLimit />
      <header>
        <img src="/icon/48.png" width="32" height="32" alt="" />
        <h1>Tenant Inspector</h1>
        <span class="quiet" role="status">
          {activity.link.value === "interrupted" ? "reconnecting to the worker…" : ""}
        </span>
      </header>
      {props.isPrivate ? <PrivateNotice onOpenOrdinary={props.onOpenOrdinary} /> : null}
      <RepairNotice activity={activity} repair={props.repair} />
      <TenantDeedNotice list={tenantList} />
      <div class="columns">
        <div class="side">
          <ErrorBoundary what="The list of tenants">
            <TenantList
              model={tenantList}
              isAdding={target === undefined}
              emptyWords={emptyWords(activity)}
              onChoose={choose}
              onAdd={() => {
                tenantList.dismiss();
                tenantForm.add();
              }}
            />
          </ErrorBoundary>
          {isShowingTenant ? <SectionLinks /> : null}
        </div>
        {isLoaded ? (
          <div class="about">
            <ErrorBoundary what="The tenant form">
              <TenantSection
                list={tenantList}
                form={tenantForm}
                tenant={tenant}
                denied={choice.denied.value}
                redirectUrl={props.redirectUrl}
                isPrivate={props.isPrivate}
              />
            </ErrorBoundary>
            {tenant === undefined || !isShowingTenant ? null : (
              <>
                <ErrorBoundary what="The credential form">
                  <CredentialSection
                    tenant={tenant}
                    activity={activity}
                    choice={choice}
                    form={props.credentialForm}
                    unlock={props.unlock}
                    check={props.credentialCheck}
                  />
                </ErrorBoundary>
                {props.streamSection === undefined ? null : (
                  <ErrorBoundary what="The preferences of the event stream">
                    <fieldset class="bare" disabled={props.isPrivate}>
                      {props.streamSection}
                    </fieldset>
                  </ErrorBoundary>
                )}
              </>
            )}
            <ErrorBoundary what="What is kept on this device">
              <DataSection
                file={props.settingsFile}
                forget={props.forget}
                isPrivate={props.isPrivate}
              />
            </ErrorBoundary>
          </div>
        ) : null}
      </div>
    </main>
  );
}

/** A heading takes the focus only when it is told to. */
function focusOn(place: HTMLElement | null): void {
  if (place instanceof HTMLHeadingElement) place.tabIndex = -1;
  place?.focus();
}

/** Why the list is empty. */
function emptyWords(activity: OptionsActivity): string {
  if (!activity.isLoaded.value) return "Reading the tenants…";
  if (activity.trouble.value?.code === "damaged-storage") {
    return "The stored tenants cannot be read.";
  }
  return "No tenant yet. Describe the first one: its domain, and an application of it.";
}
