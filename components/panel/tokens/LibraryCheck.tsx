import { useId } from "preact/hooks";
import type {
  LibraryCheckModel,
  LibraryCheckState,
} from "../../../lib/models/tokens/library-check-model.ts";
import { Field, TextField } from "../../shared/Field.tsx";
import { Notice } from "../../shared/Notice.tsx";
import "./library-check.css";

type Model = InstanceType<typeof LibraryCheckModel>;

/** Shows the error that the library's parseHash returns for an ID token, if it returns one. */
export function LibraryCheck({ model }: { model: Model }) {
  if (!model.isOffered.value) return null;
  const isOpen = model.isOpen.value;
  return (
    <details
      class="library-check"
      open={isOpen}
      onToggle={(event) => model.setOpen(event.currentTarget.open)}
    >
      <summary>What version 10's parseHash says</summary>
      {isOpen ? (
        <>
          <Filling model={model} />
          <Fields model={model} />
          <Answer state={model.state.value} />
        </>
      ) : null}
    </details>
  );
}

/** Names the login that the fields are filled from. The user can undo each change. */
function Filling({ model }: { model: Model }) {
  const filler = model.filler.value;
  const isRun = model.basis.value === "run";
  return (
    <div class="library-filling">
      {filler === undefined ? null : (
        <span>
          {isRun ? "Application, nonce and domain" : "Application and nonce"} come from “{filler}”.
        </span>
      )}
      {model.isChanged.value ? (
        <button type="button" class="button" onClick={() => model.reset()}>
          Undo changes
        </button>
      ) : null}
    </div>
  );
}

const domainHints = {
  none: "Press Enter to check. The key set of this domain is loaded; the token stays on this device.",
  run: "The domain of the run.",
  captured:
    "The issuer of the captured login. Press Enter to check: the key set of this domain is loaded; the token stays on this device.",
  tenant: "The domain of the selected tenant.",
  keys: "The issuer that the token names. Nothing is requested from it: the pasted keys are used.",
} as const;

function Fields({ model }: { model: Model }) {
  const listId = useId();
  const { domain, clientId, nonce, leeway } = model.fields.value;
  const clients = model.clients.value;
  const claim = clients.find((client) => client.clientId === clientId.trim())?.claim;
  return (
    <div class="library-fields">
      <Field
        label="Application"
        text={clientId}
        hint={
          claim === undefined
            ? "The client ID. parseHash compares it with aud and azp."
            : `The token itself names this client ID in ${claim}, so its audience always matches. Make sure that it is your application.`
        }
        control={(bound) => (
          <>
            <input
              {...bound}
              type="text"
              list={listId}
              value={clientId}
              spellcheck={false}
              autocomplete="off"
              onInput={(event) => model.change({ clientId: event.currentTarget.value })}
            />
            <datalist id={listId}>
              {clients.map((client) => (
                <option key={client.clientId} value={client.clientId}>
                  {client.claim === undefined
                    ? client.clientId
                    : `${client.clientId} (${client.claim} of the token itself)`}
                </option>
              ))}
            </datalist>
          </>
        )}
      />
      <TextField
        label="Nonce"
        value={nonce}
        hint={
          nonce === ""
            ? "Without a nonce, parseHash does not check the token's nonce. authorize always stores one."
            : "The nonce of the authorization request."
        }
        onInput={(value) => model.change({ nonce: value })}
      />
      <TextField
        label="Leeway"
        value={leeway}
        hint="Seconds, 0 to 300. Default: 60."
        onInput={(value) => model.change({ leeway: value })}
      />
      <Field
        label="Domain"
        text={domain}
        hint={domainHints[model.basis.value]}
        control={(bound) => (
          <input
            {...bound}
            type="text"
            value={domain}
            readOnly={model.basis.value === "run" || model.basis.value === "tenant"}
            placeholder="acme.us.example.com"
            spellcheck={false}
            autocomplete="off"
            // Each check loads the key set of the domain, so wait for the whole domain.
            onChange={(event) => model.change({ domain: event.currentTarget.value })}
          />
        )}
      />
    </div>
  );
}

function Answer({ state }: { state: LibraryCheckState }) {
  if (state.kind === "checking") return <p class="quiet">Calling parseHash…</p>;
  if (state.kind === "no-answer") {
    return (
      <Notice severity={state.severity} help="token-verdict">
        <span>{state.sentence}</span>
      </Notice>
    );
  }
  const { answer, compared, ignoredKeys } = state;
  const used = (
    <>
      <span class="quiet">Compared with: {compared.join(", ")}.</span>
      {ignoredKeys.length === 0 ? null : (
        <span>Version 10 verifies RS256 only. It ignores {describeIgnored(ignoredKeys)}.</span>
      )}
    </>
  );
  if (answer.kind === "accepted") {
    return (
      <Notice severity="good" title="parseHash accepts this token.">
        {used}
      </Notice>
    );
  }
  if (answer.kind === "wrong-option") {
    return (
      <Notice
        severity="error"
        help="token-verdict"
        title="The library throws a TypeError: an option is wrong."
      >
        <span>{answer.message}</span>
      </Notice>
    );
  }
  return (
    <Notice severity="error" help="token-verdict" title="parseHash rejects this token.">
      <dl class="library-error">
        <dt>error</dt>
        <dd>
          <code>{answer.error}</code>
        </dd>
        <dt>errorDescription</dt>
        <dd>{answer.errorDescription}</dd>
        {answer.reason === undefined ? null : (
          <>
            <dt>reason</dt>
            <dd>
              <code>{answer.reason}</code>
            </dd>
          </>
        )}
      </dl>
      {answer.remedy === undefined ? null : (
        <span>
          <b>Fix:</b> {answer.remedy}
        </span>
      )}
      {used}
    </Notice>
  );
}

/** The maximum number of keys to name. A key set can have a hundred. */
const maxNamed = 3;

function describeIgnored(names: readonly string[]): string {
  const rest = names.length - maxNamed;
  const shown = names.slice(0, maxNamed).join(", ");
  return `the pasted ${names.length === 1 ? "key" : "keys"} ${shown}${rest > 0 ? ` and ${rest} more` : ""}`;
}
