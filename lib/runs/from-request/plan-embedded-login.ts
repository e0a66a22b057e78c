import { login } from "../catalogue/login.ts";
import { passwordlessLogin } from "../catalogue/passwordless-login.ts";
import type { Pairs } from "../parameter-lines.ts";
import type { CapturedRequest } from "./captured-request.ts";
import { omitNames, readFirst, type PlanRequest, type RequestPlan } from "./request-plan.ts";

const path = "/co/authenticate";
const grantPrefix = "http://auth0.com/oauth/grant-type/";
/** The members of the request that the library sends. */
const ownMembers = [
  "client_id",
  "credential_type",
  "username",
  "password",
  "otp",
  "realm",
  "login_ticket",
];
const passwordlessRealms = ["email", "sms"];

/**
 * Plans the run of an embedded login: two requests of the library, the exchange of the credentials
 * for a ticket and the authorization request with the ticket. Firefox never reports the first.
 */
export const planEmbeddedLogin: PlanRequest = (captured, flow) => {
  if (captured.exchange.url.includes("/usernamepassword/login")) {
    return "The library has no operation for this request: only the tenant's own login page sends it.";
  }
  const { exchange, authorization } = findParts(captured, flow);
  const credentials = exchange?.request ?? [];
  const parameters = authorization?.request ?? [];
  const type = readFirst(credentials, "credential_type");
  const sentType = type?.replace(grantPrefix, "");
  if (sentType !== undefined && !["password-realm", "passwordless/otp"].includes(sentType)) {
    return `The library sends the credential types password-realm and passwordless/otp, not ${sentType.slice(0, 60)}.`;
  }
  const realm = readFirst(credentials, "realm") ?? readFirst(parameters, "realm");
  const isPasswordless =
    sentType === undefined
      ? passwordlessRealms.includes(realm ?? "")
      : sentType === "passwordless/otp";
  const isPkce = readFirst(parameters, "code_challenge") !== undefined;
  const rest = omitNames(parameters, ["realm", "login_ticket"]).filter(
    // With PKCE, the library sends this mode by itself.
    ([name, value]) => !(isPkce && name === "response_mode" && value === "fragment"),
  );
  const shared = {
    path: captured.kind === "authorization" ? "/authorize" : path,
    leftOut: omitNames(credentials, ownMembers).map(([name]) => name),
    notes: listNotes(exchange, authorization),
  };
  const own = keepNames(credentials, ["client_id", "username", "password", "otp"]);
  const client = rest.length === 0 ? own : omitNames(own, ["client_id"]);
  return isPasswordless
    ? planPasswordless(shared, client, rest, realm ?? "email")
    : {
        ...shared,
        operation: login,
        sent: [...client, ...(realm === undefined ? [] : [["realm", realm] as const]), ...rest],
      };
};

function planPasswordless(
  shared: Pick<RequestPlan, "path" | "notes" | "leftOut">,
  own: Pairs,
  rest: Pairs,
  realm: string,
): RequestPlan {
  const recipient = readFirst(own, "username");
  const field = realm === "sms" ? "phone_number" : "email";
  return {
    ...shared,
    operation: passwordlessLogin,
    // The connection of the form is the recipient's, not a parameter of the request.
    sent: [
      ...omitNames(own, ["username"]),
      ["connection", realm],
      ...(recipient === undefined ? [] : [[field, recipient] as const]),
      ...omitNames(rest, ["connection", "email", "phone_number"]),
    ],
    wireNames: { verificationCode: "otp" },
  };
}

interface Parts {
  exchange: CapturedRequest | undefined;
  authorization: CapturedRequest | undefined;
}

/** Finds the other request of an embedded login: its ticket, or its place, joins the two. */
function findParts(captured: CapturedRequest, flow: readonly CapturedRequest[]): Parts {
  const ticketed = flow.filter(
    ({ kind, request }) =>
      kind === "authorization" && readFirst(request, "login_ticket") !== undefined,
  );
  const at = captured.exchange.startedAt;
  if (captured.kind === "authorization") {
    const before = flow.filter(
      ({ kind, exchange }) => kind === "embedded-login" && exchange.startedAt <= at,
    );
    const ticket = readFirst(captured.request, "login_ticket");
    const exact = before.find(({ response }) => readFirst(response, "login_ticket") === ticket);
    return { exchange: exact ?? before.at(-1), authorization: captured };
  }
  const ticket = readFirst(captured.response, "login_ticket");
  const next =
    ticket === undefined
      ? ticketed.find(({ exchange }) => exchange.startedAt >= at)
      : ticketed.find(({ request }) => readFirst(request, "login_ticket") === ticket);
  return { exchange: captured, authorization: next };
}

function listNotes(
  exchange: CapturedRequest | undefined,
  authorization: CapturedRequest | undefined,
): string[] {
  if (exchange === undefined) {
    return ["The browser did not report the request with the credentials: enter them."];
  }
  return authorization === undefined
    ? [
        "The capture has no authorization request after this login, so the fields of that request have their defaults.",
      ]
    : [];
}

function keepNames(pairs: Pairs, names: readonly string[]): Pairs {
  return pairs.filter(([name]) => names.includes(name));
}
