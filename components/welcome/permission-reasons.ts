/** A permission that the browser grants at the installation, and its use. */
export interface PermissionReason {
  /** The permission as the manifest names it. */
  name: string;
  use: string;
}

/** The use of each permission of the manifests, of either browser. */
export const permissionReasons: readonly PermissionReason[] = [
  { name: "storage", use: "Keeps your tenants and settings on this device." },
  { name: "alarms", use: "Connects the event stream again after a pause." },
  {
    name: "identity",
    use: "Gives logins a callback URL of the extension, and opens them in a window.",
  },
  { name: "offscreen", use: "Runs the sandbox, once you use it." },
  {
    name: "declarativeNetRequestWithHostAccess",
    use: "Blocks the redirect at the end of a login, so that its tokens never reach the network.",
  },
];
