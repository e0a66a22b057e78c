import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import { OptionsPage } from "../../components/options/OptionsPage.tsx";
import "../../components/shared/theme.css";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { CredentialFormModel } from "../../lib/models/credential-form-model.ts";
import { TenantFormModel } from "../../lib/models/tenant-form-model.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { requestHostPermission } from "../../lib/platform/host-permission.ts";
import { loginRedirectUrl } from "../../lib/platform/login-window.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

const send = createCommandSender(sendToWorker);
const activity = new ActivityModel({ ...systemClock, send, connect: connectToActivity });
const tenantForm = new TenantFormModel({ send, requestHostPermission });
activity.tenant.subscribe((tenant) => tenantForm.show(tenant));

render(
  <OptionsPage
    activity={activity}
    tenantForm={tenantForm}
    credentialForm={new CredentialFormModel({ send })}
    redirectUrl={loginRedirectUrl()}
  />,
  findRoot(),
);
