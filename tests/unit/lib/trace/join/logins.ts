import type { Trace } from "../../../../../lib/trace/read-trace.ts";
import { jwtOf, type EntryFacts } from "../entries.ts";

export const idp = "https://login.example";
export const app = "https://app.example";
export const callback = `${app}/callback`;

/** A page of the browser, and a request of the application's script. */
export const page = { dest: "document" };
export const frame = { dest: "iframe", headers: { Referer: `${app}/` } };
export const script = { dest: "empty", origin: app };

/** Each flow in one line: kind, phase, and the ids of its exchanges. */
export function describeFlows({ flows }: Trace): string[] {
  return flows.map(({ flow: { kind, phase, messages } }) => {
    const ids = messages.map(({ exchange }) => exchange.id);
    return `${kind} ${phase}: ${ids.join(" ")}`;
  });
}

/** The values of one login; another login has others. */
export interface LoginValues {
  at?: number;
  client?: string;
  state?: string;
  code?: string;
}

/** The request of a login for a code. */
export function authorizeFor({ at = 0, client = "spa", state = "s" }: LoginValues): EntryFacts {
  const query = {
    client_id: client,
    response_type: "code",
    redirect_uri: callback,
    state,
    scope: "openid",
  };
  return { at, url: `${idp}/authorize`, query, ...page };
}

/** The exchange of a login's code. */
export function tokenFor({ at = 0, client = "spa", code = "c" }: LoginValues): EntryFacts {
  return {
    at,
    url: `${idp}/oauth/token`,
    ...script,
    form: { grant_type: "authorization_code", client_id: client, code, redirect_uri: callback },
    answer: {
      access_token: `access-${code}`,
      refresh_token: `refresh-${code}`,
      id_token: jwtOf({ sub: "ada", jti: code }),
      token_type: "Bearer",
    },
  };
}

/** A login with the provider's page: five exchanges within 500 ms. */
export function codeLogin(values: LoginValues): EntryFacts[] {
  const { at = 0, state = "s", code = "c" } = values;
  const loginPage = `${idp}/u/login?state=t-${state}`;
  const back = `${callback}?code=${code}&state=${state}`;
  return [
    { ...authorizeFor(values), location: loginPage },
    { at: at + 100, url: loginPage, ...page, answer: "<form method=post></form>" },
    { at: at + 200, url: loginPage, ...page, form: { password: "p" }, location: back },
    { at: at + 300, url: back, ...page, answer: "<h1>App</h1>" },
    tokenFor({ ...values, at: at + 400 }),
  ];
}
