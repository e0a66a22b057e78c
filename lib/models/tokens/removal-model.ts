import { createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import { readText } from "../../encoding/json.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import { issuerOf } from "../../messages/domain.ts";
import { loginOriginOf, otherOriginsOf, type Tenant } from "../../messages/tenant.ts";
import { decodeToken } from "../../tokens/decode-token.ts";
import { watchForgottenTenants, type PublishedTenants } from "./forgotten-tenants.ts";
import type { TokenOrigin } from "./token-field-model.ts";
import { readOnly } from "../read-only.ts";

/** Decides about a token by its text and by the place that it comes from. */
export type IsForgotten = (token: string, origin: TokenOrigin) => boolean;

/** A place that shows tokens. Returns true if it showed a forgotten one, and removed it. */
interface ShowsTokens {
  discard(isForgotten: IsForgotten): boolean;
}

export interface RemovalPort {
  field: ShowsTokens & {
    text: ReadonlySignal<string>;
    keys: { hasText: ReadonlySignal<boolean> };
  };
  comparison: ShowsTokens;
  tenants: PublishedTenants;
}

/**
 * Removes forgotten tokens from the field and the comparison, also those of a tenant that the user
 * forgets in the options, and says so.
 */
export const RemovalModel = createModel(({ field, comparison, tenants }: RemovalPort) => {
  const message = signal<string | undefined>(undefined);

  function remove(isForgotten: IsForgotten, token: string): void {
    const hadKeys = field.keys.hasText.peek();
    const isInField = field.discard(isForgotten);
    const isCompared = comparison.discard(isForgotten);
    if (!isInField && !isCompared) return;
    const places = [...(isInField ? ["the field"] : []), ...(isCompared ? ["the comparison"] : [])];
    const keys = isInField && hadKeys ? ", and the pasted keys were removed too" : "";
    message.value = `${token} was removed from ${places.join(" and ")}${keys}.`;
  }

  effect(() => {
    // A new text does not need the message about the one before it.
    if (field.text.value !== "") message.value = undefined;
  });
  effect(() =>
    watchForgottenTenants(tenants, (tenant) => {
      const name = showHiddenInLine(tenant.name);
      remove(createTest(tenant), `The token of the forgotten tenant ${name}`);
    }),
  );

  return {
    /** Says what was removed, until the field has another text. */
    message: readOnly(message),

    /** Removes tokens that the list of seen tokens has forgotten. */
    discard: (isForgotten: (token: string) => boolean) =>
      remove(isForgotten, "The forgotten token"),
  };
});

function readOriginIssuer(origin: TokenOrigin): string | undefined {
  if (origin.kind === "run") return origin.exchange.issuer;
  return origin.kind === "captured" ? origin.login.issuer : undefined;
}

/** Returns a test for the tokens of a tenant: those of its runs, and those that name it as `iss`. */
function createTest(tenant: Tenant): IsForgotten {
  const issuers = [loginOriginOf(tenant), ...otherOriginsOf(tenant)].map((origin) =>
    issuerOf({ origin }),
  );
  return (token, origin) => {
    if (issuers.includes(readOriginIssuer(origin) ?? "")) return true;
    const decoded = decodeToken(token);
    const issuer = decoded.ok ? readText(decoded.token.payload["iss"]) : undefined;
    return issuer !== undefined && issuers.includes(issuer);
  };
}
