import type { Evidence } from "../evidence.ts";
import { isLoopback } from "../../http/is-loopback.ts";
import type { AuthMessage } from "../message.ts";
import { readParameter } from "../parameters.ts";
import type { PreparedFlow } from "../prepared-flow.ts";
import type { AdviceRow } from "./advice.ts";
import { findAdvisories } from "./find-advisories.ts";
import { advisoriesDate } from "./advisories.ts";

const dayInSeconds = 24 * 3600;

const seeRequest = (
  { flow: { authorization } }: PreparedFlow,
  name: string,
  value: string,
): Evidence[] => [
  {
    ...(authorization === undefined ? {} : { message: authorization }),
    part: authorization?.exchange.method === "POST" ? "form" : "query",
    name,
    value,
  },
];

const requested = ({ requestParameters: parameters }: PreparedFlow, name: string) =>
  readParameter(parameters, name);

const listTypes = (prepared: PreparedFlow) =>
  requested(prepared, "response_type")?.split(/\s+/u) ?? [];

/** Returns the request with which a script of the page redeemed the code. */
const findPageRedemption = ({ flow }: PreparedFlow): AuthMessage | undefined =>
  flow.tokenRequests.find(
    ({ request, exchange }) =>
      exchange.destination === "fetch" &&
      exchange.status === 200 &&
      readParameter(request, "grant_type") === "authorization_code",
  );

