import { batch, computed, createModel, effect, signal, untracked } from "@preact/signals";
import { issuerOf } from "../../messages/domain.ts";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import { InspectionModel, type InspectionPort } from "./inspection-model.ts";
import { KeysModel } from "./keys-model.ts";
import { expectationsOf, type LoginExchange } from "../../tokens/checks/login-facts.ts";
import type { InspectionContext } from "../../tokens/inspect-token.ts";
import { classifyToken } from "../../tokens/classify-token.ts";
import { explainNoToken } from "../../tokens/input/explain-no-token.ts";
import { nameKind } from "../../tokens/kinds/name-kind.ts";
import { findTokens, type FoundToken, type TokenSearch } from "../../tokens/input/find-tokens.ts";
import type { CapturedLogin } from "../../trace/describe-login.ts";
import { readOnly } from "../read-only.ts";

/** The origin of a token in a run, with the exchange to check it against. */
export interface TokenOfRun {
  name: "ID token" | "access token";
  exchange: LoginExchange;
}

/** The origin of the text in the field. */
export type TokenOrigin = { kind: "pasted" } | SeenOrigin;

/** The origin of a token that the user has not pasted, with a label for the field. */
export type SeenOrigin =
  | ({ kind: "run"; label: string } & TokenOfRun)
  /** A token without facts to check it against, with the name that it came under, if known. */
  | { kind: "seen"; label: string; name?: string }
  | CapturedOrigin;

/** A token of a login that the Trace tab captured. Its issuer is missing if nothing tells it. */
export interface CapturedOrigin {
  kind: "captured";
  label: string;
  use: "id_token" | "access_token" | undefined;
  login: CapturedLogin;
  /** True if the page ran the library of the contract, whose rules then apply to the ID token. */
  isOfLibrary: boolean;
}

/** Returns the issuer of a tenant's tokens: the domain of its logins. */
export function issuerAt(tenant: Tenant | undefined): string | undefined {
  return tenant === undefined ? undefined : issuerOf({ origin: loginOriginOf(tenant) });
}

type Expected = Omit<InspectionContext, "now" | "keys" | "decoded">;

/** Returns the values that a token must match, from its run or from the chosen tenant. */
function expectedOf(from: TokenOrigin, tenant: Tenant | undefined): Expected {
  if (from.kind === "run") {
    const use = from.name === "ID token" ? "id_token" : "access_token";
    return { ...expectationsOf(from.exchange), use };
  }
  if (from.kind === "captured") {
    const isForLibrary = from.isOfLibrary || from.login.issuer === issuerAt(tenant);
    const use = from.use === undefined ? {} : { use: from.use };
    return { ...expectationsOf(from.login), isForLibrary, ...use };
  }
  const issuer = issuerAt(tenant);
  if (issuer === undefined || tenant === undefined) return {};
  const otherIssuers = otherOriginsOf(tenant).map((origin) => issuerOf({ origin }));
  return { tenantIssuer: issuer, otherIssuers };
}

/** Returns the issuer to load keys of. A captured login's provider is asked only if it is ours. */
function keyIssuerOf(
  from: TokenOrigin,
  { tenantIssuer }: Expected,
  tenant: Tenant | undefined,
): string | undefined {
  if (from.kind !== "captured") return tenantIssuer;
  return tenantIssuer === issuerAt(tenant) ? tenantIssuer : undefined;
}

function listTokens(search: TokenSearch): readonly FoundToken[] {
  return search.kind === "found" ? search.tokens : [];
}

function listChoices(search: TokenSearch) {
  return listTokens(search).map(({ text, name }) => ({ name, kind: nameKind(text, name) }));
}

