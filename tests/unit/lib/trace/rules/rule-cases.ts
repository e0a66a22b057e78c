import type { Navigation } from "../../../../../lib/trace/capture-context.ts";
import { traceOf, type EntryFacts } from "../entries.ts";

/** A capture, with what a rule says about it. */
export interface RuleCase {
  rule: string;
  /** What the capture shows, as the end of a test's title. */
  when: string;
  entries: readonly EntryFacts[];
  navigations?: readonly Navigation[];
}

/** The cases of some rules. */
export interface RuleCases {
  fails: readonly RuleCase[];
  /** Each is nearly a fault. */
  passes: readonly RuleCase[];
}

/** Returns the ids of the rules that failed for one of the flows. */
export async function listFailed({ entries, navigations = [] }: RuleCase): Promise<string[]> {
  const { flows } = await traceOf(entries, navigations);
  return flows.flatMap(({ verdict }) => verdict.findings.map(({ rule }) => rule.id));
}

export const idp = "https://login.example";
export const app = "https://app.example";
export const callback = `${app}/callback`;
/** The example of RFC 7636, appendix B. */
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/** The parameters of a request that has no fault; undefined removes one. */
export function queryOf(changes: Record<string, string | undefined> = {}): Record<string, string> {
  const query = {
    client_id: "spa",
    response_type: "code",
    redirect_uri: callback,
    scope: "openid profile",
    state: "2f1b0c7e-9d55-4b5f",
    nonce: "8a47d1f2-77aa-4c11",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The authorization request, as the page navigates to it. */
export function authorize(
  changes: Record<string, string | undefined> = {},
  facts: Partial<EntryFacts> = {},
): EntryFacts {
  return {
    url: `${idp}/authorize`,
    query: queryOf(changes),
    dest: "document",
    headers: { Referer: `${app}/` },
    ...facts,
  };
}

/** The callback with its response, in the query. */
export function backWith(
  response: Record<string, string>,
  changes: Record<string, string | undefined> = {},
): EntryFacts[] {
  const location = `${callback}?${new URLSearchParams({ state: "2f1b0c7e-9d55-4b5f", ...response }).toString()}`;
  return [
    authorize(changes, { location }),
    { url: location, at: 20, dest: "document", answer: "<h1>App</h1>" },
  ];
}

/** The exchange of the code, by the page's script. */
export const redeem: EntryFacts = {
  url: `${idp}/oauth/token`,
  at: 60,
  dest: "empty",
  origin: app,
  form: {
    grant_type: "authorization_code",
    client_id: "spa",
    code: "the-code",
    code_verifier: verifier,
    redirect_uri: callback,
  },
  responseHeaders: { "Cache-Control": "no-store", "Access-Control-Allow-Origin": app },
  answer: { access_token: "opaque-access-token", token_type: "Bearer", expires_in: 60 },
};

/** A login for a code without any fault. */
export const cleanLogin: EntryFacts[] = [...backWith({ code: "the-code" }), redeem];
