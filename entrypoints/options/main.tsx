import "../../lib/platform/schema-engine.ts";
import { computed } from "@preact/signals";
import { render } from "preact";
import { OptionsPage, type OptionsModels } from "../../components/options/OptionsPage.tsx";
import { StreamSection } from "../../components/options/stream/StreamSection.tsx";
import { BuildFooter } from "../../components/shared/BuildFooter.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { sandboxOrigin } from "../../lib/messages/domain.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { CredentialCheckModel } from "../../lib/models/tenants/credential-check-model.ts";
import { CredentialFormModel } from "../../lib/models/tenants/credential-form-model.ts";
import { ForgetModel } from "../../lib/models/tenants/forget-model.ts";
import { OptionsNavigationModel } from "../../lib/models/tenants/options-navigation-model.ts";
import { RepairModel } from "../../lib/models/tenants/repair-model.ts";
import { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";
import { EventStorageModel } from "../../lib/models/stream/event-storage-model.ts";
import { eventStorage } from "../../lib/platform/event-storage.ts";
import { LogReachModel } from "../../lib/models/stream/log-reach-model.ts";
import { StreamPreferencesModel } from "../../lib/models/stream/stream-preferences-model.ts";
import { TenantChoiceModel } from "../../lib/models/tenants/tenant-choice-model.ts";
import { TenantFormModel } from "../../lib/models/tenants/tenant-form-model.ts";
import { TenantListModel } from "../../lib/models/tenants/tenant-list-model.ts";
import { UnlockModel } from "../../lib/models/tenants/unlock-model.ts";
import { UpdateModel } from "../../lib/models/update-model.ts";
import { buildCommit } from "../../lib/platform/build-commit.ts";
import { downloadJson } from "../../lib/platform/download-file.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { requestHostPermissions } from "../../lib/platform/host-permission.ts";
import { readHtmlText } from "../../lib/platform/html-text.ts";
import { loginRedirectUrl } from "../../lib/platform/login-redirect.ts";
import {
  hasNotificationPermission,
  onNotificationPermissionChanged,
  requestNotificationPermission,
} from "../../lib/platform/notifications.ts";
import { followOptionsPlace } from "../../lib/platform/options-place.ts";
import { onHistoryMove, pageHistory, readHistoryEntry } from "../../lib/platform/page-history.ts";
import { openOnce } from "../../lib/platform/open-once.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { openRegularOptions } from "../../lib/platform/pages.ts";
import { isPrivateWindow } from "../../lib/platform/private-window.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";
import { createLazyFetch } from "../../lib/sandbox/lazy-fetch.ts";

const send = createCommandSender(sendToWorker);
const activity = new ActivityModel({ ...systemClock, send, connect: connectToActivity });
const choice = new TenantChoiceModel(activity);
const isPrivate = isPrivateWindow();
const fetchFromHere = createLazyFetch({
  origin: sandboxOrigin,
  load: openOnce(async () => {
    const { connectSandbox } = await import("../panel/sandbox-part.ts");
    return connectSandbox(send).fetch;
  }),
  fetch: (url, init) => fetch(url, init),
});
const filePort = { send, download: downloadJson, now: systemClock.now };
const { tenants } = activity;
const tenantForm = new TenantFormModel({
  send,
  tenants,
  requestHostPermissions,
  showSaved: (tenantId) => navigation.showSaved(tenantId),
});
const navigation = new OptionsNavigationModel({
  history: pageHistory,
  opened: readHistoryEntry(),
  tenants,
  choice,
  form: tenantForm,
});
const models: OptionsModels = {
  activity,
  choice,
  navigation,
  tenantForm,
  tenantList: new TenantListModel({
    send,
    activity,
    choice,
    showPlace: navigation.showPlace,
    requestHostPermissions,
  }),
  credentialForm: new CredentialFormModel({
    send,
    tenants,
    isPrivate,
    policy: activity.policy,
    // Imported on demand: the login needs the whole library, and most users never log in here.
    async logIn(tenant) {
      const { logInUser } = await import("../../lib/models/runs/log-in-user.ts");
      return logInUser(tenant, {
        send,
        fetch: fetchFromHere,
        clock: systemClock,
        crypto,
        readHtml: readHtmlText,
      });
    },
  }),
  unlock: new UnlockModel({ send }),
  credentialCheck: new CredentialCheckModel({ send, choice }),
  settingsFile: new SettingsFileModel(filePort),
  repair: new RepairModel(filePort),
  update: new UpdateModel({ send, activity }),
  forget: new ForgetModel({
    send,
    wipe() {
      tenantForm.forget();
      stream.forget();
    },
  }),
};

const stream = new StreamPreferencesModel({
  send,
  tenant: choice.tenant,
  hasNotificationPermission,
  requestNotificationPermission,
});

choice.tenant.subscribe((tenant) => {
  tenantForm.follow(tenant);
});
computed(() => choice.tenant.value?.id).subscribe((tenantId) => {
  models.credentialForm.follow(tenantId);
  models.unlock.leave();
});
activity.firstTenant.opened.subscribe((opened) => {
  if (opened !== undefined) navigation.showTenant(opened.tenantId);
});
onNotificationPermissionChanged(() => void stream.checkPermission());
onHistoryMove((entry) => {
  models.tenantList.dismiss();
  navigation.follow(entry);
});
followOptionsPlace(models.tenantList.open);

render(
  <>
    <OptionsPage
      {...models}
      redirectUrl={loginRedirectUrl()}
      ownOrigin={location.origin}
      isPrivate={isPrivate}
      onOpenRegular={() => void openRegularOptions()}
      streamSection={
        <StreamSection
          model={stream}
          storage={new EventStorageModel(eventStorage)}
          reach={new LogReachModel({ send, tenant: choice.tenant, keep: stream.keep })}
        />
      }
      isStreamChanged={stream.isChanged}
    />
    <BuildFooter commit={buildCommit} />
  </>,
  findRoot(),
);
