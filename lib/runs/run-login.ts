import { AuthError, type AuthErrorReason } from "../auth/auth-error.ts";
import type { ClockPort, CryptoPort, FetchPort } from "../auth/ports.ts";
import { WebAuth } from "../auth/web-auth.ts";
import type { LoginExchange } from "../tokens/checks/login-facts.ts";
import type { LoginProblem } from "./login-problem.ts";
import { listParameters, type TranscriptEntry } from "./transcript.ts";

/** The parameters of a login with redirect. The request omits empty ones. */
export interface LoginRun {
  /** Scheme, host and port of the login's domain. */
  origin: string;
  /** The tenant's other domains. Tokens that they issue are not valid for this login. */
  otherOrigins?: readonly string[];
  clientId: string;
  responseType: "token id_token" | "id_token" | "token";
  scope: string;
  audience: string;
  connection: string;
  prompt: "" | "login" | "none";
}

/** The ports of a login run. */
export interface LoginRunPorts {
  /** Returns the callback URL, which the browser intercepts. */
  redirectUrl(): Promise<string>;
  /** Shows the authorization URL to the user. Resolves with the redirect, or with the problem. */
  openLoginWindow(url: string): Promise<{ redirectedTo: string } | LoginProblem>;
  fetch: FetchPort;
  clock: ClockPort;
  crypto: CryptoPort;
}

/** The tokens of a response, even of a refused one: the user can inspect them. */
export interface ReceivedTokens {
  idToken?: string;
  accessToken?: string;
}

/** The library's verdict on a response. A refusal by the library itself has a reason. */
export type LibraryVerdict =
  | { isAccepted: true }
  | { isAccepted: false; reason?: AuthErrorReason; description: string };

/** The response of a login, with the library's verdict. */
interface LoginResponse {
  tokens: ReceivedTokens;
  /** The parameters on the wire. They contain the tokens and need the same protection. */
  exchange: LoginExchange;
  verdict: LibraryVerdict;
}

export type LoginOutcome =
  | ({ kind: "succeeded" } & LoginResponse)
  | ({
      kind: "refused";
      error: string;
      errorDescription: string;
      remedy?: string;
    } & LoginResponse)
  | ({ kind: "unanswered" } & LoginProblem);

const invalidUrl =
  "The login window returned an invalid URL. Run the login again; if this continues, reload the extension.";

/**
 * Runs a login with redirect through version 10 of the library: builds the request, shows the
 * login and validates the response. Calls `onStep` at each step. A failed login is an outcome, not
 * a rejection.
 */
export async function runLogin(
  run: LoginRun,
  ports: LoginRunPorts,
  onStep: (entry: TranscriptEntry) => void,
): Promise<LoginOutcome> {
  const step = (entry: Omit<TranscriptEntry, "at">) => onStep({ at: ports.clock.now(), ...entry });
  let authorizationUrl = "";
  try {
    const webAuth = new WebAuth({
      domain: run.origin,
      clientID: run.clientId,
      redirectUri: await ports.redirectUrl(),
      responseType: run.responseType,
      ports: {
        storage: new Map<string, string>(),
        navigation: {
          goTo: (url) => {
            authorizationUrl = url;
          },
        },
        fetch: ports.fetch,
        clock: ports.clock,
        crypto: ports.crypto,
      },
    });
    await webAuth.authorize({
      ...(run.scope === "" ? {} : { scope: run.scope }),
      ...(run.audience === "" ? {} : { audience: run.audience }),
      ...(run.connection === "" ? {} : { connection: run.connection }),
      ...(run.prompt === "" ? {} : { prompt: run.prompt }),
    });
    const requestUrl = new URL(authorizationUrl);
    step({
      title: `Authorization request to ${requestUrl.origin}${requestUrl.pathname}`,
      outcome: "done",
      facts: listParameters(requestUrl.search),
    });

    const opened = await ports.openLoginWindow(authorizationUrl);
    // Do not parse or show an invalid URL: the parser's error would quote it, with its secrets.
    const result =
      "problem" in opened || URL.canParse(opened.redirectedTo) ? opened : { problem: invalidUrl };
    if ("problem" in result) {
      step({ title: "No response", outcome: "failed", facts: [] });
      return { kind: "unanswered", ...result };
    }
    const receivedAt = ports.clock.now();
    const { redirectedTo } = result;
    return await processResponse({
      redirectUrl: redirectedTo,
      receivedAt,
      requestUrl,
      run,
      webAuth,
      step,
    });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    step({ title: "Could not start the run", outcome: "failed", facts: [] });
    return { kind: "unanswered", problem: error.message };
  }
}

async function processResponse(parts: {
  redirectUrl: string;
  /** Unix time in ms. */
  receivedAt: number;
  requestUrl: URL;
  run: LoginRun;
  webAuth: WebAuth;
  step: (entry: Omit<TranscriptEntry, "at">) => void;
}): Promise<LoginOutcome> {
  const { redirectUrl, receivedAt, requestUrl, run, webAuth, step } = parts;
  const returned = new URL(redirectUrl);
  // An error is in the query if the tenant failed before it read the response mode.
  const encoded = returned.hash.length > 1 ? returned.hash.slice(1) : returned.search.slice(1);
  const parameters = new URLSearchParams(encoded);
  const tokens = readTokens(parameters);
  const exchange: LoginExchange = {
    request: Object.fromEntries(requestUrl.searchParams),
    response: Object.fromEntries(parameters),
    issuer: `${run.origin}/`,
    otherIssuers: (run.otherOrigins ?? []).map((origin) => `${origin}/`),
    receivedAt,
  };
  step({
    title: `Response at ${returned.origin}${returned.pathname}`,
    outcome: parameters.has("error") ? "failed" : "done",
    facts: listParameters(encoded),
  });
  try {
    const result = await webAuth.parseHash({ hash: encoded });
    if (result === null) {
      const description = "The response contains neither tokens nor an error.";
      return {
        kind: "refused",
        error: "invalid_hash",
        errorDescription: description,
        remedy: "Check the response type of this run and the tenant's login page.",
        tokens,
        exchange,
        verdict: { isAccepted: false, reason: "token_missing", description },
      };
    }
    step({ title: "parseHash accepted the response", outcome: "done", facts: [] });
    return { kind: "succeeded", tokens, exchange, verdict: { isAccepted: true } };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    step({
      title: "parseHash rejected the response",
      outcome: "failed",
      facts: [{ name: "error", value: error.error, isSecret: false }],
    });
    return {
      kind: "refused",
      error: error.error,
      errorDescription: error.errorDescription,
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
      tokens,
      exchange,
      verdict: {
        isAccepted: false,
        ...(error.reason === undefined ? {} : { reason: error.reason }),
        description: error.errorDescription,
      },
    };
  }
}

function readTokens(parameters: URLSearchParams): ReceivedTokens {
  const idToken = parameters.get("id_token");
  const accessToken = parameters.get("access_token");
  return {
    ...(idToken === null ? {} : { idToken }),
    ...(accessToken === null ? {} : { accessToken }),
  };
}
