import { AuthError, type AuthErrorReason } from "../auth/auth-error.ts";
import type { ClockPort, CryptoPort, FetchPort } from "../auth/ports.ts";
import { WebAuth } from "../auth/web-auth.ts";
import type { LoginExchange } from "../tokens/checks/login-facts.ts";
import type { LoginProblem } from "./login-problem.ts";
import { listParameters, type TranscriptEntry } from "./transcript.ts";

/** A login with redirect, as the form describes it. Empty texts are left out of the request. */
export interface LoginRun {
  /** Scheme, host and port of the domain that the login goes to. */
  origin: string;
  /** The tenant's other domains: their tokens are the same tenant's, and not for this login. */
  otherOrigins?: readonly string[];
  clientId: string;
  responseType: "token id_token" | "id_token" | "token";
  scope: string;
  audience: string;
  connection: string;
  prompt: "" | "login" | "none";
}

/** What a login run needs of its surroundings. */
export interface LoginRunPorts {
  /** The callback that the browser intercepts for us. */
  redirectUrl(): Promise<string>;
  /** Shows the authorization URL to the user, and resolves with the redirect, or with why there was none. */
  openLoginWindow(url: string): Promise<{ redirectedTo: string } | LoginProblem>;
  fetch: FetchPort;
  clock: ClockPort;
  crypto: CryptoPort;
}

/** The tokens a response carried, also when the library refused it: those are the ones to take apart. */
export interface ReceivedTokens {
  idToken?: string;
  accessToken?: string;
}

/** How the library decided on the response: each refusal of its own has a reason. */
export type LibraryVerdict =
  | { isAccepted: true }
  | { isAccepted: false; reason?: AuthErrorReason; description: string };

/** What came back from a login, and what the library made of it. */
interface LoginResponse {
  tokens: ReceivedTokens;
  /** What went over the wire; holds the tokens, so it stays where they are. */
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
  "The login window came back with something that is no address. Run again; if it stays, reload the extension.";

/**
 * Runs a login with redirect through version 10 of the library: builds the request, shows the login, and parses and
 * validates what came back. Each step is told to `onStep` as it happens. Rejects for no outcome of the login itself.
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
    const asked = new URL(authorizationUrl);
    step({
      title: `Authorization request to ${asked.origin}${asked.pathname}`,
      outcome: "done",
      facts: listParameters(asked.search),
    });

    const opened = await ports.openLoginWindow(authorizationUrl);
    // An address that cannot be read is not quoted by us, nor by the error that parsing it would raise.
    const answer =
      "problem" in opened || URL.canParse(opened.redirectedTo) ? opened : { problem: invalidUrl };
    if ("problem" in answer) {
      step({ title: "No answer came back", outcome: "failed", facts: [] });
      return { kind: "unanswered", ...answer };
    }
    const receivedAt = ports.clock.now();
    const { redirectedTo } = answer;
    return await processResponse({ answer: redirectedTo, receivedAt, asked, run, webAuth, step });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    step({ title: "The run could not start", outcome: "failed", facts: [] });
    return { kind: "unanswered", problem: error.message };
  }
}

async function processResponse(parts: {
  answer: string;
  /** Unix time in ms. */
  receivedAt: number;
  asked: URL;
  run: LoginRun;
  webAuth: WebAuth;
  step: (entry: Omit<TranscriptEntry, "at">) => void;
}): Promise<LoginOutcome> {
  const { answer, receivedAt, asked, run, webAuth, step } = parts;
  const returned = new URL(answer);
  // Errors may come in the query, where a tenant puts them when it did not get as far as reading the response mode.
  const encoded = returned.hash.length > 1 ? returned.hash.slice(1) : returned.search.slice(1);
  const parameters = new URLSearchParams(encoded);
  const tokens = readTokens(parameters);
  const exchange: LoginExchange = {
    request: Object.fromEntries(asked.searchParams),
    response: Object.fromEntries(parameters),
    issuer: `${run.origin}/`,
    otherIssuers: (run.otherOrigins ?? []).map((origin) => `${origin}/`),
    receivedAt,
  };
  step({
    title: `Answer at ${returned.origin}${returned.pathname}`,
    outcome: parameters.has("error") ? "failed" : "done",
    facts: listParameters(encoded),
  });
  try {
    const result = await webAuth.parseHash({ hash: encoded });
    if (result === null) {
      const description = "The answer carries neither tokens nor an error.";
      return {
        kind: "refused",
        error: "invalid_hash",
        errorDescription: description,
        remedy: "Check the response type of this run, and what the tenant's login page did.",
        tokens,
        exchange,
        verdict: { isAccepted: false, reason: "token_missing", description },
      };
    }
    step({ title: "parseHash accepted the answer", outcome: "done", facts: [] });
    return { kind: "succeeded", tokens, exchange, verdict: { isAccepted: true } };
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    step({
      title: "parseHash refused the answer",
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
