import type { CaptureContext } from "../../capture-context.ts";
import { readHeader } from "../../exchange.ts";
import type { AuthMessage } from "../../message.ts";
import { wasLeft } from "../../was-left.ts";
import { isHiddenAlone } from "../../is-hidden.ts";
import { readObject, readParameter } from "../../parameters.ts";
import { received, sent, statusOf } from "../evidence.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";
import { wasRepeated } from "../was-repeated.ts";
import { hasClientSecret, isFromPage, isRefused } from "./read-token-requests.ts";

const base = { group: "token-endpoint", rank: "cause", severity: "error" } as const;

/** CORS hides a response from the page; DevTools shows it nevertheless. */
export const tokenCors: Rule = {
  ...base,
  id: "token-cors",
  title: "The browser hid the token response from the page (CORS)",
  requirement: "Fetch Standard, section 3.3 (CORS protocol)",
  yieldsTo: ["token-blocked", "token-query"],
  judge({ flow }) {
    const requests = flow.tokenRequests.filter(
      ({ exchange }) => readHeader(exchange.requestHeaders, "origin") !== undefined,
    );
    if (requests.length === 0) return notApplicable;
    const hidden = requests.find(
      (each) => isHiddenAlone(each.exchange) && !wasRepeated(each, requests),
    );
    if (hidden === undefined) return passed;
    const origin = readHeader(hidden.exchange.requestHeaders, "origin") ?? "";
    return {
      outcome: "failed",
      seen: [
        { message: hidden, part: "headers", name: "Origin", value: origin },
        {
          message: hidden,
          part: "headers",
          name: "Access-Control-Allow-Origin",
          value:
            readHeader(hidden.exchange.responseHeaders, "access-control-allow-origin") ?? "absent",
        },
        statusOf(hidden),
      ],
      why: "The provider answered, but did not allow this origin to read the answer: the page sees only “Failed to fetch”.",
      remedy: "Add exactly this origin to the allowed web origins of the application.",
      copy: origin,
    };
  },
};

export const tokenContentType: Rule = {
  ...base,
  id: "token-content-type",
  title: "The token endpoint answered with something other than JSON",
  requirement: "RFC 6749, section 5.1",
  judge({ flow }) {
    if (flow.tokenRequests.length === 0) return notApplicable;
    const other = flow.tokenRequests.find(({ exchange, response }) => {
      const { status, responseBody, responseHeaders } = exchange;
      if (status !== 200 || readParameter(response, "access_token") !== undefined) return false;
      const type = readHeader(responseHeaders, "content-type") ?? "";
      if (/\bjson\b/u.test(type) || isSession(exchange)) return false;
      return responseBody.state === "text"
        ? readObject(responseBody.text) === undefined
        : /html/u.test(type);
    });
    if (other === undefined) return passed;
    return {
      outcome: "failed",
      seen: [
        statusOf(other),
        {
          message: other,
          part: "headers",
          name: "Content-Type",
          value: readHeader(other.exchange.responseHeaders, "content-type") ?? "absent",
        },
      ],
      why: "The response is a page: a proxy, or the fallback of a single-page app's own server, answered in place of the token endpoint.",
      remedy: "Correct the URL of the token endpoint, or the proxy's path.",
    };
  },
};

/** True for a server of the application that keeps the tokens, and gives the page a session. */
function isSession({ responseHeaders }: AuthMessage["exchange"]): boolean {
  if (/html/iu.test(readHeader(responseHeaders, "content-type") ?? "")) return false;
  return readHeader(responseHeaders, "set-cookie") !== undefined;
}

/** A token endpoint answers itself; only something before it redirects. */
export const tokenRedirected: Rule = {
  ...base,
  id: "token-redirected",
  title: "The token request was redirected",
  requirement: "RFC 6749, section 3.2; RFC 9110, section 15.4",
  yieldsTo: ["net-mixed"],
  judge({ flow, tokens }) {
    if (flow.tokenRequests.length === 0) return notApplicable;
    const found = flow.tokenRequests.find(({ exchange }) => exchange.redirect !== undefined);
    if (found === undefined || tokens.some(({ name }) => name === "access_token")) return passed;
    const { origin, pathname } = new URL(found.exchange.redirect ?? found.exchange.url);
    return {
      outcome: "failed",
      seen: [
        statusOf(found),
        { message: found, part: "headers", name: "location", value: `${origin}${pathname}` },
      ],
      why: "After a redirect with 301, 302 or 303 the browser sends GET without the form, so nothing redeems the code. A proxy changes the address, or a guard asks for a login there.",
      remedy:
        "Use the final address of the token endpoint, with its scheme, host and slash, and let no guard protect it.",
      copy: `${origin}${pathname}`,
    };
  },
};

