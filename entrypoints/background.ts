import "../lib/platform/schema-engine.ts";
import { defineBackground } from "wxt/utils/define-background";
import { activityFeedName } from "../lib/messages/activity-feed.ts";
import { createCommandAnswerer } from "../lib/messages/command-channel.ts";
import { sandboxOrigin } from "../lib/messages/domain.ts";
import { serveFeed } from "../lib/messages/feed-channel.ts";
import { ensureAlarm } from "../lib/platform/alarms.ts";
import { toolbarBadge } from "../lib/platform/badge.ts";
import { clearSession } from "../lib/platform/clear-session.ts";
import { deviceKeys } from "../lib/platform/device-keys.ts";
import { serveFeeds } from "../lib/platform/feed-ports.ts";
import {
  dropHostPermissions,
  hasHostPermission,
  onHostPermissionsChanged,
} from "../lib/platform/host-permission.ts";
import { localArea } from "../lib/platform/local-area.ts";
import { onManagedStorageChanged, readManagedStorage } from "../lib/platform/managed-policy.ts";
import { withLock } from "../lib/platform/locks.ts";
import { loginBrowser } from "../lib/platform/login-window.ts";
import { dismiss, notify, onNotificationClicked } from "../lib/platform/notifications.ts";
import {
  onBrowserStart,
  onInstalled,
  openEvent,
  openOptionsPage,
  openWelcomeAfterInstallation,
} from "../lib/platform/pages.ts";
import { answerMessages } from "../lib/platform/runtime-messages.ts";
import { settingsBackup } from "../lib/platform/settings-backup.ts";
import { stayAwake } from "../lib/platform/stay-awake.ts";
import { createStoredItem } from "../lib/platform/stored-item.ts";
import { systemClock } from "../lib/platform/system-clock.ts";
import { createSandboxRuntime } from "../lib/platform/sandbox-runtime.ts";
import { createSandboxFetch } from "../lib/sandbox/sandbox-fetch.ts";
import { createSandboxSender } from "../lib/sandbox/send-to-sandbox.ts";
import {
  createStateStore,
  hasStateStore,
  removeStateStore,
  sandboxStore,
} from "../lib/sandbox/state-store.ts";
import { isDraftKey } from "../lib/messages/session-keys.ts";
import { onSessionChanged, onUpdateOffered, restart } from "../lib/platform/updates.ts";
import { createInspector } from "../lib/worker/create-inspector.ts";
import { createInspectorStores } from "../lib/worker/inspector-stores.ts";

export default defineBackground({
  type: "module",
  main() {
    const sandbox = createSandboxRuntime({
      create: () => createStateStore(sandboxStore),
      exists: () => hasStateStore(sandboxStore),
      remove: () => removeStateStore(sandboxStore),
    });
    const inspector = createInspector(
      {
        fetch: createSandboxFetch({
          origin: sandboxOrigin,
          ownOrigin: location.origin,
          send: createSandboxSender(sandbox),
          fetch: (url, init) => fetch(url, init),
        }),
        clock: systemClock,
        random: Math.random,
        crypto,
        keys: deviceKeys,
        withLock,
        badge: toolbarBadge,
        hasHostPermission,
        dropHostPermissions,
        clearSession,
        login: loginBrowser,
        sandbox,
        openOptionsPage,
        openEvent,
        notify,
        dismiss,
        stayAwake,
        restart,
        readManagedStorage,
      },
      createInspectorStores({ area: localArea, settingsBackup }, createStoredItem),
    );

    // Add every listener in the worker's first turn: an event that wakes the worker reaches only
    // listeners that were added in that turn.
    answerMessages(createCommandAnswerer(inspector.handlers));
    serveFeeds((name, port) => {
      // A port of another name is for the sandbox: to disconnect it would end it for its sender.
      if (name === activityFeedName) serveFeed(port, inspector.activity);
    });
    onHostPermissionsChanged(() => void inspector.permissionsChanged());
    onNotificationClicked((id) => void inspector.notificationClicked(id));
    onBrowserStart(() => void inspector.browserStarted().then(() => inspector.wake()));
    onInstalled(() => void inspector.wake());
    onUpdateOffered((version) => void inspector.updateOffered(version));
    onManagedStorageChanged(() => void inspector.policyChanged());
    onSessionChanged((keys) => {
      if (keys.some(isDraftKey)) void inspector.draftsChanged();
    });
    openWelcomeAfterInstallation();
    ensureAlarm("wake", 0.5, () => void inspector.wake());
    void inspector.wake();
  },
});
