import { answerBothWays, type CallbackOrPromiseOf } from "./callback-or-promise.ts";
import { requestBody } from "./http.ts";
import { readTenant, requireText, takeOptions, wrongParameter } from "./options.ts";
import type { AuthPorts } from "./ports.ts";
import { isRecord } from "./records.ts";
import { resolvePorts } from "./runtime-ports.ts";

/** Options of `Management`. */
export interface ManagementOptions {
  /** The tenant's own domain, not a custom one. */
  readonly domain: string;
  /** An access token of the user for the audience `https://{domain}/api/v2/`. */
  readonly token: string;
  /** Replaces what the library uses of its surroundings; here `fetch` alone counts. */
  readonly ports?: Partial<Pick<AuthPorts, "fetch">> | undefined;
}

/** A user as the management interface has it, names as the service writes them. */
export type UserProfile = Readonly<Record<string, unknown>>;

/** Calls of the management interface that a user may make on their own account. */
export class Management {
  /**
   * Reads the user. Needs the scope `read:current_user`.
   *
   * @returns the profile, as the service sent it
   * @throws TypeError for a wrong argument; rejects with AuthError: `error` is the service's reason phrase
   *   (`Forbidden`), `errorDescription` its message, `errorCode` its code, where it sent one
   */
  declare readonly getUser: CallbackOrPromiseOf<[userId: string], UserProfile>;

  /**
   * Overwrites members of the user's metadata, and adds new ones. Needs `update:current_user_metadata`.
   *
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
   * @returns the identities of the user
   * @throws as {@link getUser}
   */
  declare readonly linkUser: CallbackOrPromiseOf<
    [userId: string, secondaryUserToken: string],
    readonly unknown[]
  >;

  /** @throws TypeError that names the option which is missing or wrong */
  constructor(options: ManagementOptions) {
    const given = takeOptions(options);
    const { origin } = readTenant(given);
    const token = readToken(requireText(given, "token"), "token");
    const { fetch } = resolvePorts(options.ports ?? {});

    /** Ids contain bars, and could contain slashes: each stays one segment of the path (RFC 3986, section 3.3). */
    const locate = (userId: unknown): string => {
      // Encoding leaves dots as they are, and these two would still be steps in the path.
      if (typeof userId !== "string" || /^\.{0,2}$/.test(userId)) {
        throw wrongParameter("userId", "the id of a user");
      }
      return `${origin}/api/v2/users/${encodeURIComponent(userId)}`;
    };

    this.getUser = answerBothWays((userId) =>
      requestBody(isRecord, fetch, { url: locate(userId), token }),
    );

    this.patchUserMetadata = answerBothWays(
      (userId, metadata) => {
        if (!isRecord(metadata)) throw wrongParameter("userMetadata", "an object");
        const json = { user_metadata: metadata };
        return requestBody(isRecord, fetch, { method: "PATCH", url: locate(userId), token, json });
      },
      { arity: 2 },
    );

    this.linkUser = answerBothWays(
      (userId, secondary) => {
        const url = `${locate(userId)}/identities`;
        const json = { link_with: readToken(secondary, "secondaryUserToken") };
        return requestBody(isList, fetch, { url, token, json });
      },
      { arity: 2 },
    );
  }
}

/**
 * Reads a token that a caller hands in.
 *
 * @throws TypeError for anything but visible ASCII, which no header can carry (RFC 6750, section 2.1)
 */
export function readToken(token: unknown, name: string): string {
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return token;
  throw wrongParameter(name, "a token, a string");
}

function isList(body: unknown): body is readonly unknown[] {
  return Array.isArray(body);
}
