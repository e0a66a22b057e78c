import "../lib/platform/schema-engine.ts";
import { defineBackground } from "wxt/utils/define-background";
import { activityFeedName } from "../lib/messages/activity-feed.ts";
import { createCommandAnswerer } from "../lib/messages/command-channel.ts";
import { serveFeed } from "../lib/messages/feed-channel.ts";
import { tenantSchema } from "../lib/messages/tenant.ts";
import { keepAlarm } from "../lib/platform/alarms.ts";
import { toolbarBadge } from "../lib/platform/badge.ts";
import { serveFeeds } from "../lib/platform/feed-ports.ts";
import { hasHostPermission, onHostPermissionsChanged } from "../lib/platform/host-permission.ts";
import { loginRedirectUrl, openLoginWindow } from "../lib/platform/login-window.ts";
import { onBrowserStart, openOptionsPage } from "../lib/platform/pages.ts";
import { answerMessages } from "../lib/platform/runtime-messages.ts";
import { stayAwake } from "../lib/platform/stay-awake.ts";
import { createStoredItem } from "../lib/platform/stored-item.ts";
import { systemClock } from "../lib/platform/system-clock.ts";
import { createInspector } from "../lib/worker/create-inspector.ts";
import { keptCredentialSchema } from "../lib/worker/credential-vault.ts";

export default defineBackground({
  type: "module",
  main() {
    const inspector = createInspector(
      {
        fetch: (url, init) => fetch(url, init),
        clock: systemClock,
        random: Math.random,
        badge: toolbarBadge,
        hasHostPermission,
        loginRedirectUrl,
        openLoginWindow,
        openOptionsPage,
        stayAwake,
      },
      {
        tenant: createStoredItem("local", "tenant", tenantSchema),
        credential: createStoredItem("session", "credential", keptCredentialSchema),
      },
    );

    // Every listener on the first turn: what wakes the worker is delivered to the listeners that exist by then.
    answerMessages(createCommandAnswerer(inspector.handlers));
    serveFeeds((name, port) => {
      if (name === activityFeedName) serveFeed(port, inspector.activity);
      else port.disconnect();
    });
    onHostPermissionsChanged(() => void inspector.permissionsChanged());
    onBrowserStart(() => void inspector.wake());
    keepAlarm("wake", 0.5, () => void inspector.wake());
    void inspector.wake();
  },
});
