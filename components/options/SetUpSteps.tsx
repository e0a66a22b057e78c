import type { ComponentChildren } from "preact";
import {
  writeLoginApplication,
  writeManagementApplication,
} from "../../lib/models/tenants/set-up-commands.ts";
import { CopyButton } from "../shared/CopyButton.tsx";

/** Lists what login runs need at the tenant. */
export function LoginSteps(addresses: { redirectUrl: string; origin: string }) {
  return (
    <SetUp title="Set up an application for login runs" command={writeLoginApplication(addresses)}>
      <li>Create an application of the type Single Page Application or Native.</li>
      <li>Add the callback URL below to its allowed callback URLs.</li>
      <li>
        For embedded logins and silent renewals, add the origin below to its allowed web origins and
        to “Allowed Origins (CORS)”. For runs in a page, add the page's origin too.
      </li>
      <li>
        Allow the grants that you run: authorization code, refresh token, and implicit only if you
        use it.
      </li>
      <li>Enter its client ID above.</li>
    </SetUp>
  );
}

/** Lists what profiles and events need at the tenant. */
export function ManagementSteps(props: {
  /** The tenant's own domain, which has the Management API. */
  origin: string;
  scopes: readonly string[];
}) {
  return (
    <SetUp
      title="Set up an application for profiles and events"
      command={writeManagementApplication(props.origin, props.scopes)}
      note="Replace CLIENT_ID by the client ID that the first command prints."
    >
      <li>Create an application of the type Machine to Machine.</li>
      <li>
        Authorise it for the Management API, <code>{props.origin}/api/v2/</code>, with the scopes of
        the purposes below and no others.
      </li>
      <li>Enter its client ID and secret above.</li>
      <li>
        A connected event stream uses one of the streams of the tenant's plan: 1, 4 or 8. A free
        tenant allows two requests a second.
      </li>
    </SetUp>
  );
}

/** Folded steps, with a command that performs them. */
function SetUp(props: {
  title: string;
  command: string;
  note?: string;
  children: ComponentChildren;
}) {
  return (
    <details class="set-up">
      <summary>{props.title}</summary>
      <ol>{props.children}</ol>
      <p class="quiet">With the service's own command line tool: {props.note}</p>
      <div class="command">
        <pre>
          <code>{props.command}</code>
        </pre>
        <CopyButton name="the command" text={props.command} />
      </div>
    </details>
  );
}
