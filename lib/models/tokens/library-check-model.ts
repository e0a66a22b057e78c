import { batch, computed, createModel, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Tenant } from "../../messages/tenant.ts";
import type { LibraryAnswer, LibraryQuestion } from "../../runs/token-check/check-with-library.ts";
import { isLibraryKey } from "../../runs/token-check/serve-pasted-keys.ts";
import type { JsonWebKeySet } from "../../tokens/read-key-set.ts";
import type { KeysModel } from "./keys-model.ts";
import {
  findIdToken,
  listCompared,
  prefillFields,
  readNamedIssuer,
  writeQuestion,
  type LibraryFields,
  type LoginBasis,
} from "./library-question.ts";
import { suggestClients } from "./suggest-clients.ts";
import { issuerAt, type TokensModel } from "./tokens-model.ts";
import { readOnly } from "../read-only.ts";

/** Asks the library about a token. */
export type AskLibrary = (question: LibraryQuestion) => Promise<LibraryAnswer>;

export interface LibraryCheckPort {
  /** The token in the field, and its report. */
  source: Pick<
    InstanceType<typeof TokensModel>,
    "text" | "origin" | "report" | "tokens" | "chosen"
  > & {
    /** The keys that the user pasted, each with its name. */
    keys: Pick<InstanceType<typeof KeysModel>, "inUse" | "names">;
  };
  tenant: ReadonlySignal<Tenant | undefined>;
  /** Loads the library. No code needs it before the first check. */
  load: () => Promise<AskLibrary>;
}

/** The values that the user entered, and the login that they are about. */
interface Edits {
  readonly of: unknown;
  readonly values: Partial<LibraryFields>;
}

/** The state of the check. */
export type LibraryCheckState =
  /** A sentence that says what to enter, or why there is no answer. */
  | { readonly kind: "no-answer"; readonly severity: "note" | "error"; readonly sentence: string }
  | { readonly kind: "checking" }
  /**
   * `compared` lists the values that the library compared, and `ignoredKeys` the pasted keys that
   * it does not use.
   */
  | {
      readonly kind: "answered";
      readonly answer: Exclude<LibraryAnswer, { kind: "no-token" }>;
      readonly compared: readonly string[];
      readonly ignoredKeys: readonly string[];
    };

const checking: LibraryCheckState = { kind: "checking" };
const noToken: LibraryCheckState = {
  kind: "no-answer",
  severity: "error",
  sentence: "parseHash returns null: it finds no token. Paste the whole ID token.",
};
const notLoaded: LibraryCheckState = {
  kind: "no-answer",
  severity: "error",
  sentence:
    "Could not call the library, probably because the extension was updated. Reload the panel.",
};

/**
 * Asks the library's `parseHash` about the ID token in the field, while its section is open. Asks
 * again when the token, the tenant or a field changes.
 */
