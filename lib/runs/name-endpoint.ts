/** The requests of the contract, by the end of their path. `{grant}` is the grant type. */
const endpoints: readonly (readonly [method: string, path: RegExp, title: string])[] = [
  ["", /\/authorize$/u, "Authorization request"],
  ["", /\/v2\/logout$/u, "Logout request"],
  ["", /\/oauth\/token\/?$/u, "Token request"],
  ["", /\/userinfo$/u, "User info request"],
  ["", /\/co\/authenticate$/u, "Cross-origin login"],
  ["", /\/passwordless\/start$/u, "Passwordless start"],
  ["", /\/dbconnections\/signup$/u, "Signup"],
  ["", /\/dbconnections\/change_password$/u, "Password change request"],
  ["", /\/\.well-known\/jwks\.json$/u, "Key set request"],
  ["", /\/\.well-known\/openid-configuration$/u, "Discovery request"],
  ["POST", /\/api\/v2\/users\/[^/]+\/identities$/u, "Account link request"],
  ["GET", /\/api\/v2\/users\/[^/]+$/u, "User profile request"],
  ["PATCH", /\/api\/v2\/users\/[^/]+$/u, "User metadata update"],
];

/** Returns the name of a request for people; method and path for an unknown one. */
export function nameEndpoint(url: string, method = "GET", body = ""): string {
  const parsed = URL.parse(url);
  if (parsed === null) return `${method} request`;
  const { pathname } = parsed;
  const found = endpoints.find(
    ([only, path]) => (only === "" || only === method) && path.test(pathname),
  );
  if (found === undefined) return `${method} ${pathname}`;
  const grant = found[2] === "Token request" ? readGrant(body) : undefined;
  return grant === undefined ? found[2] : `${found[2]} (${grant})`;
}

/** Returns the grant type without the URI before it: `token-exchange`. */
function readGrant(body: string): string | undefined {
  const grant =
    /"grant_type"\s*:\s*"([^"]+)"/u.exec(body)?.[1] ?? new URLSearchParams(body).get("grant_type");
  return grant?.split(/[/:]/u).at(-1) || undefined;
}
