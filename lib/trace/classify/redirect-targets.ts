import { withoutFragment } from "../capture/entry-key.ts";
import type { Recognised } from "./recognised.ts";

/** The maximum time between a redirect and the request for its target. */
const maxRedirectMs = 10_000;
/** Entries of one redirect chain can have times that were rounded differently. */
const slackMs = 50;

/** The pages that redirects can lead to. */
export class RedirectTargets {
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

/** An application that starts another login at its callback starts a login of its own. */
function isLeadingOn(source: Recognised, target: Recognised): boolean {
  return (
    target.kind !== "authorization" || (source.kind !== "callback" && source.kind !== "logout")
  );
}
