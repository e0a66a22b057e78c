import "../../lib/platform/schema-engine.ts";
import { render } from "preact";
import "../../components/shared/theme.css";
import { WelcomePage } from "../../components/welcome/WelcomePage.tsx";
import { createCommandSender } from "../../lib/messages/command-channel.ts";
import { ActivityModel } from "../../lib/models/activity-model.ts";
import { connectToActivity } from "../../lib/platform/feed-ports.ts";
import { readCallbackAccess } from "../../lib/platform/login-redirect.ts";
import { findRoot } from "../../lib/platform/page-root.ts";
import { readPermissions } from "../../lib/platform/product-facts.ts";
import { sendToWorker } from "../../lib/platform/runtime-messages.ts";
import { systemClock } from "../../lib/platform/system-clock.ts";

const activity = new ActivityModel({
  ...systemClock,
  send: createCommandSender(sendToWorker),
  connect: connectToActivity,
});

const callbackAccess = await readCallbackAccess();
render(
  <WelcomePage
    activity={activity}
    permissions={readPermissions()}
    callbackAccess={callbackAccess}
  />,
  findRoot(),
);
