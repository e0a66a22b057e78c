import { withoutFragment } from "../capture/entry-key.ts";
import { readParameter } from "../parameters.ts";
import { readSentResponse } from "./read-response.ts";
import type { Recognised } from "./recognised.ts";
import type { RequestFacts } from "./request-facts.ts";

/** The maximum time that a login page stays open. */
const maxPageMs = 60 * 60_000;

/** The provider's pages of logins and logouts, by which a form or a link is joined to its page. */
export class OpenPages {
  readonly #byUrl = new Map<string, Recognised>();
  readonly #byState = new Map<string, Recognised>();
  /** The last page of each origin that still waits for the user. */
  readonly #waiting = new Map<string, Recognised>();

  add(page: Recognised): void {
    if (page.kind === "callback") return;
    const { facts } = page;
    const { exchange, origin } = facts;
    this.#byUrl.set(withoutFragment(exchange.url), page);
    const state = readParameter(facts.query, "state");
    if (state !== undefined) this.#byState.set(`${origin} ${state}`, page);
    if (isWaiting(page)) this.#waiting.set(nameWindow(facts), page);
    else this.#waiting.delete(nameWindow(facts));
  }

  /** Returns the page that led to this one: with the same address, the same state, or the last. */
  find(facts: RequestFacts): Recognised | undefined {
    const { exchange, origin, query } = facts;
    const state = readParameter(query, "state");
    const found =
      this.#byUrl.get(withoutFragment(exchange.url)) ??
      (state === undefined ? undefined : this.#byState.get(`${origin} ${state}`)) ??
      this.#waiting.get(nameWindow(facts));
    if (found === undefined) return undefined;
    return exchange.startedAt - found.facts.exchange.startedAt > maxPageMs ? undefined : found;
  }

  /** Returns the page whose form was posted to its own address. */
  findPosted({ method, exchange }: RequestFacts): Recognised | undefined {
    return method === "POST" ? this.#byUrl.get(withoutFragment(exchange.url)) : undefined;
  }

  /** Returns true if the page is known by its address or state, rather than by its origin. */
  isSamePage(page: Recognised, facts: RequestFacts): boolean {
    const state = readParameter(facts.query, "state");
    return (
      withoutFragment(page.facts.exchange.url) === withoutFragment(facts.exchange.url) ||
      (state !== undefined && state === readParameter(page.facts.query, "state"))
    );
  }
}

/** A frame's pages are apart from those of the window. */
function nameWindow({ origin, exchange }: RequestFacts): string {
  return `${origin} ${exchange.destination === "frame" ? "frame" : "window"}`;
}

/** Returns false for the end of a login: its response, a refused request, or a finished logout. */
function isWaiting({ kind, facts }: Recognised): boolean {
  const { exchange } = facts;
  if (kind === "authorization" && exchange.status >= 400) return false;
  if (kind === "logout") return exchange.status < 300;
  return readSentResponse(exchange) === undefined;
}
