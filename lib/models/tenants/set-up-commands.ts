/**
 * Commands for the service's own command line tool that create what a tenant needs for this
 * extension. Their options are those of `auth0 apps create` and `auth0 api`.
 */

/** Returns the command that creates the application for login runs. */
export function writeLoginApplication(addresses: { redirectUrl: string; origin: string }): string {
  const { redirectUrl, origin } = addresses;
  return [
    'auth0 apps create --name "Tenant Inspector runs" --type spa',
    `--callbacks ${quote(redirectUrl)}`,
    `--origins ${quote(origin)}`,
    `--web-origins ${quote(origin)}`,
    "--grants code,refresh-token",
  ].join(" ");
}

/**
 * Returns the commands that create the application for profiles and events, and authorise it for
 * the Management API. The second one takes the client ID that the first one printed.
 */
export function writeManagementApplication(origin: string, scopes: readonly string[]): string {
  const grant = { client_id: "CLIENT_ID", audience: `${origin}/api/v2/`, scope: scopes };
  return [
    'auth0 apps create --name "Tenant Inspector" --type m2m --reveal-secrets',
    `auth0 api post client-grants --data ${quote(JSON.stringify(grant))}`,
  ].join("\n");
}

/** Quotes a text for a POSIX shell (IEEE Std 1003.1, Shell Command Language, section 2.2.2). */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
