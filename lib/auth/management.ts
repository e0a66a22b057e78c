import { toCallbackOrPromise, type CallbackOrPromiseOf } from "./callback-or-promise.ts";
import { request, readRecord } from "./http.ts";
import {
  copyOptions,
  readJson,
  readRequestTimeout,
  readTenant,
  readToken,
  refuse,
  requireText,
} from "./options.ts";
import type { AuthPorts } from "./ports.ts";
import { isRecord } from "./records.ts";
import { resolvePorts } from "./runtime-ports.ts";

/** Options of `Management`. */
export interface ManagementOptions {
  /** The tenant's own domain, not a custom one. */
  readonly domain: string;
  /** An access token of the user for the audience `https://{domain}/api/v2/`. */
  readonly token: string;
  /** Time limit of each request, in milliseconds below 2 ** 31. Default: 10000. */
  readonly requestTimeout?: number | undefined;
  /** Replaces the ports `fetch` and `clock`. Default: those of the runtime. */
  readonly ports?: Partial<Pick<AuthPorts, "fetch" | "clock">> | undefined;
}

/** A user of the Management API, as the service sent it. */
export type UserProfile = Readonly<Record<string, unknown>>;

/**
 * Calls the Management API for the current user. The methods need no `this`. They take a
 * callback or return a promise, like those of `WebAuth`.
 */
export class Management {
  /**
   * Reads the user. Requires the scope `read:current_user`.
   *
   * @param userId the `sub` of the user info: `auth0|5f7c...`
   * @returns the profile, as the service sent it
   * @throws TypeError for a wrong argument; rejects with AuthError: `request_error`, `timeout`, or
   *   a refusal. Of a refusal, `error` is the service's reason phrase (`Forbidden`),
   *   `errorDescription` its message, and `errorCode` its code, where it sent one
   * @see the client library interface, management calls; also for the methods below
   */
  declare readonly getUser: CallbackOrPromiseOf<[userId: string], UserProfile>;

  /**
   * Overwrites and adds members of the user's metadata. Requires `update:current_user_metadata`.
   *
   * @param userId as for {@link getUser}
   * @param userMetadata a JSON object. Each member replaces the whole member of the same name
   * @returns the profile
   * @throws as {@link getUser}
   */
  declare readonly patchUserMetadata: CallbackOrPromiseOf<
    [userId: string, userMetadata: Readonly<Record<string, unknown>>],
    UserProfile
  >;

  /**
   * Links another account to this one. The other account no longer exists afterwards, and its
   * metadata is lost. Requires `update:current_user_identities`.
   *
   * @param userId the account that remains
   * @param secondaryUserToken an ID token of the other account, for the same application
   * @returns the identities of the user
   * @throws as {@link getUser}
   */
  declare readonly linkUser: CallbackOrPromiseOf<
    [userId: string, secondaryUserToken: string],
    readonly unknown[]
  >;

  /**
   * @param options validated at once and copied, never changed
   * @throws TypeError that names the missing or wrong option
   */
  constructor(options: ManagementOptions) {
    const given = copyOptions(options);
    const { fetch, clock } = resolvePorts(options.ports ?? {});
    const token = readToken(requireText(given, "token"), "token");
    const requestTimeout = readRequestTimeout(given);
    const service = { origin: readTenant(given), fetch, clock, requestTimeout, token };

    this.getUser = toCallbackOrPromise(service, (_, userId) =>
      request(service, writeUserPath(userId), readRecord),
    );
    this.patchUserMetadata = toCallbackOrPromise(
      service,
      (_, userId, metadata) => {
        if (!isRecord(metadata)) refuse("userMetadata", "an object", "parameter is not valid");
        const json = { user_metadata: metadata };
        readJson(json, "user_metadata");
        return request(service, writeUserPath(userId), readRecord, { method: "PATCH", json });
      },
      2,
    );
    this.linkUser = toCallbackOrPromise(
      service,
      (_, userId, secondary) => {
        const json = { link_with: readToken(secondary, "secondaryUserToken") };
        return request(service, `${writeUserPath(userId)}/identities`, takeList, { json });
      },
      2,
    );
  }
}

/** Writes a user id as one segment of the path (RFC 3986, section 3.3): ids may contain slashes. */
function writeUserPath(userId: unknown): string {
  // Encoding does not change dots, and `.` and `..` are steps in a path.
  if (typeof userId !== "string" || /^\.{0,2}$/.test(userId) || !userId.isWellFormed()) {
    refuse("userId", "a user's id", "parameter is not valid");
  }
  return `/api/v2/users/${encodeURIComponent(userId)}`;
}

function takeList(body: unknown): readonly unknown[] | undefined {
  return Array.isArray(body) ? body : undefined;
}
