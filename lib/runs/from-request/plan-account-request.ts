import { jsonObjectSchema, parseJson, type JsonObject } from "../../encoding/json.ts";
import { changePassword } from "../catalogue/change-password.ts";
import { getUser } from "../catalogue/get-user.ts";
import { linkUser } from "../catalogue/link-user.ts";
import { passwordlessLogin } from "../catalogue/passwordless-login.ts";
import { passwordlessStart } from "../catalogue/passwordless-start.ts";
import { patchUserMetadata } from "../catalogue/patch-user-metadata.ts";
import { signup } from "../catalogue/signup.ts";
import { userInfo } from "../catalogue/user-info.ts";
import type { Pairs } from "../parameter-lines.ts";
import { omitNames, readFirst, type PlanRequest } from "./request-plan.ts";

/** Plans the run of a signup. */
export const planSignup: PlanRequest = ({ request }) => ({
  operation: signup,
  path: "/dbconnections/signup",
  sent: request,
});

/** Plans the run of a request for an email that resets the password. */
export const planPasswordChange: PlanRequest = ({ request }) => ({
  operation: changePassword,
  path: "/dbconnections/change_password",
  sent: request,
});

/** Plans the run of a request for user info (OpenID Connect Core 1.0, section 5.3.1). */
export const planUserInfo: PlanRequest = ({ request }) => ({
  operation: userInfo,
  path: "/userinfo",
  sent: request,
});

/** Plans the run of a request for a passwordless message. */
export const planPasswordlessStart: PlanRequest = ({ request, exchange }) => {
  const language = exchange.requestHeaders.find(({ name }) => name === "x-request-language");
  const send = readFirst(request, "send");
  return {
    operation: passwordlessStart,
    path: "/passwordless/start",
    sent: [
      ...omitNames(request, ["authParams", "send"]),
      // The service sends a link unless a code is asked for.
      ["send", send === "code" ? send : "link"],
      ...(language === undefined ? [] : [["xRequestLanguage", language.value] as const]),
      // The library itself sends a response mode only with PKCE.
      ...omitNames(readAuthParams(request), ["client_id", "response_mode"]),
    ],
    wireNames: { xRequestLanguage: "xRequestLanguage" },
  };
};

/** Plans the run of a login with the code of a passwordless message, as older libraries made it. */
export const planPasswordlessVerification: PlanRequest = ({ request }) => ({
  operation: passwordlessLogin,
  path: "/co/authenticate",
  sent: request,
});

/** Plans the run of a call of the Management API for the current user. */
export const planManagement: PlanRequest = ({ exchange: { method, url }, request }) => {
  const { pathname } = new URL(url);
  const [, user, rest = ""] = /^\/api\/v2\/users\/([^/]+)(\/.*)?$/u.exec(pathname) ?? [];
  const userId = user === undefined ? undefined : decodeSegment(user);
  const found = [
    { operation: getUser, method: "GET", rest: "", names: [] },
    { operation: patchUserMetadata, method: "PATCH", rest: "", names: ["user_metadata"] },
    { operation: linkUser, method: "POST", rest: "/identities", names: ["link_with"] },
  ].find((one) => one.method === method && one.rest === rest);
  if (userId === undefined || found === undefined) {
    return `The library has no operation for ${method} ${pathname.slice(0, 100)}.`;
  }
  const { operation, names } = found;
  return {
    operation,
    path: pathname,
    sent: [["user_id", userId], ...request.filter(([name]) => names.includes(name))],
    wireNames: { secondaryUserToken: "link_with" },
    leftOut: omitNames(request, names).map(([name]) => name),
  };
};

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the texts of the authorization request that a passwordless link begins. */
function readAuthParams(request: Pairs): Pairs {
  const text = readFirst(request, "authParams") ?? "";
  const members: JsonObject = jsonObjectSchema.safeParse(parseJson(text)).data ?? {};
  return Object.entries(members).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
}
