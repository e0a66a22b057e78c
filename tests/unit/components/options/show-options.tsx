import { signal } from "@preact/signals";
import { OptionsPage } from "../../../../components/options/OptionsPage.tsx";
import { CredentialCheckModel } from "../../../../lib/models/tenants/credential-check-model.ts";
import {
  CredentialFormModel,
  type CredentialFormPort,
} from "../../../../lib/models/tenants/credential-form-model.ts";
import { ForgetModel } from "../../../../lib/models/tenants/forget-model.ts";
import {
  OptionsNavigationModel,
  type OptionsSection,
} from "../../../../lib/models/tenants/options-navigation-model.ts";
import { RepairModel } from "../../../../lib/models/tenants/repair-model.ts";
import { SettingsFileModel } from "../../../../lib/models/tenants/settings-file-model.ts";
import { TenantChoiceModel } from "../../../../lib/models/tenants/tenant-choice-model.ts";
import { TenantFormModel } from "../../../../lib/models/tenants/tenant-form-model.ts";
import { TenantListModel } from "../../../../lib/models/tenants/tenant-list-model.ts";
import { UpdateModel } from "../../../../lib/models/update-model.ts";
import { UnlockModel } from "../../../../lib/models/tenants/unlock-model.ts";
import { createFakeWorker, now, openActivity } from "../fake-worker.ts";
import { find, perform, show, words } from "../show.ts";
import { FakeTab } from "./fake-tab.ts";

const isStreamChanged = signal(false);

/**
 * Shows the options page with a fake worker, and records requests for permissions and saved files.
 */
export async function showOptions(
  differing: Parameters<typeof openActivity>[0] = {},
  {
    isPermitted = true,
    isPrivate = false,
    section = "tenant",
    logIn = () => Promise.reject(new Error("No login was prepared.")),
  }: {
    isPermitted?: boolean | Promise<boolean>;
    isPrivate?: boolean;
    section?: OptionsSection;
    logIn?: CredentialFormPort["logIn"];
  } = {},
) {
  const worker = createFakeWorker();
  const asked: string[] = [];
  const opened: string[] = [];
  const saved: { name: string; text: string }[] = [];
  const { send } = worker;
  const { activity, tell, endWorker, startWorker } = openActivity(differing, worker);
  const requestHostPermissions = async (patterns: string[]) => {
    asked.push(...patterns);
    return await isPermitted;
  };
  const filePort = {
    send,
    now: () => now,
    download: (name: string, text: string) => void saved.push({ name, text }),
  };
  const choice = new TenantChoiceModel(activity);
  const tenantForm = new TenantFormModel({
    send,
    tenants: activity.tenants,
    requestHostPermissions,
    showSaved: (tenantId) => navigation.showSaved(tenantId),
  });
  const tab = new FakeTab(`#${section}`);
  const { tenants } = activity;
  const navigation = new OptionsNavigationModel({
    history: tab,
    opened: tab.entry,
    tenants,
    choice,
    form: tenantForm,
  });
  tab.onMove = (entry) => navigation.follow(entry);
  const { showPlace } = navigation;
  const tenantList = new TenantListModel({
    send,
    activity,
    choice,
    showPlace,
    requestHostPermissions,
  });
  const credentialForm = new CredentialFormModel({
    send,
    tenants,
    logIn,
    isPrivate,
    policy: activity.policy,
  });
  choice.tenant.subscribe((tenant) => {
    tenantForm.follow(tenant);
    credentialForm.follow(tenant?.id);
  });
  const place = await show(
    <OptionsPage
      activity={activity}
      choice={choice}
      navigation={navigation}
      tenantList={tenantList}
      tenantForm={tenantForm}
      credentialForm={credentialForm}
      unlock={new UnlockModel({ send })}
      credentialCheck={new CredentialCheckModel({ send, choice })}
      settingsFile={new SettingsFileModel(filePort)}
      repair={new RepairModel(filePort)}
      update={new UpdateModel({ send, activity })}
      forget={new ForgetModel({ send, wipe: () => tenantForm.forget() })}
      isPrivate={isPrivate}
      onOpenRegular={() => opened.push("ordinary window")}
      redirectUrl="https://extension.example/"
      ownOrigin="chrome-extension://inspector"
      streamSection={
        <h2 id="stream-heading" tabIndex={-1}>
          Event stream
        </h2>
      }
      isStreamChanged={isStreamChanged}
    />,
  );
  const region = (id: string) => () => find(place, `section[aria-labelledby="${id}"]`);
  return {
    place,
    worker,
    tell,
    endWorker,
    startWorker,
    asked,
    opened,
    saved,
    tenantList,
    tab,
    /** Follows a link of the page, as a click does. */
    followLink: async (name: string) => {
      const links = [...place.querySelectorAll("a")].filter((link) => words(link) === name);
      const hash = links[0]?.getAttribute("href");
      if (links.length !== 1 || !hash) throw new Error(`There should be one link “${name}”.`);
      await perform(() => tab.follow(hash));
    },
    list: () => find(place, "nav.tenants"),
    tenantSection: region("tenant-heading"),
    credentialSection: region("credential-heading"),
    dataSection: region("data-heading"),
    /** The form for a credential; the section may contain an unlock form too. */
    credentialForm: () => find(place, 'form[aria-label="Credential"]'),
  };
}
