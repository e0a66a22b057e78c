import { permissionReasons } from "./permission-reasons.ts";

/** Explains the permissions, and the lines that the browsers show at the installation. */
export function Permissions(props: {
  /** The permissions of this browser's manifest. */
  permissions: readonly string[];
}) {
  const isGranted = new Set(props.permissions);
  return (
    <section class="permissions" aria-labelledby="permissions-heading">
      <h2 id="permissions-heading">Permissions</h2>
      <p>
        <strong>“Read and change all your data on all websites”</strong> (Chromium) and{" "}
        <strong>“Extend developer tools to access your data in open tabs”</strong> (Firefox): the
        browser says this of every extension with a panel in DevTools, because such a panel can read
        the page that it is opened on. This extension has no content script, and does nothing in a
        page while its panel is closed.
      </p>
      <dl>
        {permissionReasons
          .filter(({ name }) => isGranted.has(name))
          .map(({ name, use }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{use}</dd>
            </div>
          ))}
        <div>
          <dt>
            <code>localhost</code>, <code>127.0.0.1</code>
          </dt>
          <dd>Reaches a tenant on this machine.</dd>
        </div>
        {isGranted.has("declarativeNetRequestWithHostAccess") ? (
          <div>
            <dt>
              <code>chromiumapp.org</code>
            </dt>
            <dd>Reads the end of a login at the extension's own callback URL.</dd>
          </div>
        ) : null}
        <div>
          <dt>Asked for later</dt>
          <dd>
            Access to the hosts of each tenant, when you add it; notifications, when you turn them
            on.
          </dd>
        </div>
      </dl>
    </section>
  );
}