/** Inspects one token of a text. This model is the only place with the text. */
export const TokensModel = createModel((port: InspectionPort) => {
  const text = signal("");
  const origin = signal<TokenOrigin>({ kind: "pasted" });
  /** The tokens in the text that the user pasted. */
  const search = signal<TokenSearch>({ kind: "none" });
  const chosen = signal(0);
  const inspection = new InspectionModel(port);
  /** True for a token of a run until the user reveals it: the token can be used elsewhere. */
  const isMasked = signal(false);
  const keys = new KeysModel();
  let lastTenant: Tenant | undefined;

  async function inspect(tenant: Tenant | undefined): Promise<void> {
    lastTenant = tenant;
    const found = search.peek();
    if (text.peek().trim() === "") return inspection.conclude(undefined);
    if (found.kind !== "found") {
      const failure = explainNoToken(found.kind, text.peek());
      return inspection.conclude({ kind: "unreadable", failure });
    }
    const { text: token, name } = found.tokens[chosen.peek()] ?? found.tokens[0];
    const pasted = keys.inUse.peek();
    const expected = {
      ...(name === undefined ? {} : { name }),
      others: found.tokens.map((one) => one.text),
      // Pasted keys are those of another issuer: do not expect the tenant's.
      ...expectedOf(origin.peek(), pasted === undefined ? tenant : undefined),
    };
    const keyIssuer = keyIssuerOf(origin.peek(), expected, tenant);
    await inspection.inspect({ token, expected, pasted, keyIssuer });
  }

  effect(() => {
    // The keys changed, so the verdict may change.
    void keys.inUse.value;
    untracked(() => void inspect(lastTenant));
  });

  /** Shows a token that the user has not pasted: masked, because it can be used elsewhere. */
  function show(token: string, from: TokenOrigin): void {
    batch(() => {
      inspection.clear();
      text.value = token;
      origin.value = from;
      isMasked.value = true;
      const name = from.kind === "seen" ? from.name : undefined;
      search.value = { kind: "found", tokens: [{ text: token, kind: "named", name }] };
      chosen.value = 0;
    });
  }

  function forget(): void {
    batch(() => {
      keys.forget();
      text.value = "";
      search.value = { kind: "none" };
      origin.value = { kind: "pasted" };
      isMasked.value = false;
    });
    void inspect(undefined);
  }

  return {
    /** The keys that the user pasted. */
    keys,
    text: readOnly(text),
    origin: readOnly(origin),
    report: inspection.report,
    /** The verdict about the token; undefined without a token that can be decoded. */
    verdict: computed(() => {
      const report = inspection.report.value;
      return report?.kind === "read" ? classifyToken(report) : undefined;
    }),
    isInspecting: inspection.isInspecting,
    decoded: inspection.decoded,
    loadsKeysOf: inspection.loadsKeysOf,
    /** True for a token of a run until the user reveals it. */
    isMasked: readOnly(isMasked),
    /** The issuer whose keys were used: that of the run, or of the tenant at that time. */
    checkedAgainst: inspection.checkedAgainst,
    /** True if the keys of the last inspection were pasted ones. */
    isCheckedWithPasted: inspection.isCheckedWithPasted,

    /** The tokens in the text that the user pasted, in their order. */
    tokens: computed(() => listTokens(search.value)),
    /** Each of the tokens by its name in the text and its kind, to choose from. */
    choices: computed(() => listChoices(search.value)),
    /** The place of the inspected token among `tokens`. */
    chosen: readOnly(chosen),

    /** Inspects the first token of a text that the user typed or pasted. */
    paste(value: string, tenant: Tenant | undefined): Promise<void> {
      batch(() => {
        inspection.clear();
        text.value = value;
        origin.value = { kind: "pasted" };
        isMasked.value = false;
        search.value = findTokens(value);
        chosen.value = 0;
      });
      return inspect(tenant);
    },

    /** Inspects another token of the text. */
    choose(place: number, tenant: Tenant | undefined): Promise<void> {
      batch(() => {
        inspection.clear();
        chosen.value = place;
      });
      return inspect(tenant);
    },

    /** The inspected token without the text around it; undefined if there is none. */
    inspected: computed(() =>
      search.value.kind === "found" ? search.value.tokens[chosen.value]?.text : undefined,
    ),

    /** Inspects a token of a run against that run and its tenant. */
    take(token: string, from: TokenOfRun, label = `Last run: ${from.name}`): Promise<void> {
      show(token, { kind: "run", label, ...from });
      return inspect(undefined);
    },

    /** Inspects a seen token against the facts of its response, or else the chosen tenant. */
    takeSeen(token: string, from: SeenOrigin, tenant: Tenant | undefined): Promise<void> {
      show(token, from);
      return inspect(tenant);
    },

    /** Forgets the text with one of the forgotten tokens. Returns true if it had one. */
    discard(isForgotten: (token: string, origin: TokenOrigin) => boolean): boolean {
      const found = search.peek();
      const tokens = found.kind === "found" ? found.tokens : [];
      const isShown = tokens.some((token) => isForgotten(token.text, origin.peek()));
      if (isShown) forget();
      return isShown;
    },

    /** Hides or shows the text of a token that the user has not pasted. */
    setMasked(isHidden: boolean): void {
      isMasked.value = isHidden && origin.peek().kind !== "pasted";
    },

    /** Inspects the same text again: the tenant, its keys or the time changed. */
    inspectAgain: (tenant: Tenant | undefined) => inspect(tenant),

    /** Forgets the token, and the pasted keys with it. */
    forget,
  };
});