/** Settings and requests that work and are weak, the most harmful one first. */
export const adviceRows: readonly AdviceRow[] = [
  {
    id: "implicit-flow",
    title: "The access token comes in the redirect (implicit flow)",
    requirement: "RFC 9700, section 2.1.2",
    why: "A token in a URL can leak, and is not bound to its client.",
    remedy: "Ask for response_type=code with PKCE, and redeem the code.",
    find: (prepared) =>
      listTypes(prepared).includes("token")
        ? seeRequest(prepared, "response_type", listTypes(prepared).join(" "))
        : undefined,
  },
  {
    id: "pkce-absent",
    title: "The page redeems a code without PKCE",
    requirement: "RFC 9700, section 2.1.1",
    why: "Without a code challenge, a stolen code can be redeemed by another party.",
    remedy: "Send code_challenge with S256, and the verifier with the token request.",
    find(prepared) {
      const { authorization } = prepared.flow;
      const redemption = findPageRedemption(prepared);
      if (authorization === undefined || redemption === undefined) return undefined;
      if (requested(prepared, "code_challenge") !== undefined) return undefined;
      if (readParameter(redemption.request, "code_verifier") !== undefined) return undefined;
      return seeRequest(prepared, "code_challenge", "absent");
    },
  },
  {
    id: "pkce-plain",
    title: "The code challenge is the verifier itself (plain)",
    requirement: "RFC 7636, section 4.2",
    why: "A party that reads the request can redeem the code.",
    remedy: "Send code_challenge_method=S256.",
    find(prepared) {
      if (requested(prepared, "code_challenge") === undefined) return undefined;
      const method = requested(prepared, "code_challenge_method") ?? "absent";
      return method === "S256" ? undefined : seeRequest(prepared, "code_challenge_method", method);
    },
  },
  {
    id: "state-reused",
    title: "Two logins have the same state",
    requirement: "RFC 6749, section 10.12",
    why: "A constant state does not protect the callback against forged responses.",
    remedy: "Create a random state for each login.",
    find(prepared) {
      const { sent } = prepared.state;
      if (sent === undefined || prepared.flow.kind !== "login") return undefined;
      const earlier = prepared.previous.find(
        ({ authorization, kind }) =>
          kind === "login" && readParameter(authorization?.request ?? [], "state") === sent,
      );
      if (earlier === undefined) return undefined;
      return seeRequest(prepared, "state", sent).map((one) => ({ ...one, isSecret: true }));
    },
  },
  {
    id: "state-absent",
    title: "The request has neither state nor PKCE",
    requirement: "RFC 9700, section 2.1",
    why: "Nothing ties the response to the browser that started the login.",
    remedy: "Send a random state, or use PKCE.",
    find(prepared) {
      const { authorization } = prepared.flow;
      if (authorization === undefined || requested(prepared, "request_uri") !== undefined) {
        return undefined;
      }
      const isTied = ["state", "code_challenge", "request"].some(
        (name) => requested(prepared, name) !== undefined,
      );
      return isTied ? undefined : seeRequest(prepared, "state", "absent");
    },
  },
  {
    id: "callback-without-tls",
    title: "The response is sent to a callback on plain http",
    requirement: "RFC 9700, section 2.6",
    why: "Other devices on the network can read the code or the tokens.",
    remedy: "Use https for the callback.",
    find(prepared) {
      const url = URL.parse(requested(prepared, "redirect_uri") ?? "");
      if (url?.protocol !== "http:" || isLoopback(url.hostname)) return undefined;
      return seeRequest(prepared, "redirect_uri", url.href);
    },
  },
  {
    id: "password-grant",
    title: "The page sends the user's password to the token endpoint",
    requirement: "RFC 9700, section 2.4",
    why: "The application sees the password, and second factors or other identity providers do not work.",
    remedy: "Log in with a redirect.",
    find({ flow: { tokenRequests } }) {
      const message = tokenRequests.find(({ request }) =>
        /(?:^|\/)password(?:-realm)?$/u.test(readParameter(request, "grant_type") ?? ""),
      );
      if (message === undefined) return undefined;
      const value = readParameter(message.request, "grant_type") ?? "";
      return [{ message, part: "form", name: "grant_type", value }];
    },
  },
  {
    id: "access-token-in-query",
    title: "A call has the access token in its URL",
    requirement: "RFC 6750, section 5.3",
    why: "URLs are in the history and in logs.",
    remedy: "Send the header Authorization: Bearer.",
    find({ flow: { messages } }) {
      const message = messages.find(
        ({ kind, exchange }) =>
          (kind === "api-call" || kind === "user-info" || kind === "management") &&
          URL.parse(exchange.url)?.searchParams.has("access_token") === true,
      );
      if (message === undefined) return undefined;
      const value = URL.parse(message.exchange.url)?.searchParams.get("access_token") ?? "";
      return [{ message, part: "query", name: "access_token", value, isSecret: true }];
    },
  },
  {
    id: "long-lived-token",
    title: "The page has an access token for more than a day",
    requirement: "RFC 9700, section 2.2.1",
    why: "A stolen bearer token works until it expires.",
    remedy: "Shorten the lifetime of access tokens, and renew.",
    find({ tokens }) {
      const message = tokens.find(({ name }) => name === "access_token")?.message;
      const seconds = Number(readParameter(message?.response ?? [], "expires_in"));
      if (message === undefined || !(seconds > dayInSeconds)) return undefined;
      return [{ message, part: "body", name: "expires_in", value: `${seconds}` }];
    },
  },
  {
    id: "refresh-token-kept",
    title: "The provider does not rotate the page's refresh token",
    requirement: "RFC 9700, section 4.14.2",
    why: "A stolen refresh token works beside the page's own, and the provider does not notice it.",
    remedy: "Turn on refresh token rotation for the application.",
    find({ flow: { tokenRequests } }) {
      const message = tokenRequests.find(({ request, response, exchange }) => {
        const sent = readParameter(request, "refresh_token");
        const issued = readParameter(response, "refresh_token") ?? sent;
        const hasTokens = readParameter(response, "access_token") !== undefined;
        return (
          exchange.destination === "fetch" && sent !== undefined && hasTokens && issued === sent
        );
      });
      const value = readParameter(message?.request ?? [], "refresh_token");
      if (message === undefined || value === undefined) return undefined;
      return [{ message, part: "form", name: "refresh_token", value, isSecret: true }];
    },
  },
  {
    id: "library-vulnerable",
    title: "The library has known vulnerabilities",
    requirement: `Published advisories, as of ${advisoriesDate}`,
    why: "The version that the page names is in a published advisory.",
    remedy: "Upgrade the library to the version that the advisory names.",
    find({ flow: { library } }) {
      const found = library === undefined ? [] : findAdvisories(library);
      if (library === undefined || found.length === 0) return undefined;
      return [
        {
          part: "query",
          name: "library",
          value: `${library.name} ${library.version}: ${found.map(({ id, below }) => `${id} (before ${below})`).join(", ")}`,
        },
      ];
    },
  },
];
