import type { CallbackAccess } from "../../lib/messages/callback-access.ts";
import type { ActivityModel } from "../../lib/models/activity-model.ts";
import { isSandbox } from "../../lib/models/sandbox/is-sandbox.ts";
import { isLocalTenant } from "../../lib/models/tenants/is-local-tenant.ts";
import { Notice } from "../shared/Notice.tsx";
import {
  LocalTenantOffer,
  ReadyTenantButton,
  ReadyTenantFailure,
} from "../shared/ReadyTenants.tsx";
import { SandboxControlsLink } from "../shared/SandboxControlsLink.tsx";
import { Trouble } from "../shared/Trouble.tsx";
import { Permissions } from "./Permissions.tsx";
import "./welcome.css";

type Activity = Pick<
  InstanceType<typeof ActivityModel>,
  "firstTenant" | "isLoaded" | "openOptions" | "tenant" | "tenants" | "trouble"
>;

/** The page that opens after the installation: the ways to a first tenant, and the permissions. */
export function WelcomePage(props: {
  activity: Activity;
  /** The permissions of this browser's manifest. */
  permissions: readonly string[];
  callbackAccess: CallbackAccess;
}) {
  const { activity } = props;
  const { firstTenant } = activity;
  const isLocalKnown = activity.tenants.value.some(({ tenant }) => isLocalTenant(tenant));
  return (
    <main class="welcome">
      <header>
        <img src="/icon/48.png" width="32" height="32" alt="" />
        <h1>Tenant Inspector</h1>
      </header>
      <p>
        Tenant Inspector runs logins, decodes tokens, and explains the logins of the page that you
        inspect. It shows the events of a tenant, and changes its profiles.
      </p>
      <NextStep activity={activity} />
      <CallbackNotice access={props.callbackAccess} />
      <section aria-labelledby="ways-heading">
        <h2 id="ways-heading">Choose a tenant</h2>
        <div class="ways">
          <article>
            <h3>The sandbox</h3>
            <p>
              A tenant inside the extension, with users, clients and events of its own. No account,
              no network.
            </p>
            <ReadyTenantButton model={firstTenant} tenant="sandbox" isPrimary />
          </article>
          <article>
            <h3>A local tenant</h3>
            <p>
              The tenant of this project on your machine: <code>npx tenant-inspector-tenant</code>{" "}
              starts it at <code>localhost:4400</code>.
            </p>
            <LocalTenantOffer model={firstTenant} />
            {firstTenant.isLocalRunning.value || isLocalKnown ? null : (
              <button type="button" class="button" onClick={() => void firstTenant.findLocal()}>
                Look again
              </button>
            )}
            <p class="quiet" role="status">
              {isLocalKnown
                ? "The local tenant is one of your tenants."
                : firstTenant.isLocalRunning.value
                  ? "A local tenant answers."
                  : "No local tenant answers now."}
            </p>
          </article>
          <article>
            <h3>Your tenant</h3>
            <p>
              Enter its domain. The browser asks for access to this host, and the extension looks
              for the rest.
            </p>
            <a class="button" href="/options.html#new">
              Add your tenant
            </a>
          </article>
        </div>
        <ReadyTenantFailure model={firstTenant} />
      </section>
      <section aria-labelledby="without-heading">
        <h2 id="without-heading">Without a tenant</h2>
        <p>
          The tabs Trace and Tokens work at once: they explain the logins of any page and any token.
          A tenant adds runs of your own, the events, and keys that verify signatures.
        </p>
        <p>
          <a class="button link" href="/guide.html#first-minute">
            Guide
          </a>
          : the first minute, and a page for each tab.
        </p>
      </section>
      <Permissions permissions={props.permissions} />
    </main>
  );
}

/** Says what to do with the selected tenant, or what prevents one. */
function NextStep({ activity }: { activity: Activity }) {
  const tenant = activity.tenant.value;
  if (!activity.isLoaded.value) return null;
  if (activity.trouble.value !== undefined) return <Trouble activity={activity} />;
  if (tenant === undefined) return null;
  return (
    <Notice severity="good" title={`${tenant.name} is selected.`}>
      <span>
        Open DevTools on any web page (<kbd>F12</kbd>), choose the tab <b>Tenant Inspector</b> and
        in it <b>Run</b>, and press <b>Log in</b>.
      </span>
      {isSandbox(tenant) ? (
        <span>
          <SandboxControlsLink tenant={tenant} />: things to try, each with what to look at.
        </span>
      ) : null}
    </Notice>
  );
}

/** Says what a login loses while the extension cannot read the redirect to its callback URL. */
function CallbackNotice({ access }: { access: CallbackAccess }) {
  if (access.kind === "granted") return null;
  const title =
    access.kind === "foreign"
      ? "This package was built for another extension ID."
      : "The browser withholds access to the callback URL of logins.";
  return (
    <Notice severity="warning" help="logins-in-a-window" title={title}>
      <span>
        Logins return to <code>{access.redirectUrl}</code>, which this extension may not read. So
        the browser ends a login at the first page with an error, such as after a wrong password: it
        cannot be corrected in its window.
      </span>
      <span>
        {access.kind === "foreign"
          ? "Install the package of your browser's store, or the one for testers without changes to its manifest."
          : "Allow this site for the extension on the browser's page of extensions, then load this page again."}
      </span>
    </Notice>
  );
}