/** A response that a proxy or a stand-in makes up, or whose tokens are in an object of their own. */
export const tokenEmpty: Rule = {
  ...base,
  id: "token-empty",
  title: "The token response has no token",
  requirement: "RFC 6749, section 5.1",
  judge({ flow, tokens }) {
    if (flow.tokenRequests.length === 0) return notApplicable;
    const found = flow.tokenRequests.at(-1);
    if (found === undefined || flow.phase !== "failed" || !isWithoutError(found)) return passed;
    if (isSession(found.exchange)) return passed;
    if (tokens.some(({ name }) => name !== "refresh_token")) return passed;
    return {
      outcome: "failed",
      seen: [
        statusOf(found),
        {
          message: found,
          part: "body",
          name: "members",
          value: found.response.map(([name]) => name).join(", ") || "none",
        },
      ],
      why: "The endpoint answered 200, and access_token is not a member of its answer. A library finds nothing to store.",
      remedy:
        "Compare the address with token_endpoint in the provider's discovery document. If a server of your own passes the response on, let it do so unchanged.",
    };
  },
};

function isWithoutError({ exchange, error, request }: AuthMessage): boolean {
  const { status, responseBody } = exchange;
  if (status !== 200 || error !== undefined || responseBody.state !== "text") return false;
  // Other requests with a code are those of an application's own server.
  return (
    readParameter(request, "grant_type") !== undefined &&
    readObject(responseBody.text) !== undefined
  );
}

/** The page that waits for the response is gone. */
export const tokenAborted: Rule = {
  ...base,
  id: "token-aborted",
  title: "The page left before the token response came",
  requirement: "RFC 6749, section 4.1.2 (a code is used once)",
  yieldsTo: ["net-blocked", "net-mixed", "net-preflight", "token-cors"],
  judge({ flow, tokens }) {
    if (flow.tokenRequests.length === 0) return notApplicable;
    const found = flow.tokenRequests.find(({ exchange }) => wasLeft(exchange));
    if (found === undefined || tokens.some(({ name }) => name !== "refresh_token")) return passed;
    return {
      outcome: "failed",
      seen: [statusOf(found), sent(found, "grant_type")],
      why: "The browser ended the request because its page was reloaded or left. The provider has used up the code or the refresh token, and nobody got the tokens.",
      remedy:
        "Wait for the tokens before the page navigates: look for a reload, a form that is submitted, or a redirect beside the callback handler, and for a timeout that aborts.",
    };
  },
};

export const tokenSecretInBrowser: Rule = {
  ...base,
  id: "token-secret-in-browser",
  isUnsafe: true,
  title: "A page sent the client's secret",
  requirement: "RFC 10017, section 6.3.3.1; RFC 9700, section 2.5",
  judge({ flow, context }) {
    const requests = flow.tokenRequests.filter(isFromPage);
    if (requests.length === 0) return notApplicable;
    const found = requests.find(hasClientSecret);
    if (found === undefined || isOwnSecret(found, context)) return passed;
    const { status } = found.exchange;
    const isUnanswered = status === 0 || status >= 400 || isHiddenAlone(found.exchange);
    return {
      outcome: "failed",
      // The request failed for another reason, which has a rule of its own.
      ...(isUnanswered ? { severity: "warning" as const } : {}),
      seen: [
        readParameter(found.request, "client_secret") === undefined
          ? {
              message: found,
              part: "headers",
              name: "Authorization",
              value: "Basic …",
              isSecret: true,
            }
          : sent(found, "client_secret"),
      ],
      why: "Everybody who opens the page can read the secret and act as the client.",
      remedy:
        "Rotate the secret now. Register a public client without a secret for the page, with PKCE; or redeem the code at a server.",
    };
  },
};

