import { extension } from "./extension-api.ts";

const permission = { permissions: ["notifications" as const] };

/** Whether the user allowed notifications; until then browsers have no such interface at all. */
export function hasNotificationPermission(): Promise<boolean> {
  return extension.permissions.contains(permission);
}

/** Asks the user. Call it directly from a click in a page of the extension, before anything is awaited. */
export function requestNotificationPermission(): Promise<boolean> {
  return extension.permissions.request(permission);
}

/** Reports every grant and every removal of it. */
export function onNotificationPermissionChanged(listener: () => void): void {
  const tell = ({ permissions = [] }: { permissions?: string[] | undefined }) => {
    if (permissions.includes("notifications")) listener();
  };
  extension.permissions.onAdded.addListener(tell);
  extension.permissions.onRemoved.addListener(tell);
}

/** Shows a notification, in place of the one with its id; does nothing when the user did not allow notifications. */
export async function notify(notification: {
  id: string;
  title: string;
  message: string;
}): Promise<void> {
  if (!(await hasNotificationPermission())) return;
  const { id, title, message } = notification;
  const iconUrl = extension.runtime.getURL("/icon/128.png");
  await extension.notifications.create(id, { type: "basic", iconUrl, title, message });
}

/** Reports clicks on notifications, also once they were allowed later. Call on the worker's first turn. */
export function onNotificationClicked(listener: (id: string) => void): void {
  let isListening = false;
  const listen = () => {
    // Absent until the permission is there, whatever the types say.
    if (isListening || !("notifications" in extension) || extension.notifications === undefined)
      return;
    isListening = true;
    extension.notifications.onClicked.addListener((id) => listener(id));
  };
  listen();
  extension.permissions.onAdded.addListener(listen);
}
