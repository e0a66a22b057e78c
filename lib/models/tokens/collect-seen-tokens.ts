import { issuerOf } from "../../messages/domain.ts";
import { seenTokenSchema, type SeenExchange, type SeenToken } from "../../messages/seen-token.ts";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import type { LoginExchange, LoginParameters } from "../../tokens/checks/login-facts.ts";
import { listRunTokens, readRunExchange } from "../runs/run-tokens.ts";
import type { RunView } from "../runs/run-view.ts";

/** The tokens of one token exchange in the popup. */
export interface IssuedTokens {
  tenant: Tenant;
  profile: string;
  clientId: string;
  response: Readonly<Record<string, unknown>>;
  /** Unix time in ms. */
  receivedAt: number;
}

/** Returns the tokens of a run that has ended. */
export function collectRunTokens(run: RunView, createId: () => string): SeenToken[] {
  const { id, access, refresh } = listRunTokens(run);
  return collect(
    { id, access, refresh },
    {
      tenantId: run.tenant.id,
      source: { kind: "run", title: run.operation.title },
      exchange: keepFacts(readRunExchange(run)),
      seenAt: run.endedAt ?? run.startedAt,
    },
    createId,
  );
}

/** Returns the tokens that an exchange issued. */
export function collectIssuedTokens(issued: IssuedTokens, createId: () => string): SeenToken[] {
  const { tenant, profile, clientId, response, receivedAt } = issued;
  const { id_token: id, access_token: access, refresh_token: refresh, expires_in: life } = response;
  return collect(
    { id, access, refresh },
    {
      tenantId: tenant.id,
      source: { kind: "exchange", profile },
      exchange: {
        request: { client_id: clientId },
        response: typeof life === "number" ? { expires_in: `${life}` } : {},
        issuer: issuerOf({ origin: loginOriginOf(tenant) }),
        otherIssuers: otherOriginsOf(tenant).map((origin) => issuerOf({ origin })),
        receivedAt,
      },
      seenAt: receivedAt,
    },
    createId,
  );
}

/** Returns one row per token. A row that is too long to be stored goes without the facts. */
function collect(
  tokens: Readonly<Record<SeenToken["role"], unknown>>,
  shared: Pick<SeenToken, "tenantId" | "source" | "seenAt" | "exchange">,
  createId: () => string,
): SeenToken[] {
  const group = createId();
  const { exchange, ...rest } = shared;
  return (["id", "access", "refresh"] as const).flatMap((role) => {
    const token = tokens[role];
    if (typeof token !== "string" || token === "") return [];
    const row = { ...rest, id: createId(), group, role, token };
    return (
      [{ ...row, exchange }, row].filter((one) => seenTokenSchema.safeParse(one).success)[0] ?? []
    );
  });
}

/** The parameters that checks compare a token with: see `expectationsOf` of `lib/tokens`. */
const requestNames = ["client_id", "nonce", "max_age", "organization"];
const responseNames = ["code", "expires_in"];

/** Returns the facts of a login without its tokens and other values. */
function keepFacts({ request, response, ...rest }: LoginExchange): SeenExchange {
  const pick = (all: LoginParameters, names: readonly string[]) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  return {
    request: pick(request, requestNames),
    response: pick(response, responseNames),
    issuer: rest.issuer,
    ...(rest.otherIssuers === undefined ? {} : { otherIssuers: [...rest.otherIssuers] }),
    receivedAt: rest.receivedAt,
  };
}

/**
 * Returns the facts to check a listed token against, with the access token of the same response for
 * `at_hash`, unless that one was forgotten.
 */
export function findExchange(
  row: SeenToken,
  listed: readonly SeenToken[],
): LoginExchange | undefined {
  if (row.exchange === undefined) return undefined;
  const { request, response, issuer, otherIssuers, receivedAt } = row.exchange;
  const access = listed.find((one) => one.group === row.group && one.role === "access");
  return {
    request,
    response: { ...response, ...(access === undefined ? {} : { access_token: access.token }) },
    issuer,
    ...(otherIssuers === undefined ? {} : { otherIssuers }),
    receivedAt,
  };
}
