import { batch, computed, createModel, effect, untracked } from "@preact/signals";
import { issuerOf } from "../../messages/domain.ts";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import { InspectionModel, type InspectionPort } from "./inspection-model.ts";
import { KeysModel } from "./keys-model.ts";
import { expectationsOf } from "../../tokens/checks/login-facts.ts";
import type { InspectionContext } from "../../tokens/inspect-token.ts";
import { classifyToken } from "../../tokens/classify-token.ts";
import { explainNoToken } from "../../tokens/input/explain-no-token.ts";
import { nameKind } from "../../tokens/kinds/name-kind.ts";
import {
  TokenFieldModel,
  type DetachedFile,
  type SeenOrigin,
  type TokenOfRun,
  type TokenOrigin,
} from "./token-field-model.ts";

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

/** Inspects one token of a text, and again when its keys or its tenant change. */
export const TokensModel = createModel((port: InspectionPort) => {
  const field = new TokenFieldModel();
  const inspection = new InspectionModel(port);
  const keys = new KeysModel();
  let lastTenant: Tenant | undefined;

  async function inspect(tenant: Tenant | undefined): Promise<void> {
    lastTenant = tenant;
    const found = field.search.peek();
    if (field.text.peek().trim() === "") return inspection.conclude(undefined);
    if (found.kind !== "found") {
      const failure = explainNoToken(found.kind, field.text.peek());
      return inspection.conclude({ kind: "unreadable", failure });
    }
    const { text: token, name } = found.tokens[field.chosen.peek()] ?? found.tokens[0];
    const pasted = keys.inUse.peek();
    const detached = field.content.peek()?.bytes;
    const origin = field.origin.peek();
    const expected = {
      ...(name === undefined ? {} : { name }),
      ...(detached === undefined ? {} : { detached }),
      others: found.tokens.map((one) => one.text),
      // Pasted keys are those of another issuer: do not expect the tenant's.
      ...expectedOf(origin, pasted === undefined ? tenant : undefined),
    };
    const keyIssuer = keyIssuerOf(origin, expected, tenant);
    await inspection.inspect({ token, expected, pasted, keyIssuer });
  }

  effect(() => {
    // The keys changed, so the verdict may change.
    void keys.inUse.value;
    untracked(() => void inspect(lastTenant));
  });

  /** Changes the field, and inspects its token. */
  function change(work: () => void, tenant: Tenant | undefined): Promise<void> {
    batch(() => {
      inspection.clear();
      work();
    });
    return inspect(tenant);
  }

  function forget(): void {
    batch(() => {
      keys.forget();
      field.clear();
    });
    void inspect(undefined);
  }

  return {
    /** The keys that the user pasted. */
    keys,
    text: field.text,
    origin: field.origin,
    report: inspection.report,
    /** The verdict about the token; undefined without a token that can be decoded. */
    verdict: computed(() => {
      const report = inspection.report.value;
      return report?.kind === "read" ? classifyToken(report) : undefined;
    }),
    isInspecting: inspection.isInspecting,
    decoded: inspection.decoded,
    loadsKeysOf: inspection.loadsKeysOf,
    isMasked: field.isMasked,
    /** The issuer whose keys were used: that of the run, or of the tenant at that time. */
    checkedAgainst: inspection.checkedAgainst,
    /** True if the keys of the last inspection were pasted ones. */
    isCheckedWithPasted: inspection.isCheckedWithPasted,

    tokens: field.tokens,
    /** Each of the tokens by its name in the text and its kind, to choose from. */
    choices: computed(() =>
      field.tokens.value.map(({ text, name }) => ({ name, kind: nameKind(text, name) })),
    ),
    chosen: field.chosen,
    inspected: field.inspected,

    /** Inspects the first token of a text that the user typed or pasted. */
    paste: (value: string, tenant: Tenant | undefined): Promise<void> =>
      change(() => field.paste(value), tenant),

    /** Inspects another token of the text. */
    choose: (place: number, tenant: Tenant | undefined): Promise<void> =>
      change(() => field.choose(place), tenant),

    /** True if the inspected token is a signature of content that it does not contain. */
    isDetached: computed(() => {
      const report = inspection.report.value;
      return report?.kind === "content" && report.isDetached;
    }),
    content: field.content,

    /** Verifies a signature of detached content with the content; undefined forgets it. */
    setContent(
      value: string | DetachedFile | undefined,
      tenant: Tenant | undefined,
    ): Promise<void> {
      field.setContent(value);
      return inspect(tenant);
    },

    /** Inspects a token of a run against that run and its tenant. */
    take: (token: string, from: TokenOfRun, label = `Last run: ${from.name}`): Promise<void> =>
      change(() => field.show(token, { kind: "run", label, ...from }), undefined),

    /** Inspects a seen token against the facts of its response, or else the chosen tenant. */
    takeSeen: (token: string, from: SeenOrigin, tenant: Tenant | undefined): Promise<void> =>
      change(() => field.show(token, from), tenant),

    /** Forgets the text with one of the forgotten tokens. Returns true if it had one. */
    discard(isForgotten: (token: string, origin: TokenOrigin) => boolean): boolean {
      const origin = field.origin.peek();
      const isShown = field.tokens.peek().some(({ text }) => isForgotten(text, origin));
      if (isShown) forget();
      return isShown;
    },

    setMasked: field.setMasked,

    /** Inspects the same text again: the tenant, its keys or the time changed. */
    inspectAgain: (tenant: Tenant | undefined) => inspect(tenant),

    /** Forgets the token, and the pasted keys with it. */
    forget,
  };
});
