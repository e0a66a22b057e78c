import type { ReadonlySignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type {
  ExchangeRunModel,
  ExchangeForecast as Forecast,
} from "../../../lib/models/exchange/exchange-run-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { TextAreaField, TextField } from "../../shared/Field.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import { RunResult } from "./RunResult.tsx";
import { Notice } from "../../shared/Notice.tsx";

const optionalFields = ["audience", "scope", "parameters"];

/**
 * Runs an exchange with a subject token. The input and the result are discarded when the user
 * leaves.
 */
export function RunExchange(props: {
  model: InstanceType<typeof ExchangeRunModel>;
  now: ReadonlySignal<number>;
  Since: SinceView | undefined;
}) {
  const { model } = props;
  const profile = model.profile.value;
  const form = model.form.value;
  const problems = model.problems.value;
  const isRunning = model.state.value.kind === "running";
  const place = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => focusFirst(place.current, "[name=subject_token]"), []);
  const further = useRef<HTMLDetailsElement>(null);
  const hasProblemInside = optionalFields.some((name) => problems[name] !== undefined);
  // Opens the section if it has a problem. Does not close it while the user corrects the problem.
  useLayoutEffect(() => {
    if (hasProblemInside && further.current !== null) further.current.open = true;
  }, [hasProblemInside]);
  if (profile === undefined) return null;
  const run = async () => {
    await model.run();
    place.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  return (
    <form
      ref={place}
      class="form"
      aria-label="Run an exchange"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h2>Run an exchange with {profile.name}</h2>
      <p class="quiet">
        Subject token type <code>{profile.subject_token_type}</code>
      </p>
      <fieldset disabled={isRunning}>
        <TextField
          secret
          label="Subject token"
          name="subject_token"
          value={form.subjectToken}
          problem={problems["subject_token"]}
          hint="Sent to the tenant's action. Not stored."
          onInput={(subjectToken) => model.set({ subjectToken })}
        />
        <TextField
          label="Client ID"
          value={form.clientId}
          problem={problems["client_id"]}
          onInput={(clientId) => model.set({ clientId })}
        />
        <TextField
          secret
          label="Client secret (optional)"
          value={form.clientSecret}
          problem={problems["client_secret"]}
          hint="For a confidential client. Not stored."
          onInput={(clientSecret) => model.set({ clientSecret })}
        />
        <details ref={further}>
          <summary>Audience, scope and parameters</summary>
          <div class="fields">
            <TextField
              label="Audience (optional)"
              value={form.audience}
              problem={problems["audience"]}
              onInput={(audience) => model.set({ audience })}
            />
            <TextField
              label="Scope (optional)"
              value={form.scope}
              placeholder="openid profile email"
              problem={problems["scope"]}
              onInput={(scope) => model.set({ scope })}
            />
            <TextAreaField
              label="Additional parameters (optional)"
              rows={2}
              value={form.parameters}
              placeholder="name=value"
              problem={problems["parameters"]}
              hint="One name=value per line. Sent to the action unchanged."
              onInput={(parameters) => model.set({ parameters })}
            />
          </div>
        </details>
      </fieldset>
      <ExchangeForecast forecast={model.forecast.value} />
      <div class="actions">
        <button type="submit" class="button primary" disabled={isRunning}>
          {isRunning ? "Running…" : "Run exchange"}
        </button>
        <button type="button" class="button" onClick={model.close}>
          Back to the list
        </button>
      </div>
      <RunResult model={model} now={props.now} Since={props.Since} />
    </form>
  );
}

/** Shows how many exchanges may still fail before the tenant rejects all of them. */
function ExchangeForecast({ forecast }: { forecast: Forecast | undefined }) {
  if (forecast === undefined) return null;
  if (forecast.level === "calm") return <p class="quiet">{forecast.message}</p>;
  const title =
    forecast.level === "exhausted"
      ? "Limit of failed exchanges reached."
      : "Limit of failed exchanges almost reached.";
  return (
    <Notice severity="warning" help="too-many-requests" title={title}>
      <span>{forecast.message}</span>
    </Notice>
  );
}
