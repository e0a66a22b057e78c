import { OptionsPage } from "../../../../components/options/OptionsPage.tsx";
import { CredentialCheckModel } from "../../../../lib/models/tenants/credential-check-model.ts";
import {
  CredentialFormModel,
  type CredentialFormPort,
} from "../../../../lib/models/tenants/credential-form-model.ts";
import { ForgetModel } from "../../../../lib/models/tenants/forget-model.ts";
import { RepairModel } from "../../../../lib/models/tenants/repair-model.ts";
import { SettingsFileModel } from "../../../../lib/models/tenants/settings-file-model.ts";
import { TenantChoiceModel } from "../../../../lib/models/tenants/tenant-choice-model.ts";
import { TenantFormModel } from "../../../../lib/models/tenants/tenant-form-model.ts";
import { TenantListModel } from "../../../../lib/models/tenants/tenant-list-model.ts";
import { UnlockModel } from "../../../../lib/models/tenants/unlock-model.ts";
import { createFakeWorker, now, openActivity } from "../fake-worker.ts";
import { find, show } from "../show.ts";

/** The options page before a fake worker; what a browser is asked for or told to save is noted. */
export async function showOptions(
  differing: Parameters<typeof openActivity>[0] = {},
  {
    isPermitted = true,
    isPrivate = false,
    logIn = () => Promise.reject(new Error("Nobody logs in here.")),
  }: {
    isPermitted?: boolean | Promise<boolean>;
    isPrivate?: boolean;
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
    choose: choice.choose,
  });
  const tenantList = new TenantListModel({ send, activity, choice, requestHostPermissions });
  choice.tenant.subscribe((tenant) => tenantForm.follow(tenant));
  const place = await show(
    <OptionsPage
      activity={activity}
      choice={choice}
      tenantList={tenantList}
      tenantForm={tenantForm}
      credentialForm={new CredentialFormModel({ send, logIn, isPrivate })}
      unlock={new UnlockModel({ send })}
      credentialCheck={new CredentialCheckModel({ send, choice })}
      settingsFile={new SettingsFileModel(filePort)}
      repair={new RepairModel(filePort)}
      forget={new ForgetModel({ send, wipe: () => tenantForm.forget() })}
      isPrivate={isPrivate}
      onOpenOrdinary={() => opened.push("ordinary window")}
      redirectUrl="https://extension.example/"
      streamSection={<h2 id="stream-heading">Event stream</h2>}
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
    list: () => find(place, "nav.tenants"),
    tenantSection: region("tenant-heading"),
    credentialSection: region("credential-heading"),
    dataSection: region("data-heading"),
    /** The form that takes a credential; the section may hold one that unlocks besides. */
    credentialForm: () => find(place, 'form[aria-label="Credential"]'),
  };
}
