import type { Tenant } from "../../../lib/messages/tenant.ts";
import type { ActivityModel } from "../../../lib/models/activity-model.ts";
import { compareCaptured } from "../../../lib/models/runs/compare-captured.ts";
import type { RunModel } from "../../../lib/models/runs/run-model.ts";
import { writeName } from "../../../lib/models/write-visible.ts";
import { Notice } from "../../shared/Notice.tsx";
import { focusStart } from "./RunForm.tsx";

/** Says that the form has the values of a captured request, and how the run differs from it. */
export function CapturedNotice(props: {
  model: InstanceType<typeof RunModel>;
  activity: InstanceType<typeof ActivityModel>;
  tenant: Tenant;
}) {
  const { model, activity, tenant } = props;
  const run = model.captured.value;
  if (run === undefined) return null;
  const tenants = activity.tenants.value.map((each) => each.tenant);
  const pageOrigin = model.way.value === "page" ? model.settingAt(tenant)?.pageOrigin : undefined;
  const { sentences, other, isUnknown } = compareCaptured(run, tenant, tenants, pageOrigin);
  return (
    <div class="wide captured-notice">
      <Notice
        severity={sentences.length === 0 ? "note" : "warning"}
        help="run-that-fails"
        title="Filled in from a captured request"
      >
        <code>{writeName(run.line)}</code>
        {[...sentences, ...run.notes].map((sentence) => (
          <span key={sentence}>{writeName(sentence)}</span>
        ))}
        <div class="actions">
          <button
            type="button"
            class="button"
            onClick={() => {
              model.undoCaptured();
              focusStart();
            }}
          >
            Undo
          </button>
          {other === undefined ? null : (
            <button
              type="button"
              class="button"
              onClick={() => {
                void activity.select(other.id);
                focusStart();
              }}
            >
              Select {other.name}
            </button>
          )}
          {isUnknown ? (
            <button type="button" class="button" onClick={() => void activity.openOptions()}>
              Add tenant
            </button>
          ) : null}
        </div>
      </Notice>
    </div>
  );
}
