import type { CallbackAccess } from "../../lib/messages/callback-access.ts";
import { Notice } from "../shared/Notice.tsx";

/** Says what a login loses while the extension cannot read the redirect to its callback URL. */
export function CallbackNotice({ access }: { access: CallbackAccess }) {
  if (access.kind === "granted") return null;
  const title =
    access.kind === "foreign"
      ? "This package was built for another extension ID."
      : "The browser withholds access to the callback URL of logins.";
  return (
    <Notice severity="warning" title={title}>
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
