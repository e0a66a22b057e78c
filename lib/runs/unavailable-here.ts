import { isJsonObject, readMember, readText } from "../encoding/json.ts";
import type { Call, MethodName, PlainRequest } from "./call.ts";
import type { Discovery } from "./discovery.ts";
import { isCall, type Operation, type RunSetting, type Values } from "./operation.ts";

/**
 * Returns why a tenant's server does not have an operation, or undefined if it has it. Claims
 * nothing that the discovery document does not tell.
 *
 * @param discovery undefined if it could not be read
 */
export function unavailableHere(
  { title, isServiceSpecific, ownPart }: Operation,
  discovery: Discovery | undefined,
): string | undefined {
  if (discovery === undefined || !isServiceSpecific || discovery.isOwnService) return undefined;
  const { name, elsewhere } = ownPart ?? { name: title };
  const reason = `${name} is not part of OpenID Connect, and ${hostOf(discovery)} does not announce it.`;
  const endpoint = elsewhere && discovery.endpoints[elsewhere];
  return elsewhere === undefined || endpoint === undefined
    ? reason
    : `${reason} Its ${endpointNames[elsewhere]} is ${endpoint}.`;
}

/**
 * Returns a sentence about the first part of a call that a tenant's server does not announce: an
 * endpoint, a grant, a response type or a response mode. The server may still have it.
 *
 * @param discovery undefined if it could not be read
 */
export function findUnannounced(
  operation: Operation,
  discovery: Discovery | undefined,
  values: Values,
  setting: RunSetting,
): string | undefined {
  if (discovery === undefined || unavailableHere(operation, discovery) !== undefined) {
    return undefined;
  }
  const planned = planCall(operation, values, setting);
  if (planned === undefined) return undefined;
  const moved = findOtherEndpoint(planned, discovery);
  if (moved !== undefined) return moved;
  const missing = explainStreamNeeds(planned, discovery);
  return missing && `${hostOf(discovery)} does not announce the ${missing}.`;
}

/** Returns the call of a form; undefined for a form that the user has not completed. */
function planCall(
  operation: Operation,
  values: Values,
  setting: RunSetting,
): Call | PlainRequest | undefined {
  try {
    return operation.call(values, setting);
  } catch {
    return undefined;
  }
}

function hostOf({ issuer }: Discovery): string {
  return new URL(issuer).host;
}

type Endpoint = keyof Discovery["endpoints"];

const authorization: readonly [Endpoint, string] = ["authorization", "/authorize"];

/** The endpoints of methods, with the routes of the interface description. */
const routes: Readonly<Partial<Record<MethodName, readonly [Endpoint, string]>>> = {
  authorize: authorization,
  "popup.authorize": authorization,
  checkSession: authorization,
  "client.getSSOData": authorization,
  "client.buildAuthorizeUrl": authorization,
  "client.oauthToken": ["token", "/oauth/token"],
  "client.userInfo": ["userInfo", "/userinfo"],
};

const endpointNames: Readonly<Record<Endpoint, string>> = {
  authorization: "authorization endpoint",
  token: "token endpoint",
  userInfo: "userinfo endpoint",
  logout: "logout endpoint",
};

/** Returns a sentence for an endpoint that the server has at another URL. */
function findOtherEndpoint(
  planned: Call | PlainRequest,
  { issuer, endpoints }: Discovery,
): string | undefined {
  const route = isCall(planned) ? routes[planned.method] : undefined;
  if (route === undefined) return undefined;
  const [endpoint, path] = route;
  const announced = endpoints[endpoint];
  const { origin, host } = new URL(issuer);
  if (announced === `${origin}${path}`) return undefined;
  return announced === undefined
    ? `${host} does not announce a ${endpointNames[endpoint]}.`
    : `The library requests ${path}, and the ${endpointNames[endpoint]} of ${host} is ${announced}.`;
}

/** Returns the response type, response mode or grant of a call that the server does not list. */
function explainStreamNeeds(
  planned: Call | PlainRequest,
  { responseTypes, responseModes, grantTypes, isOwnService }: Discovery,
): string | undefined {
  const grant = findGrant(planned);
  if (grant !== undefined && grantTypes?.includes(grant) === false) return `grant ${grant}`;
  // parseHash sends no request.
  if (!isCall(planned) || planned.method === "parseHash") return undefined;
  const type = findOption(planned, "responseType");
  const isListed = responseTypes?.some((listed) => sortWords(listed) === sortWords(type ?? ""));
  if (type !== undefined && isListed === false) return `response type ${type}`;
  const mode = findMode(planned);
  // The service's own documents do not list web_message, which it has.
  if (mode !== undefined && !isOwnService && responseModes?.includes(mode) === false)
    return `response mode ${mode}`;
  return undefined;
}

/** The order of the words has no meaning (OAuth 2.0 Multiple Response Types, section 3). */
function sortWords(type: string): string {
  return type.split(" ").toSorted().join(" ");
}

function findGrant(planned: Call | PlainRequest): string | undefined {
  if (!isCall(planned)) return planned.form["grant_type"];
  return planned.method === "client.oauthToken" ? findOption(planned, "grantType") : undefined;
}

function findMode(call: Call): string | undefined {
  return call.method === "checkSession" || call.method === "client.getSSOData"
    ? "web_message"
    : findOption(call, "responseMode");
}

/** Returns an option of the method, or that of the constructor. */
function findOption({ args: [first], options }: Call, name: string): string | undefined {
  const own = isJsonObject(first) ? readMember(first, name) : undefined;
  return readText(own ?? options[name]) || undefined;
}
