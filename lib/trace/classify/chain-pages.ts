import type { MessageKind } from "../message.ts";
import { stepSize, type Steps } from "../steps.ts";
import { readParameter } from "../parameters.ts";
import { OpenPages } from "./open-pages.ts";
import { isResponse, readReceivedResponse, readUrlResponse } from "./read-response.ts";
import type { Recognised } from "./recognised.ts";
import { withoutFragment } from "../capture/entry-key.ts";

/** The maximum time in ms between a redirect and the request for its target. */
export const maxRedirectMs = 10_000;
/** Entries of one redirect chain can have times (ms) that were rounded differently. */
export const slackMs = 50;

/** The pages that redirects can lead to. */
class RedirectTargets {
  readonly #pages = new Map<string, { list: Recognised[]; next: number }>();

  constructor(all: readonly Recognised[]) {
    for (const each of all) {
      if (!each.facts.isPage) continue;
      const url = withoutFragment(each.facts.exchange.url);
      const pages = this.#pages.get(url);
      if (pages === undefined) this.#pages.set(url, { list: [each], next: 0 });
      else pages.list.push(each);
    }
  }

  /** Finds the request that follows a redirect. Each request has one cause at most. */
  claim(source: Recognised): Recognised | undefined {
    const { redirect, startedAt, durationMs = 0 } = source.facts.exchange;
    const pages = redirect === undefined ? undefined : this.#pages.get(withoutFragment(redirect));
    if (pages === undefined) return undefined;
    for (; pages.next < pages.list.length; pages.next += 1) {
      const target = pages.list[pages.next];
      if (target === undefined || target === source) continue;
      const begins = target.facts.exchange.startedAt;
      if (begins < startedAt - slackMs) continue;
      if (begins > startedAt + durationMs + maxRedirectMs) return undefined;
      pages.next += 1;
      if (!isLeadingOn(source, target)) return undefined;
      target.from = source;
      return target;
    }
    return undefined;
  }
}

/** The kinds that a browser loads as a page on the way through a login or a logout. */
const chained = new Set<MessageKind>([
  "authorization",
  "login-page",
  "embedded-verification",
  "callback",
  "logout",
]);

/**
 * Follows the redirects and forms of logins. A provider's pages have addresses of its own choice:
 * what leads to them is what tells that they belong to a login.
 *
 * @param all all requests, in order of time; the kinds of pages are added
 */
export function* chainPages(all: readonly Recognised[]): Steps<void> {
  const places = readPlaces(all);
  const targets = new RedirectTargets(all);
  const open = new OpenPages();
  const visited = new Set<Recognised>();
  for (const [index, first] of all.entries()) {
    if (index % stepSize === 0) yield;
    const pending = first.facts.isPage ? [first] : [];
    for (let each = pending.pop(); each !== undefined; each = pending.pop()) {
      visited.add(each);
      decideKind(each, places, open);
      if (each.kind === undefined || !chained.has(each.kind)) continue;
      open.add(each);
      const target = targets.claim(each);
      // With equal times, a target can precede its cause.
      if (target !== undefined && visited.has(target)) pending.push(target);
    }
  }
}

/** The origins of providers, and the callback URLs of applications. */
interface Places {
  providers: ReadonlySet<string>;
  callbacks: ReadonlySet<string>;
  applications: ReadonlySet<string>;
}

const providerKinds = new Set<MessageKind>(["authorization", "embedded-login", "pushed-request"]);

function readPlaces(all: readonly Recognised[]): Places {
  const requests = all.filter(({ kind }) => kind !== undefined && providerKinds.has(kind));
  const providers = new Set(requests.map(({ facts }) => facts.origin));
  const callbacks = new Set<string>();
  const applications = new Set<string>();
  for (const { facts } of requests) {
    const uri =
      readParameter(facts.query, "redirect_uri") ?? readParameter(facts.body, "redirect_uri");
    const callback = uri === undefined ? null : URL.parse(uri);
    if (callback === null) continue;
    // A provider that asks another provider is not an application: the login continues there.
    if (callback.origin !== facts.origin && providers.has(callback.origin)) continue;
    callbacks.add(nameEndpoint(callback));
    applications.add(callback.origin);
  }
  return { providers, callbacks, applications };
}