export const LibraryCheckModel = createModel(({ source, tenant, load }: LibraryCheckPort) => {
  const isOpen = signal(false);
  /** The values that the user entered; the others are those of the login or the tenant. */
  const edits = signal<Edits>({ of: undefined, values: {} });
  const state = signal<LibraryCheckState>(checking);
  /** Counts checks, so that the late answer about an older question is ignored. */
  let current = 0;

  const chosenToken = computed(() => source.tokens.value[source.chosen.value]);
  /** Decodes the token only if keys were pasted. */
  const namedIssuer = computed(() =>
    source.keys.inUse.value === undefined || chosenToken.value === undefined
      ? undefined
      : readNamedIssuer(chosenToken.value.text),
  );
  const basis = computed((): LoginBasis => {
    const origin = source.origin.value;
    const selected = tenant.value;
    const named = namedIssuer.value;
    if (origin.kind === "run") return { kind: "run", exchange: origin.exchange };
    if (origin.kind === "captured") {
      const { issuer } = origin.login;
      // A capture causes no request for keys: see the origins of captured tokens.
      const isKnown = issuer !== undefined && (issuer === issuerAt(selected) || named === issuer);
      return { kind: "captured", login: origin.login, domain: isKnown ? issuer : "" };
    }
    // Pasted keys are not those of the tenant, unless the token names the tenant.
    if (named !== undefined && named !== issuerAt(selected)) return { kind: "keys", issuer: named };
    return selected === undefined ? { kind: "none" } : { kind: "tenant", tenant: selected };
  });
  const idToken = computed(() => findIdToken(source.report.value, chosenToken.value));
  /** A value of another login must not stay: a run, a tenant, or a text that was forgotten. */
  const login = computed(() => (source.text.value === "" ? "" : readLogin(basis.value)));
  const fields = computed((): LibraryFields => {
    const { of, values } = edits.value;
    const prefilled = prefillFields(basis.value);
    return of === login.value ? { ...prefilled, ...values } : prefilled;
  });

  effect(() => {
    edits.value = { of: login.value, values: {} };
  });

  effect(() => {
    // A new report, even about the same token, means a later time or another tenant.
    const report = source.report.value;
    const token = idToken.value;
    const values = fields.value;
    const from = basis.value;
    const pasted = source.keys.inUse.value;
    current += 1;
    if (!isOpen.value || report === undefined || token === undefined) return;
    const question = writeQuestion(token, values, from, pasted);
    if ("missing" in question) {
      state.value = { kind: "no-answer", severity: "note", sentence: question.missing };
      return;
    }
    state.value = checking;
    void ask(question, current);
  });

  async function ask(question: LibraryQuestion, own: number): Promise<void> {
    const found = await load()
      .then((askLibrary) => askLibrary(question))
      .then(
        (answer): LibraryCheckState =>
          answer.kind === "no-token"
            ? noToken
            : {
                kind: "answered",
                answer,
                compared: listCompared(question),
                ignoredKeys: listIgnored(question.keys),
              },
        () => notLoaded,
      );
    if (own === current) state.value = found;
  }

  /** Names the pasted keys that the library skips. */
  function listIgnored(keys: JsonWebKeySet | undefined): string[] {
    const names = source.keys.names.peek();
    return (keys?.keys ?? []).flatMap((key, at) => (isLibraryKey(key) ? [] : (names[at] ?? [])));
  }

  return {
    /** True if the token in the field is an ID token, or may be one. */
    isOffered: computed(() => idToken.value !== undefined),
    isOpen: readOnly(isOpen),
    state: readOnly(state),
    fields,
    /** The kind of the login that the fields are filled from. */
    basis: computed(() => basis.value.kind),
    /** Client IDs to choose from. */
    clients: computed(() => {
      const from = basis.value;
      const isFilled = from.kind === "run" || from.kind === "captured";
      const ofLogin = isFilled ? prefillFields(from).clientId : "";
      return suggestClients([ofLogin, tenant.value?.clientId ?? ""], source.report.value);
    }),
    /** The run, the seen token or the captured login that fills the fields, if there is one. */
    filler: computed(() => {
      const origin = source.origin.value;
      return origin.kind === "run" || origin.kind === "captured" ? origin.label : undefined;
    }),
    /** True if the user changed a field. */
    isChanged: computed(() => {
      const { of, values } = edits.value;
      return of === login.value && Object.keys(values).length > 0;
    }),

    /** Undoes the user's changes of the fields. */
    reset(): void {
      edits.value = { of: login.peek(), values: {} };
    },

    setOpen(open: boolean): void {
      isOpen.value = open;
    },

    /** Changes fields, and asks the library again. */
    change(values: Partial<LibraryFields>): void {
      batch(() => {
        const { of, values: known } = edits.peek();
        edits.value = { of, values: { ...known, ...values } };
      });
    },
  };
});

/** Returns a value that two logins share only if the same edits apply to both. */
function readLogin(basis: LoginBasis): unknown {
  switch (basis.kind) {
    case "run":
      return basis.exchange;
    case "captured":
      return basis.login;
    case "tenant":
      return `tenant ${basis.tenant.id}`;
    case "keys":
      return `keys ${basis.issuer}`;
    case "none":
      return undefined;
  }
  return basis satisfies never;
}
