import { createModel, signal } from "@preact/signals";
import { readMember, readText } from "../../encoding/json.ts";
import type { Tenant } from "../../messages/tenant.ts";
import type { TokenKind } from "../../runs/operation.ts";
import { decodeToken, type DecodeResult } from "../../tokens/decode-token.ts";
import { listRunTokens } from "./run-tokens.ts";
import type { RunView } from "./run-view.ts";
import { readOnly } from "../read-only.ts";

/** A token of an earlier run, for a field of another operation. */
export interface TokenOffer {
  id: string;
  kind: TokenKind;
  /** The tenant of the run. */
  tenantId: string;
  /** A secret. */
  token: string;
  /** The operation, and the user, audience or scope of the token. */
  label: string;
  /** When the run ended: Unix time in ms. */
  at: number;
  /** Of an ID token: the application, and the algorithm of the signature. */
  idToken?: { audience: string | undefined; algorithm: string | undefined };
}

/** The maximum number of offered tokens of one kind. */
const maxOffers = 20;
const kinds = ["access", "id", "refresh", "code"] as const;

/** Holds the tokens of this panel's runs in memory, and offers them to other operations. */
export const TokenOffers = createModel(() => {
  const offers = signal<readonly TokenOffer[]>([]);
  let count = 0;

  return {
    /** All offers, newest first. */
    all: readOnly(offers),

    /** Returns the offers of a kind for a tenant, newest first. */
    find: (kind: TokenKind, tenantId: string): readonly TokenOffer[] =>
      offers.value.filter((offer) => offer.kind === kind && offer.tenantId === tenantId),

    /** Adds the tokens of a run that has ended. */
    add(view: RunView): void {
      const tokens = listRunTokens(view);
      const added = kinds.flatMap((kind): TokenOffer[] => {
        const token = tokens[kind];
        if (token === undefined || token === "") return [];
        count += 1;
        const decoded = decodeToken(token);
        const words = describeToken(kind, decoded, view);
        const label = [view.operation.title, ...words].join(", ");
        const at = view.endedAt ?? view.startedAt;
        const offer = { id: `${count}`, kind, tenantId: view.tenant.id, token, label, at };
        return [kind === "id" && decoded.ok ? { ...offer, idToken: readIdToken(decoded) } : offer];
      });
      const isKnown = (offer: TokenOffer) => added.some(({ token }) => token === offer.token);
      const next = [...added, ...offers.peek().filter((offer) => !isKnown(offer))];
      offers.value = kinds.flatMap((kind) =>
        next.filter((offer) => offer.kind === kind).slice(0, maxOffers),
      );
    },

    /** Discards the tokens of a forgotten tenant. */
    forgetTenant({ id }: Tenant): void {
      offers.value = offers.peek().filter(({ tenantId }) => tenantId !== id);
    },

    /** Discards all tokens. */
    forget(): void {
      offers.value = [];
    },
  };
});

/** Returns what distinguishes a token from others, in words that are no secret. */
function describeToken(
  kind: TokenKind,
  decoded: DecodeResult,
  { values, outcome }: RunView,
): string[] {
  const claims = decoded.ok ? decoded.token.payload : {};
  const claim = (name: string) => readText(readMember(claims, name));
  if (kind === "id") return keepTexts([claim("email") ?? claim("sub")]);
  const login = outcome !== undefined && "login" in outcome ? outcome.login : undefined;
  const audience = readMember(claims, "aud");
  const audiences = Array.isArray(audience) ? audience.map(readText) : [readText(audience)];
  const asked = values["audience"] === "" ? undefined : values["audience"];
  const scope = login?.exchange.response["scope"] ?? claim("scope") ?? values["scope"];
  return keepTexts([keepTexts(audiences).join(" and ") || asked, scope]);
}

function readIdToken({ token: { header, payload } }: Extract<DecodeResult, { ok: true }>) {
  return {
    audience: readText(readMember(payload, "aud")),
    algorithm: readText(readMember(header, "alg")),
  };
}

function keepTexts(texts: readonly (string | undefined)[]): string[] {
  return texts.filter((text) => text !== undefined).filter((text) => text !== "");
}
