import type { JudgedFlow } from "../read-trace.ts";
import type { Evidence } from "../evidence.ts";
import type { FlowValue } from "./list-values.ts";

/** The order in which differences matter, after the evidence of the cause. */
export const places = {
  cause: 0,
  request: 100,
  error: 200,
  status: 201,
  relation: 300,
  claims: 400,
  onlyMessage: 500,
  headers: 600,
  rest: 700,
} as const;

const firstParameters =
  "redirect_uri client_id response_type response_mode scope audience code_challenge code_challenge_method".split(
    " ",
  );

/** The names of what the top cause of each login rests on, with their places. */
export function listCauses(...rows: readonly JudgedFlow[]): Map<string, number> {
  const causes = new Map<string, number>();
  for (const { verdict } of rows) {
    const [top] = verdict.findings;
    if (top === undefined || top.rank === "advice") continue;
    for (const [at, evidence] of top.seen.entries()) {
      // A refusal is the effect: another parameter of the request explains it better.
      if (evidence.part === "status" || evidence.name.startsWith("error")) continue;
      const place = places.cause + at;
      for (const name of namesOf(evidence)) {
        causes.set(name, Math.min(place, causes.get(name) ?? place));
      }
    }
  }
  return causes;
}

/** Evidence can be named "state sent"; that of an ID token begins with the name of the claim. */
function namesOf({ part, name, value }: Evidence): string[] {
  const isTime = part === "clock" || name.startsWith("Date ");
  const isOfToken = part === "claims" || part === "token-header";
  return [
    name,
    ...(isOfToken ? [value] : [name]).flatMap((text) => text.split(/\W/u, 1)),
    ...(isTime ? ["clock"] : []),
  ];
}

/** Returns the place of a difference in this value; 0 matters most. */
export function rankValue(
  { part, name }: FlowValue,
  causes: ReadonlyMap<string, number>,
  expected: readonly string[],
): number {
  const cause = part === "headers" || part === "status" ? undefined : causes.get(name);
  if (cause !== undefined) return cause;
  if (part === "request" && expected.includes(name)) return places.rest;
  if (part === "status") return name === "status" ? places.status : places.error;
  if (part === "login") return name === "library" ? places.rest : places.relation;
  if (part === "headers") return places.headers;
  const at = part === "request" ? firstParameters.indexOf(name) : -1;
  return at === -1 ? places.rest - 50 : places.request + at;
}