export const tokenScopeLess: Rule = {
  ...base,
  rank: "advice",
  severity: "warning",
  id: "token-scope-less",
  title: "The provider granted fewer scopes than the page asked for",
  requirement: "RFC 6749, section 5.1",
  yieldsTo: ["authz-scope-comma"],
  judge({ flow, asked }) {
    const wanted = readParameter(asked, "scope")?.split(" ").filter(Boolean) ?? [];
    const answered =
      flow.tokenRequests.find(({ response }) => readParameter(response, "access_token")) ??
      flow.authorization;
    if (wanted.length === 0 || answered === undefined) return notApplicable;
    const granted = readParameter(answered.response, "scope");
    if (readParameter(answered.response, "access_token") === undefined) return notApplicable;
    // Without the member, all scopes are granted.
    if (granted === undefined) return passed;
    const missing = wanted.filter((scope) => !granted.split(" ").includes(scope));
    if (missing.length === 0) return passed;
    return {
      outcome: "failed",
      rank: "cause",
      seen: [
        { message: answered, part: "body", name: "scope asked", value: wanted.join(" ") },
        received(answered, "scope"),
        { part: "body", name: "missing", value: missing.join(" ") },
      ],
      why: "The user, the API's permissions or the application's settings do not allow the rest. Calls that need them fail with 403.",
      remedy:
        "Give the user the permissions, enable them for the API with the audience that the page asks for, or ask for the consent again.",
    };
  },
};

/** A refresh token that the page counts on, and does not get. */
export const tokenRefreshMissing: Rule = {
  ...base,
  rank: "advice",
  severity: "warning",
  id: "token-refresh-missing",
  title: "The page asked for offline_access and got no refresh token",
  requirement: "OpenID Connect Core, section 11",
  yieldsTo: ["token-scope-less"],
  judge({ flow, asked }) {
    const wanted = readParameter(asked, "scope")?.split(" ") ?? [];
    if (!wanted.includes("offline_access")) return notApplicable;
    const answered = flow.tokenRequests.find(
      ({ request, response }) =>
        readParameter(request, "grant_type") === "authorization_code" &&
        readParameter(response, "access_token") !== undefined,
    );
    if (answered === undefined) return notSeen("the token response");
    if (readParameter(answered.response, "refresh_token") !== undefined) return passed;
    return {
      outcome: "failed",
      rank: "cause",
      seen: [
        { message: answered, part: "body", name: "scope asked", value: wanted.join(" ") },
        received(answered, "refresh_token"),
      ],
      why: "The provider logs the user in and leaves the refresh token out, without an error. The application, the API or a missing consent does not allow it.",
      remedy:
        "Allow the refresh token grant for the application and offline access for the API. Some providers want prompt=consent beside offline_access.",
    };
  },
};

export const tokenPasswordGrant: Rule = {
  ...base,
  rank: "advice",
  severity: "warning",
  id: "token-password-grant",
  title: "The page logs in with a password at the token endpoint",
  requirement: "RFC 9700, section 2.4",
  judge({ flow }) {
    const found = flow.tokenRequests.find(({ request }) =>
      /^password$|password-realm$/u.test(readParameter(request, "grant_type") ?? ""),
    );
    if (flow.tokenRequests.length === 0) return notApplicable;
    if (found === undefined) return passed;
    return {
      outcome: "failed",
      seen: [sent(found, "grant_type")],
      why: "The page handles the user's password, and there is no place for a second factor, a consent or a password manager of the provider.",
      remedy: "Log in with a redirect, by a code with PKCE.",
    };
  },
};

export const tokenCacheHeaders: Rule = {
  ...base,
  rank: "advice",
  severity: "warning",
  id: "token-cache-headers",
  title: "The token response may be cached",
  requirement: "RFC 6749, section 5.1",
  judge({ flow }) {
    const answered = flow.tokenRequests.find(
      (message) =>
        !isRefused(message) && readParameter(message.response, "access_token") !== undefined,
    );
    if (answered === undefined) return notApplicable;
    if (answered.exchange.responseHeaders.length === 0) return notSeen("the response's headers");
    const value = readHeader(answered.exchange.responseHeaders, "cache-control");
    if (value !== undefined && /no-store/iu.test(value)) return passed;
    return {
      outcome: "failed",
      seen: [
        { message: answered, part: "headers", name: "Cache-Control", value: value ?? "absent" },
      ],
      why: "A response with tokens must not be stored, neither by the browser nor by a proxy.",
      remedy: "Send Cache-Control: no-store from the token endpoint.",
      copy: "Cache-Control: no-store",
    };
  },
};

/**
 * Returns true if the page registered itself (RFC 7591), and so got a secret of its own, which is
 * in no other browser.
 */
function isOwnSecret({ request }: AuthMessage, { exchanges }: CaptureContext): boolean {
  const secret = readParameter(request, "client_secret");
  if (secret === undefined) return false;
  return exchanges.some(
    ({ method, responseBody }) =>
      method === "POST" &&
      responseBody.state === "text" &&
      responseBody.text.includes(`"client_secret"`) &&
      responseBody.text.includes(`"${secret}"`),
  );
}
