import type { TokenReport } from "../../tokens/inspect-token.ts";

/** A client ID to choose from. */
export interface ClientSuggestion {
  readonly clientId: string;
  /** The claim of the token that names it; undefined for that of a run or a tenant. */
  readonly claim?: string;
}

const maxSuggestions = 10;
/** The characters of common client IDs. A text with others, such as markup, is no suggestion. */
const clientIdPattern = /^[\w.:/@|~+-]{1,200}$/u;

/**
 * Lists client IDs for a check: those of the run and the tenant, then those that the token itself
 * names. The latter prove nothing, because the token's author chose them.
 */
export function suggestClients(
  known: readonly string[],
  report: TokenReport | undefined,
): ClientSuggestion[] {
  const named = report?.kind === "read" ? readClients(report.token.payload) : [];
  const all: ClientSuggestion[] = [...known.map((clientId) => ({ clientId })), ...named];
  const isFirst = ({ clientId }: ClientSuggestion, at: number) =>
    clientId !== "" && all.findIndex((one) => one.clientId === clientId) === at;
  return all.filter(isFirst).slice(0, maxSuggestions);
}

function readClients(payload: Readonly<Record<string, unknown>>): ClientSuggestion[] {
  return ["aud", "azp", "client_id"].flatMap((claim) => {
    const value = payload[claim];
    return (Array.isArray(value) ? value.slice(0, maxSuggestions) : [value]).flatMap(
      (one: unknown) => (isClientId(one) ? [{ clientId: one, claim }] : []),
    );
  });
}

function isClientId(value: unknown): value is string {
  return typeof value === "string" && clientIdPattern.test(value);
}
