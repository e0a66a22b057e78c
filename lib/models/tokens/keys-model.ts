import { batch, computed, createModel, signal } from "@preact/signals";
import { readText } from "../../encoding/json.ts";
import { shorten } from "../../encoding/shorten.ts";
import { showHiddenInLine } from "../../encoding/show-hidden.ts";
import { parseKeys } from "../../tokens/keys/parse-keys.ts";
import type { PastedReading } from "../../tokens/keys/pasted-reading.ts";
import type { SecretEncoding } from "../../tokens/keys/read-secret.ts";
import type { JsonWebKey, JsonWebKeySet } from "../../tokens/read-key-set.ts";
import { readOnly } from "../read-only.ts";

/** The text that stands for a masked key. Its length tells nothing about that of the key. */
const mask = "••••••••";

const maxNameLength = 60;

/** Names a key for the user by its algorithm and kid, without any part of the key. */
function describeKey({ kty, alg, crv, kid }: JsonWebKey): string {
  const kind = kty === "oct" ? (alg ?? "secret") : (alg ?? readText(crv) ?? kty);
  const name = kid === undefined ? kind : `${kind} kid ${kid}`;
  return shorten(showHiddenInLine(name), maxNameLength - 1);
}

/**
 * Keeps the keys that the user pasted, in memory only. Their text is masked until the user reveals
 * it. A private key is refused, and its text is not kept.
 */
export const KeysModel = createModel(() => {
  const text = signal("");
  const encoding = signal<SecretEncoding>("text");
  const reading = signal<PastedReading>({ kind: "none" });
  /** `typing` shows the text while the user types it; a pasted text is masked at once. */
  const sight = signal<"masked" | "typing" | "revealed">("masked");
  const isTenantPreferred = signal(false);
  /** Counts the readings, so that the late reading of an older text is ignored. */
  let current = 0;

  const pasted = computed((): JsonWebKeySet | undefined =>
    reading.value.kind === "keys" ? reading.value.jwks : undefined,
  );

  async function read(): Promise<void> {
    current += 1;
    const own = current;
    const next = await parseKeys(text.peek(), encoding.peek());
    if (own !== current) return;
    batch(() => {
      reading.value = next;
      if (next.kind === "refused" && next.about === "private key") {
        text.value = "";
        sight.value = "masked";
      }
    });
  }

  return {
    /** The text to show: the mask for a text that is masked. */
    shownText: computed(() => (sight.value === "masked" && text.value !== "" ? mask : text.value)),
    hasText: computed(() => text.value !== ""),
    isMasked: computed(() => sight.value === "masked"),
    encoding: readOnly(encoding),
    /** True if the text is a secret, whose encoding the user can choose. */
    isSecret: computed(() =>
      reading.value.kind === "keys"
        ? reading.value.form === "secret"
        : reading.value.kind === "refused" && reading.value.about === "secret",
    ),
    /** The problem of the text with its remedy, in a sentence without any part of the text. */
    problem: computed(() => (reading.value.kind === "refused" ? reading.value.message : undefined)),
    remarks: computed((): readonly string[] =>
      reading.value.kind === "keys" ? reading.value.remarks : [],
    ),
    /** Each pasted key by its algorithm and kid. */
    names: computed((): readonly string[] => (pasted.value?.keys ?? []).map(describeKey)),
    /** True if the tenant's keys are used although there are pasted keys. */
    isTenantPreferred: readOnly(isTenantPreferred),
    /** The pasted keys, if they are to be used. */
    inUse: computed(() => (isTenantPreferred.value ? undefined : pasted.value)),

    /** Reads a text that was pasted or dropped in place of the text before it, and masks it. */
    paste(value: string): Promise<void> {
      batch(() => {
        text.value = value;
        sight.value = "masked";
        isTenantPreferred.value = false;
      });
      return read();
    },

    /** Reads a text that the user typed or edited. It is shown until the field is left. */
    edit(value: string): Promise<void> {
      batch(() => {
        if (sight.peek() === "masked") sight.value = "typing";
        text.value = value;
        isTenantPreferred.value = false;
      });
      return read();
    },

    /** Masks a text that the user typed, once the field is left. */
    endTyping(): void {
      if (sight.peek() === "typing") sight.value = "masked";
    },

    setMasked(isHidden: boolean): void {
      sight.value = isHidden ? "masked" : "revealed";
    },

    /** Reads the same secret in another encoding. */
    setEncoding(value: SecretEncoding): Promise<void> {
      encoding.value = value;
      return read();
    },

    /** Chooses between the tenant's keys and the pasted keys. */
    preferTenant(isPreferred: boolean): void {
      isTenantPreferred.value = isPreferred;
    },

    forget(): void {
      current += 1;
      batch(() => {
        text.value = "";
        encoding.value = "text";
        reading.value = { kind: "none" };
        sight.value = "masked";
        isTenantPreferred.value = false;
      });
    },
  };
});
