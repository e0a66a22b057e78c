import type { AuthResult, ResponseContext } from "./accept-response.ts";
import { Authentication } from "./authentication.ts";
import {
  addStateAndNonce,
  readAuthorizeOptions,
  writeAuthorizeUrl,
  type AuthorizeOptions,
} from "./authorize-url.ts";
import { answerBothWays, toAuthError, type CallbackOrPromise } from "./callback-or-promise.ts";
import {
  checkSession,
  readCheckSessionOptions,
  type CheckSessionOptions,
} from "./check-session.ts";
import { isRecord } from "./is-record.ts";
import { KeySet } from "./key-set.ts";
import { writeLogoutUrl, type LogoutOptions } from "./logout-url.ts";
import { readOptions, type WebAuthOptions } from "./options.ts";
import { judgeHash, readParseHashOptions, type ParseHashOptions } from "./parse-hash.ts";
import type { AuthPorts } from "./ports.ts";
import { requirePort, resolvePorts } from "./runtime-ports.ts";
import { readTransaction, TransactionStore } from "./transactions.ts";

/**
 * Logs users in at one tenant for one application. Its methods need no `this` and may be taken off it. Each
 * that has a result answers to a callback `(error, result)`, or with a promise when there is none; failures
 * are AuthErrors, and a wrong argument throws a TypeError at once.
 */
export class WebAuth {
  /** The calls that need no page. */
  readonly client: Authentication;

  /**
   * Leaves the page for the tenant's login. Makes a state, and a nonce when an ID token is asked for, unless
   * they are given, and keeps both for 30 minutes for `parseHash`.
   *
   * @returns when the page has been told to go
   * @throws TypeError for a wrong option; rejects with AuthError `runtime_error` when the storage fails
   * @see RFC 6749, section 4.1.1; OpenID Connect Core 1.0, section 3.1.2.1
   */
  readonly authorize: (options?: AuthorizeOptions) => Promise<void>;

  /**
   * Reads the response of a login from the fragment of an address. The login that it answers is used up.
   *
   * @returns the result; null when the fragment holds neither a token nor an error
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code, `invalid_hash` for
   *   a response that is not what was asked for, `invalid_token` for a state or an ID token that does not hold
   * @see OpenID Connect Core 1.0, sections 3.2.2.5 to 3.2.2.11
   */
  readonly parseHash: CallbackOrPromise<ParseHashOptions, AuthResult | null>;

  /**
   * Gets new tokens for a user who is still logged in at the tenant, in a hidden frame, without leaving the
   * page. Call it at most every 15 minutes. Needs the tenant's cookies in a frame, which browsers block on
   * pages of other sites.
   *
   * @returns the result
   * @throws TypeError for a wrong option; rejects with AuthError: the service's own code (`login_required`,
   *   `consent_required`), `error` for the response type code or without a redirectUri, `origin_mismatch`
   *   for a redirectUri of another origin, `timeout` (60 seconds unless given), `invalid_token`
   * @see OpenID Connect Core 1.0, section 3.1.2.1 (prompt=none)
   */
  readonly checkSession: CallbackOrPromise<CheckSessionOptions, AuthResult>;

  /**
   * Leaves the page for the tenant's logout.
   *
   * @returns when the page has been told to go
   * @throws TypeError for a wrong option
   */
  readonly logout: (options?: LogoutOptions) => Promise<void>;

  /**
   * @param options checked at once and copied, never changed
   * @param place the ports of the place this runs in; those in the options come first
   * @throws TypeError that names the option which is missing or wrong
   */
  constructor(options: WebAuthOptions, place: Partial<AuthPorts> = {}) {
    const settings = readOptions(options);
    const ports = resolvePorts(options.ports ?? {}, place);
    const context: ResponseContext = {
      settings,
      ports,
      keys: new KeySet(settings.issuer, ports),
    };
    let transactions: TransactionStore | undefined;
    const requireTransactions = (method: string): TransactionStore => {
      transactions ??= new TransactionStore(requirePort(ports, "storage", method), ports.clock);
      return transactions;
    };

    this.client = new Authentication({ ...options, ports });

    this.authorize = (given) => {
      const navigation = requirePort(ports, "navigation", "authorize");
      const store = requireTransactions("authorize");
      const parameters = readAuthorizeOptions(settings, given);
      const state = addStateAndNonce(parameters, ports.crypto);
      const url = writeAuthorizeUrl(settings, parameters);
      const appState = isRecord(given) ? given["appState"] : undefined;
      return inOneForm(async () => {
        await store.keep(state, { ...readTransaction(parameters), appState });
        await navigation.goTo(url);
      });
    };

    this.parseHash = answerBothWays((given) => {
      const checked = readParseHashOptions(given);
      const store = requireTransactions("parseHash");
      const hash = checked.hash ?? requirePort(ports, "location", "parseHash").hash();
      return judgeHash(hash, checked, store, context);
    });

    this.checkSession = answerBothWays((given) => {
      const frames = requirePort(ports, "frames", "checkSession");
      const messages = requirePort(ports, "messages", "checkSession");
      const origin = requirePort(ports, "location", "checkSession").origin();
      const check = readCheckSessionOptions(given, context);
      return checkSession(check, { frames, messages, origin }, context);
    });

    this.logout = (given) => {
      const navigation = requirePort(ports, "navigation", "logout");
      const url = writeLogoutUrl(settings, given);
      return inOneForm(async () => {
        await navigation.goTo(url);
      });
    };
  }
}

async function inOneForm(run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (failure) {
    throw toAuthError(failure);
  }
}
