import { answerBothWays, type CallbackOrPromiseOf } from "./callback-or-promise.ts";
import { request, takeRecord } from "./http.ts";
import {
  readRequestTimeout,
  readTenant,
  readToken,
  refuse,
  requireText,
  takeOptions,
} from "./options.ts";
import type { AuthPorts } from "./ports.ts";
import { hasLoneSurrogate, isRecord } from "./records.ts";
import { resolvePorts } from "./runtime-ports.ts";

/** Options of `Management`. */
export interface ManagementOptions {
  /** The tenant's own domain, not a custom one. */
  readonly domain: string;
  /** An access token of the user for the audience `https://{domain}/api/v2/`. */
  readonly token: string;
  /** Milliseconds that each request may take, fewer than 2 ** 31. Default: 10000. */
  readonly requestTimeout?: number | undefined;
  /** Replaces what the library uses of its surroundings; here `fetch` and `clock` alone count. */
  readonly ports?: Partial<Pick<AuthPorts, "fetch" | "clock">> | undefined;
}

/** A user as the management interface has it, names as the service writes them. */
export type UserProfile = Readonly<Record<string, unknown>>;

/**
 * Calls of the management interface that a user may make on their own account. Its methods need no `this`, and answer to
 * a callback or with a promise, like those of `WebAuth`.
 */
export class Management {
  /**
   * Reads the user. Needs the scope `read:current_user`.
   *
   * @param userId as user info has it in `sub`: `auth0|5f7c...`
   * @returns the profile, as the service sent it
   * @throws TypeError for a wrong argument; rejects with AuthError: `error` is the service's reason phrase
   *   (`Forbidden`), `errorDescription` its message, `errorCode` its code, where it sent one; `request_error`, `timeout`
   * @see the client library interface, management calls; the same for those below
   */
  declare readonly getUser: CallbackOrPromiseOf<[userId: string], UserProfile>;

  /**
   * Overwrites members of the user's metadata, and adds new ones. Needs `update:current_user_metadata`.
   *
   * @param userId as for {@link getUser}
   * @param userMetadata an object that survives JSON; members of it replace those of the same name as a whole
   * @returns the profile
   * @throws as {@link getUser}
   */
  declare readonly patchUserMetadata: CallbackOrPromiseOf<
    [userId: string, userMetadata: Readonly<Record<string, unknown>>],
    UserProfile
  >;

  /**
   * Links another account to this one. That account no longer exists by itself afterwards, and its metadata is
   * lost. Needs `update:current_user_identities`.
   *
   * @param userId the account that stays
   * @param secondaryUserToken an ID token of the other account, for the same application
   * @returns the identities of the user
   * @throws as {@link getUser}
   */
  declare readonly linkUser: CallbackOrPromiseOf<
    [userId: string, secondaryUserToken: string],
    readonly unknown[]
  >;

  /**
   * @param options checked at once and copied, never changed
   * @throws TypeError that names the option which is missing or wrong
   */
  constructor(options: ManagementOptions) {
    const given = takeOptions(options);
    const { fetch, clock } = resolvePorts(options.ports ?? {});
    const token = readToken(requireText(given, "token"), "token");
    const requestTimeout = readRequestTimeout(given);
    const service = { origin: readTenant(given), fetch, clock, requestTimeout, token };

    this.getUser = answerBothWays(service, (_, userId) =>
      request(service, locate(userId), takeRecord),
    );
    this.patchUserMetadata = answerBothWays(service, (_, userId, metadata) => {
      if (!isRecord(metadata)) refuse("userMetadata", "an object", "parameter is not valid");
      const json = { user_metadata: metadata };
      return request(service, locate(userId), takeRecord, { method: "PATCH", json });
    });
    this.linkUser = answerBothWays(service, (_, userId, secondary) => {
      const json = { link_with: readToken(secondary, "secondaryUserToken") };
      return request(service, `${locate(userId)}/identities`, takeList, { json });
    });
  }
}

/** Ids contain bars, and could contain slashes: each stays one segment of the path (RFC 3986, section 3.3). */
function locate(userId: unknown): string {
  // Encoding leaves dots as they are, and these two would still be steps in the path.
  if (typeof userId !== "string" || /^\.{0,2}$/.test(userId) || hasLoneSurrogate(userId)) {
    refuse("userId", "a user's id", "parameter is not valid");
  }
  return `/api/v2/users/${encodeURIComponent(userId)}`;
}

function takeList(body: unknown): readonly unknown[] | undefined {
  return Array.isArray(body) ? body : undefined;
}
