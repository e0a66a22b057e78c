import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { ReadonlySignal } from "@preact/signals";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { isSandbox } from "../../lib/models/sandbox/is-sandbox.ts";
import type { CredentialCheckModel } from "../../lib/models/tenants/credential-check-model.ts";
import type { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import type { ForgetModel } from "../../lib/models/tenants/forget-model.ts";
import type {
  OptionsNavigationModel,
  OptionsSection,
} from "../../lib/models/tenants/options-navigation-model.ts";
import type { RepairModel } from "../../lib/models/tenants/repair-model.ts";
import type { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";
import type { TenantChoiceModel } from "../../lib/models/tenants/tenant-choice-model.ts";
import type { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import type { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import type { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import type { UpdateModel } from "../../lib/models/update-model.ts";
import { ErrorBoundary } from "../shared/ErrorBoundary.tsx";
import { InputLimit } from "../shared/InputLimit.tsx";
import { LocalTenantOffer, ReadyTenantButton, ReadyTenantNote } from "../shared/ReadyTenants.tsx";
import { UpdateNotice } from "../shared/UpdateNotice.tsx";
import { CredentialSection } from "./CredentialSection.tsx";
import { DataSection } from "./DataSection.tsx";
import { PolicyNotice } from "./PolicyNotice.tsx";
import { PrivateNotice } from "./PrivateNotice.tsx";
import { RepairNotice } from "./RepairNotice.tsx";
import { SectionLinks } from "./SectionLinks.tsx";
import { TenantAccess } from "./TenantAccess.tsx";
import { TenantActionNotice } from "./TenantActionNotice.tsx";
import { TenantHead } from "./TenantHead.tsx";
import { TenantList } from "./TenantList.tsx";
import { TenantSection } from "./TenantSection.tsx";
import "../shared/visible-text.ts";
import "./options.css";

/**
 * The activity of all tenants. The other members of the model describe the tenant that the panel
 * and the popup show.
 */
export type OptionsActivity = Pick<
  InstanceType<typeof ActivityModel>,
  "firstTenant" | "isLoaded" | "link" | "now" | "policy" | "tenants" | "trouble"
>;

export interface OptionsModels {
  activity: OptionsActivity;
  choice: InstanceType<typeof TenantChoiceModel>;
  navigation: InstanceType<typeof OptionsNavigationModel>;
  tenantList: InstanceType<typeof TenantListModel>;
  tenantForm: InstanceType<typeof TenantFormModel>;
  credentialForm: InstanceType<typeof CredentialFormModel>;
  unlock: InstanceType<typeof UnlockModel>;
  credentialCheck: InstanceType<typeof CredentialCheckModel>;
  settingsFile: InstanceType<typeof SettingsFileModel>;
  repair: InstanceType<typeof RepairModel>;
  forget: InstanceType<typeof ForgetModel>;
  update: InstanceType<typeof UpdateModel>;
}

/** Shows the tenants on one side, and one section at a time on the other. */
export function OptionsPage(
  props: OptionsModels & {
    redirectUrl: string;
    ownOrigin: string;
    /** True in a private window, which stores nothing. */
    isPrivate: boolean;
    onOpenRegular: () => void;
    /** The settings of the chosen tenant's event stream. */
    streamSection?: ComponentChildren;
    /** True while these settings have unsaved changes. */
    isStreamChanged: ReadonlySignal<boolean>;
  },
) {
  const { activity, tenantList, navigation } = props;
  useFocusOnArrival(props);
  const section = navigation.section.value;
  const isLoaded = activity.isLoaded.value;
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
      {props.isPrivate ? <PrivateNotice onOpenRegular={props.onOpenRegular} /> : null}
      <PolicyNotice policy={activity.policy.value} tenants={activity.tenants.value} />
      <UpdateNotice model={props.update} />
      <RepairNotice activity={activity} repair={props.repair} />
      <TenantActionNotice list={tenantList} />
      <div class="columns">
        <div class="side">
          <ErrorBoundary subject="The list of tenants">
            <TenantList
              model={tenantList}
              isTenantShown={section !== "new" && section !== "data"}
              isAdding={section === "new"}
              emptyText={emptyText(activity)}
              offer={<ReadyOffer activity={activity} isPrivate={props.isPrivate} />}
              onChoose={({ tenant }) => {
                tenantList.dismiss();
                navigation.showTenant(tenant.id);
              }}
            />
          </ErrorBoundary>
          <SectionLinks label="This device" links={deviceLinks} shown={section} />
          <a class="page-link" href="/welcome.html">
            First steps and permissions
          </a>
          <a class="page-link" href="/guide.html#add-your-tenant" target="_blank" rel="noreferrer">
            Guide
          </a>
          <a class="page-link" href="/THIRD-PARTY.txt" target="_blank" rel="noreferrer">
            Licences
          </a>
        </div>
        {isLoaded ? (
          <div class="about">
            <ShownSection {...props} />
          </div>
        ) : null}
      </div>
    </main>
  );
}

/** Offers the tenants that one click connects, unless they could not be stored. */
function ReadyOffer(props: { activity: OptionsActivity; isPrivate: boolean }) {
  const { activity, isPrivate } = props;
  const { firstTenant } = activity;
  const tenants = activity.tenants.value;
  const isListed = tenants.some(({ tenant }) => isSandbox(tenant));
  const isTroubled = activity.trouble.value !== undefined;
  if (!activity.isLoaded.value || isListed || isTroubled || isPrivate) return null;
  return (
    <div class="ready-tenants">
      <ReadyTenantButton model={firstTenant} tenant="sandbox" />
      {tenants.length === 0 ? <LocalTenantOffer model={firstTenant} /> : null}
      <ReadyTenantNote model={firstTenant} />
      {tenants.length > 0 || firstTenant.isLocalRunning.value ? null : (
        <p class="quiet">
          <code>npx tenant-inspector-tenant</code> starts a local tenant.
        </p>
      )}
    </div>
  );
}

const deviceLinks = [{ section: "data", title: "Data and privacy" }] as const;

type ShownProps = Parameters<typeof OptionsPage>[0];

/** Shows one section. The models keep the unsaved input of the other sections. */
function ShownSection(props: ShownProps) {
  const { choice, tenantForm, navigation } = props;
  const tenant = choice.tenant.value;
  const section = navigation.section.value;
  if (section === "data") {
    return (
      <ErrorBoundary key="data" subject="The data section">
        <DataSection file={props.settingsFile} forget={props.forget} isPrivate={props.isPrivate} />
      </ErrorBoundary>
    );
  }
  // After a save, the form knows the new tenant before the worker has published it.
  const shown = tenant !== undefined && tenant.id === tenantForm.target.value ? tenant : undefined;
  return (
    <>
      {shown === undefined ? null : (
        <div class="tenant-top">
          <TenantHead tenant={shown} />
          <SectionLinks
            label={`Settings of ${shown.name}`}
            links={[
              { section: "tenant", title: "Tenant", isChanged: tenantForm.isChanged.value },
              {
                section: "credential",
                title: "Credential",
                isChanged: props.credentialForm.isChanged.value,
              },
              {
                section: "stream",
                title: "Event stream",
                isChanged: props.isStreamChanged.value,
              },
            ]}
            shown={section}
          />
          {choice.denied.value.length === 0 ? null : (
            <TenantAccess list={props.tenantList} tenant={shown} denied={choice.denied.value} />
          )}
        </div>
      )}
      {section === "credential" && shown !== undefined ? (
        <ErrorBoundary key="credential" subject="The credential form">
          <CredentialSection
            tenant={shown}
            activity={props.activity}
            choice={choice}
            form={props.credentialForm}
            unlock={props.unlock}
            check={props.credentialCheck}
          />
        </ErrorBoundary>
      ) : section === "stream" && shown !== undefined ? (
        <ErrorBoundary key="stream" subject="The preferences of the event stream">
          <fieldset class="bare" disabled={props.isPrivate}>
            {props.streamSection}
          </fieldset>
        </ErrorBoundary>
      ) : (
        <ErrorBoundary key="tenant" subject="The tenant form">
          <TenantSection
            list={props.tenantList}
            form={tenantForm}
            tenant={tenant}
            needsCredential={shown !== undefined && choice.credential.value === undefined}
            redirectUrl={props.redirectUrl}
            ownOrigin={props.ownOrigin}
            onCancel={navigation.cancelNew}
            isPrivate={props.isPrivate}
            isManaged={props.activity.policy.value?.tenantIds.includes(tenant?.id ?? "") === true}
          />
        </ErrorBoundary>
      )}
    </>
  );
}

/**
 * Focuses a section on arrival. When a tenant or credential was forgotten, its button is removed,
 * and a heading gets the focus.
 */
function useFocusOnArrival({ navigation, tenantList, credentialForm }: OptionsModels): void {
  const arrival = navigation.arrival.value;
  const isTenantForgotten = tenantList.action.value.kind === "forgotten";
  const isCredentialForgotten = credentialForm.state.value.kind === "forgotten";
  useEffect(() => {
    if (arrival === undefined) return;
    const { section, isByLink } = arrival;
    const grant =
      isByLink && section === "tenant" ? document.getElementById("grant-access") : undefined;
    (grant ?? document.getElementById(headingOf(section)))?.focus();
  }, [arrival]);
  useEffect(() => {
    if (isTenantForgotten) document.getElementById("tenant-heading")?.focus();
  }, [isTenantForgotten]);
  useEffect(() => {
    if (isCredentialForgotten) document.getElementById("credential-heading")?.focus();
  }, [isCredentialForgotten]);
}

function headingOf(section: OptionsSection): string {
  return `${section === "new" ? "tenant" : section}-heading`;
}

/** Explains why the list of tenants is empty. */
function emptyText(activity: OptionsActivity): string {
  if (!activity.isLoaded.value) return "Loading tenants…";
  if (activity.trouble.value?.code === "damaged-storage") {
    return "Could not read the stored tenants.";
  }
  return "No tenants yet. Add one, or import settings under “Data and privacy”.";
}
