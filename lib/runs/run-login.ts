import { AuthError } from "../auth/auth-error.ts";
import type { ClockPort, CryptoPort, FetchPort } from "../auth/ports.ts";
import { WebAuth } from "../auth/web-auth.ts";
import { listParameters, type TranscriptEntry } from "./transcript.ts";

/** A login with redirect, as the form describes it. Empty texts are left out of the request. */
export interface LoginRun {
  /** Scheme, host and port of the tenant. */
  origin: string;
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
  /** Shows the authorization URL to the user, and answers with the URL it came back to, or with what went wrong. */
  openLoginWindow(url: string): Promise<{ redirectedTo: string } | { problem: string }>;
  fetch: FetchPort;
  clock: ClockPort;
  crypto: CryptoPort;
}

/** The tokens a response carried, also when the library refused it: those are the ones to take apart. */
export interface ReceivedTokens {
  idToken?: string;
  accessToken?: string;
}

/** What a token of this run is judged against. */
export interface RunContext {
  issuer: string;
  clientId: string;
  nonce?: string;
}

export type LoginOutcome =
  | { kind: "succeeded"; tokens: ReceivedTokens; context: RunContext }
  | {
      kind: "refused";
      error: string;
      errorDescription: string;
      remedy?: string;
      tokens: ReceivedTokens;
      context: RunContext;
    }
  | { kind: "unanswered"; problem: string };

const noAddress =
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
      "problem" in opened || URL.canParse(opened.redirectedTo) ? opened : { problem: noAddress };
    if ("problem" in answer) {
      step({ title: "No answer came back", outcome: "failed", facts: [] });
      return { kind: "unanswered", problem: answer.problem };
    }
    return await judgeAnswer({ answer: answer.redirectedTo, asked, run, webAuth, step });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    step({ title: "The run could not start", outcome: "failed", facts: [] });
    return { kind: "unanswered", problem: error.message };
  }
}

async function judgeAnswer(parts: {
  answer: string;
  asked: URL;
  run: LoginRun;
  webAuth: WebAuth;
  step: (entry: Omit<TranscriptEntry, "at">) => void;
}): Promise<LoginOutcome> {
  const { answer, asked, run, webAuth, step } = parts;
  const returned = new URL(answer);
  // Errors may come in the query, where a tenant puts them when it did not get as far as reading the response mode.
  const encoded = returned.hash.length > 1 ? returned.hash.slice(1) : returned.search.slice(1);
  const parameters = new URLSearchParams(encoded);
  const tokens = readTokens(parameters);
  const nonce = asked.searchParams.get("nonce");
  const context: RunContext = {
    issuer: `${run.origin}/`,
    clientId: run.clientId,
    ...(nonce === null ? {} : { nonce }),
  };
  step({
    title: `Answer at ${returned.origin}${returned.pathname}`,
    outcome: parameters.has("error") ? "failed" : "done",
    facts: listParameters(encoded),
  });
  try {
    const result = await webAuth.parseHash({ hash: encoded });
    if (result === null) {
      return {
        kind: "refused",
        error: "invalid_hash",
        errorDescription: "The answer carries neither tokens nor an error.",
        remedy: "Check the response type of this run, and what the tenant's login page did.",
        tokens,
        context,
      };
    }
    step({ title: "parseHash accepted the answer", outcome: "done", facts: [] });
    return { kind: "succeeded", tokens, context };
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
      context,
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
