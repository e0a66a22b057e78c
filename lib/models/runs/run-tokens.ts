import { isJsonObject, readMember, readText } from "../../encoding/json.ts";
import type { TokenKind } from "../../runs/operation.ts";
import type { ReceivedTokens } from "../../runs/read-exchange.ts";
import type { LoginExchange } from "../../tokens/checks/login-facts.ts";
import type { RunView } from "./run-view.ts";

/** Returns the tokens that a run received; a result can have tokens that no request shows. */
export function listRunTokens({
  outcome,
}: Pick<RunView, "outcome">): Partial<Record<TokenKind, string | undefined>> {
  if (outcome?.kind !== "succeeded" && outcome?.kind !== "refused") return {};
  const result = outcome.kind === "succeeded" && isJsonObject(outcome.result) ? outcome.result : {};
  const read = (name: keyof ReceivedTokens) =>
    outcome.tokens[name] ?? readText(readMember(result, name));
  return {
    access: read("accessToken"),
    id: read("idToken"),
    refresh: read("refreshToken"),
    code: read("code"),
  };
}

/** Returns the values to check the tokens of a run against. */
export function readRunExchange(run: RunView): LoginExchange {
  const { outcome, values, setting, startedAt, endedAt } = run;
  const login = outcome !== undefined && "login" in outcome ? outcome.login : undefined;
  if (login !== undefined) return login.exchange;
  // The tokens came without an authorization response.
  const { origin, managementOrigin, issuer, clientId } = setting;
  return {
    request: { client_id: values["clientID"]?.trim() || clientId },
    response: {},
    issuer: issuer ?? `${origin}/`,
    otherIssuers: managementOrigin === origin ? [] : [`${managementOrigin}/`],
    receivedAt: endedAt ?? startedAt,
  };
}
