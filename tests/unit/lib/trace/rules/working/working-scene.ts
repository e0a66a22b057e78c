import { traceOf, type EntryFacts } from "../../entries.ts";
import { app, authorize, callback, redeem } from "../rule-cases.ts";

/** An ordinary login that works, and that a rule could take for a failure. */
export interface WorkingScene {
  /** The rule that could name it an error. */
  rule: string;
  /** What happens, as the end of a test's title. */
  scene: string;
  entries: readonly EntryFacts[];
  /** The same without what makes it work: then the rule names an error. */
  harmful?: readonly EntryFacts[];
}

/** Returns the rules that name an error in any flow. */
export async function listErrors(entries: readonly EntryFacts[]): Promise<string[]> {
  const { flows } = await traceOf(entries);
  return flows.flatMap(({ verdict }) =>
    verdict.findings.flatMap(({ rule, severity }) => (severity === "error" ? [rule.id] : [])),
  );
}

/** Moves entries by a time in ms. */
export const later = (entries: readonly EntryFacts[], by: number): EntryFacts[] =>
  entries.map((each) => ({ ...each, at: (each.at ?? 0) + by }));

/** A login for a code, with a state and a code of its own, and what its request has beside. */
export function loginAt(
  at: number,
  changes: Record<string, string | undefined> = {},
  token = `opaque-access-token-${at}`,
): EntryFacts[] {
  const [state, code] = [`state-of-login-at-${at}`, `code-of-login-at-${at}`];
  const location = `${callback}?code=${code}&state=${state}`;
  return [
    authorize({ state, nonce: `nonce-of-login-at-${at}`, ...changes }, { at, location }),
    { url: location, at: at + 20, dest: "document", answer: "<h1>App</h1>" },
    {
      ...redeem,
      at: at + 60,
      form: { ...redeem.form, code },
      answer: { access_token: token, token_type: "Bearer", expires_in: 600 },
    },
  ];
}

/** A call of the application's API. */
export const call = (facts: Partial<EntryFacts>): EntryFacts => ({
  url: `${app}/api/orders`,
  at: 100,
  dest: "empty",
  headers: { Referer: `${app}/` },
  answer: { rows: [] },
  ...facts,
});

/** The headers of a call with a token. */
export const bearer = (token: string): Record<string, string> => ({
  Referer: `${app}/`,
  Authorization: `Bearer ${token}`,
});