/** Words in the addresses of a provider's pages for logins. Its host can have many others. */
const loginWords =
  /log-?[io]n|sign-?(?:in|up)|auth|sso|session|interact|consent|mfa|otp|passw|verif|identif|\/u\//iu;

function isRefusedStep({ exchange, path }: Recognised["facts"]): boolean {
  return exchange.status >= 400 && exchange.destination !== "frame" && loginWords.test(path);
}

function nameEndpoint({ origin, pathname }: URL): string {
  return `${origin}${pathname.replace(/(?<=.)\/$/u, "")}`;
}

function decideKind(each: Recognised, places: Places, open: OpenPages): void {
  const { facts, kind, from } = each;
  if (kind === undefined) {
    const decided = decideByCause(each, places) ?? decideByPlace(each, places, open);
    if (decided !== undefined) each.kind = decided;
    return;
  }
  const isAtProvider = places.providers.has(facts.origin) && !places.callbacks.has(facts.endpoint);
  // A provider receives the response of another provider, and repeats parameters in its own pages.
  const isStep =
    (kind === "callback" && isAtProvider) ||
    (kind === "authorization" && (repeats(each) || open.findPosted(facts) !== undefined));
  if (isStep) each.kind = "login-page";
  if (!isStep && kind !== "embedded-verification" && kind !== "login-page") return;
  const page = from ?? open.find(facts);
  if (page !== undefined) each.from = page;
}

/** Returns true for a page of the provider that carries on the parameters of the request. */
function repeats({ facts, from }: Recognised): boolean {
  return (
    from?.kind === "authorization" &&
    from.facts.origin === facts.origin &&
    readParameter(from.facts.query, "state") === readParameter(facts.query, "state") &&
    readParameter(from.facts.query, "client_id") === readParameter(facts.query, "client_id")
  );
}

/** Decides by the redirect that led to the page. */
function decideByCause({ facts, from }: Recognised, places: Places): MessageKind | undefined {
  if (from === undefined) return undefined;
  const isSameOrigin = from.facts.origin === facts.origin;
  if (from.kind === "logout") return isSameOrigin ? "logout" : undefined;
  if (from.kind === "callback") return isSameOrigin ? "callback" : undefined;
  const isDelivery =
    places.callbacks.has(facts.endpoint) ||
    (!isSameOrigin && readUrlResponse(from.facts.exchange.redirect) !== undefined);
  return isDelivery ? "callback" : "login-page";
}

/** Decides by the pages that are open, for forms and links. */
function decideByPlace(
  each: Recognised,
  { providers, callbacks, applications }: Places,
  open: OpenPages,
): MessageKind | undefined {
  const { facts } = each;
  const { exchange } = facts;
  if (callbacks.has(facts.endpoint)) {
    const received = readReceivedResponse(facts);
    return received === undefined ? undefined : "callback";
  }
  const sent = readUrlResponse(exchange.redirect);
  const page = open.find(facts);
  if (page !== undefined) {
    // An application can live at the origin of its provider: there, a page must be told by more.
    if (applications.has(facts.origin) && !open.isSamePage(page, facts)) return undefined;
    each.from = page;
    return page.kind === "logout" ? "logout" : "login-page";
  }
  const isProvider = providers.has(facts.origin) && !applications.has(facts.origin);
  const isLost = isRefusedStep(facts) || readParameter(facts.query, "state") !== undefined;
  if (isProvider && isLost) return "login-page";
  // The login began before the capture: the response that this page sends tells it.
  const hasState = sent !== undefined && readParameter(sent.parameters, "state") !== undefined;
  return hasState && isResponse(sent.parameters) ? "login-page" : undefined;
}

/** An application that starts another login at its callback starts a login of its own. */
function isLeadingOn(source: Recognised, target: Recognised): boolean {
  return (
    target.kind !== "authorization" || (source.kind !== "callback" && source.kind !== "logout")
  );
}
