import { extension } from "./extension-api.ts";

const permission = { permissions: ["notifications" as const] };

/**
 * Resolves to true if the user allowed notifications. Before that, `extension.notifications` does
 * not exist.
 */
export function hasNotificationPermission(): Promise<boolean> {
  return extension.permissions.contains(permission);
}

/**
 * Asks the user for the permission. Call this in the handler of a click in a page of the extension,
 * before any `await`.
 */
export function requestNotificationPermission(): Promise<boolean> {
  return extension.permissions.request(permission);
}

/** Reports each grant and each removal of the permission. */
export function onNotificationPermissionChanged(listener: () => void): void {
  const onChange = ({ permissions = [] }: { permissions?: string[] | undefined }) => {
    if (permissions.includes("notifications")) listener();
  };
  extension.permissions.onAdded.addListener(onChange);
  extension.permissions.onRemoved.addListener(onChange);
}

/** Shows a notification, or replaces the one with its id. Does nothing without the permission. */
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

/** Removes a notification, or all of them. Does nothing without the permission. */
export async function dismiss(id?: string): Promise<void> {
  if (!(await hasNotificationPermission())) return;
  const ids = id === undefined ? Object.keys(await extension.notifications.getAll()) : [id];
  await Promise.all(ids.map((shown) => extension.notifications.clear(shown)));
}

/**
 * Reports clicks on notifications, even if the user allows notifications later. Call this in the
 * worker's first turn.
 */
export function onNotificationClicked(listener: (id: string) => void): void {
  let isListening = false;
  const listen = () => {
    // Before the permission is granted, `notifications` is undefined, contrary to its type.
    if (isListening || !("notifications" in extension) || extension.notifications === undefined)
      return;
    isListening = true;
    extension.notifications.onClicked.addListener((id) => listener(id));
  };
  listen();
  extension.permissions.onAdded.addListener(listen);
}
