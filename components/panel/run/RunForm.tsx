import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import { findUnavailable } from "../../../lib/models/sandbox/find-unavailable.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import { writeCurlOf, writeForms } from "../../../lib/models/runs/write-run.ts";
import type { RunSetting } from "../../../lib/runs/operation.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { Allowances } from "./Allowances.tsx";
import type { FindOffers } from "./OperationField.tsx";
import { OperationFields } from "./OperationFields.tsx";
import { OperationSelect } from "./OperationSelect.tsx";
import { Risks } from "./Risks.tsx";
import { useReadOnlyGuard } from "./use-read-only-guard.tsx";
import { WayFields } from "./WayFields.tsx";
import "./run-form.css";

type Model = InstanceType<typeof RunModel>;

/** The ID of the button that starts a run. */
export const startId = "start-run";

/** Focuses the button that starts a run, after the buttons of the run are gone. */
export function focusStart(): void {
  document.getElementById(startId)?.focus();
}

/** Shows the form of the chosen operation. */
export function RunForm(props: {
  model: Model;
  tenant: Tenant;
  findOffers?: FindOffers;
  /** Shown above the form. */
  children?: ComponentChildren;
}) {
  const { model, tenant, findOffers = () => [] } = props;
  const operation = model.operation.value;
  const setting = model.settingAt(tenant);
  const place = model.place.value;
  const allowances = model.findAllowances.value(tenant);
  const explain = model.explainAbsence.value;
  const reason = explain(tenant, operation);
  const unavailable = findUnavailable(operation, tenant);
  const isBlocked = unavailable[model.way.value] !== undefined || reason !== undefined;
  const isTouched = model.isTouched.value;
  useEffect(() => {
    // Opening the panel requests nothing from the tenant.
    if (isTouched) void model.loadServer(tenant);
  }, [model, tenant, isTouched]);
  const form = useRef<HTMLFormElement>(null);
  const guard = useReadOnlyGuard(operation, tenant);
  const problems = { ...model.problems.value, ...guard.problems };
  useFirstProblem(form, Object.keys(problems).length);
  useFirstEmptyField(form, model);
  return (
    <form
      ref={form}
      class="run-form"
      aria-label={operation.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked && guard.confirm()) void model.start(tenant);
      }}
    >
      {props.children}
      <LeftOut model={model} tenant={tenant} />
      <Replaced model={model} />
      <div class="wide">
        <OperationSelect
          operations={model.operations.value}
          selected={operation}
          explain={(one) => explain(tenant, one)}
          onChoose={model.choose}
        />
      </div>
      {reason === undefined ? null : (
        <div class="wide">
          <Notice severity="warning" help="run-that-fails">
            Not available at this tenant: {reason}
          </Notice>
        </div>
      )}
      <WayFields
        way={model.way.value}
        unavailable={unavailable}
        place={place}
        onChange={model.setWay}
      />
      <OperationFields {...{ model, tenant, allowances, findOffers }} />
      {isBlocked ? null : (
        <Allowances allowances={allowances} onCheck={() => void model.checkAllowances(tenant)} />
      )}
      <Risks risks={operation.risks} />
      <Warnings warnings={model.warningsAt(tenant)} />
      {guard.field}
      <Actions model={model} setting={setting} isBlocked={isBlocked} />
    </form>
  );
}

/** Says which secrets of the tenant before are not in the form any more. */
function LeftOut({ model, tenant }: { model: Model; tenant: Tenant }) {
  const leftOut = model.leftOut.value;
  if (leftOut === undefined) return null;
  const labels = leftOut.labels.map(writeName).join(", ");
  return (
    <div class="wide">
      <Notice severity="note" title="Secrets were removed from the form.">
        <span>
          They were entered for {leftOut.tenant.name}: {labels}. Enter those of {tenant.name}.
        </span>
      </Notice>
    </div>
  );
}

const replacements = {
  reset: "The form was reset.",
  filled: "The entries of the form were replaced.",
} as const;

/** Says that the form lost its entries, and brings them back. */
function Replaced({ model }: { model: Model }) {
  const how = model.replaced.value;
  if (how === undefined) return null;
  return (
    <div class="wide">
      <Notice severity="note" title={replacements[how]}>
        <div class="actions">
          <button
            type="button"
            class="button"
            onClick={() => {
              model.undoReplaced();
              focusStart();
            }}
          >
            Undo
          </button>
        </div>
      </Notice>
    </div>
  );
}

/** Focuses the first invalid field after a refused start. */
function useFirstProblem(form: { current: HTMLFormElement | null }, count: number): void {
  const before = useRef(0);
  useLayoutEffect(() => {
    const isRefused = count > 0 && before.current === 0;
    before.current = count;
    if (!isRefused) return;
    const invalid = form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    const folded = invalid?.closest("details");
    if (folded) folded.open = true;
    invalid?.focus();
  }, [form, count]);
}

/** Focuses the first required field that a captured request left empty, otherwise the button. */
function useFirstEmptyField(form: { current: HTMLFormElement | null }, model: Model): void {
  const captured = model.captured.value;
  useLayoutEffect(() => {
    if (captured === undefined || !model.takeFocus()) return;
    const values = model.values.peek();
    const empty = model.operation
      .peek()
      .fields.find(({ name, isRequired }) => isRequired === true && !values[name]?.trim());
    const controls = [...(form.current?.querySelectorAll<HTMLElement>("input, textarea") ?? [])];
    const control = controls.find((one) => one.getAttribute("name") === empty?.name);
    if (empty === undefined || control === undefined) focusStart();
    else control.focus();
  }, [form, model, captured]);
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <div class="wide">
      <Notice severity="warning" help="run-that-fails">
        {warnings.map((warning) => (
          <span key={warning}>{warning}</span>
        ))}
      </Notice>
    </div>
  );
}

function Actions(props: { model: Model; setting: RunSetting | undefined; isBlocked: boolean }) {
  const { model, setting, isBlocked } = props;
  const operation = model.operation.value;
  const isRunning = model.isRunning.value;
  const values = model.values.value;
  const copied = { operation, values, parameters: model.parameters.value, setting };
  const forms = writeForms(copied);
  return (
    <div class="actions">
      <button
        id={startId}
        type="submit"
        class="button primary"
        aria-disabled={isRunning || isBlocked}
      >
        {isRunning ? writeProgress(operation.action) : operation.action}
      </button>
      {isRunning ? (
        <button
          type="button"
          class="button"
          onClick={() => {
            model.cancel();
            focusStart();
          }}
        >
          Cancel
        </button>
      ) : null}
      <button
        type="button"
        class="button"
        aria-disabled={!model.isEdited.value}
        onClick={() => {
          if (model.isEdited.peek()) model.reset();
        }}
      >
        Reset
      </button>
      {forms.code === undefined ? null : <CopyButton name="as code" isNamed text={forms.code} />}
      {forms.isOneRequest ? (
        <CopyButton name="as cURL" isNamed text={() => writeCurlOf(copied, crypto)} />
      ) : null}
    </div>
  );
}

/** Returns the text of the button during the run. */
function writeProgress(action: string): string {
  return action === "Log in" ? "Logging in…" : "Running…";
}
