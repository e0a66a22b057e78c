import {
  connectionFeatures,
  type ConnectionForm,
} from "../../../lib/models/connections/connection-form.ts";
import type { ConnectionEditorModel } from "../../../lib/models/connections/connection-editor-model.ts";
import type { OverrideRow } from "../../../lib/management/connections/override-grid.ts";
import { OtherMembers } from "./OtherMembers.tsx";

type Editor = InstanceType<typeof ConnectionEditorModel>;

/** Shows the features of each strategy. An override replaces all features of its strategy. */
export function OverrideTable(props: {
  editor: Editor;
  form: ConnectionForm;
  problem: string | undefined;
}) {
  const { editor, form, problem } = props;
  const others = Object.entries(form.strategy_overrides.otherStrategies);
  return (
    <fieldset class="overrides">
      <legend>Strategy overrides</legend>
      <table>
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col">Features</th>
            {connectionFeatures.map((feature) => (
              <th key={feature} scope="col">
                {feature}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {form.strategy_overrides.rows.map((row) => (
            <Row key={row.strategy} editor={editor} form={form} row={row} />
          ))}
        </tbody>
      </table>
      <OtherMembers label="Unchanged properties" members={others} />
      {problem === undefined ? null : <div class="problem">{problem}</div>}
    </fieldset>
  );
}

function Row({ editor, form, row }: { editor: Editor; form: ConnectionForm; row: OverrideRow }) {
  const { strategy, isOverridden, cells, otherFeatures, rest = {} } = row;
  const kept = [
    ...(otherFeatures.length === 0 ? [] : [["enabled_features", otherFeatures] as const]),
    // Unset features are not an override. The first cell then shows “inherit”.
    ...Object.entries(rest).filter(([name]) => name !== "enabled_features"),
  ].map(([name, value]): [string, typeof value] => [name, value]);
  return (
    <>
      <tr>
        <th scope="row">{strategy}</th>
        <td>
          <select
            aria-label={`Features of ${strategy}`}
            value={isOverridden ? "own" : "inherited"}
            onChange={(event) =>
              editor.setOverridden(strategy, event.currentTarget.value === "own")
            }
          >
            <option value="inherited">inherit</option>
            <option value="own">override</option>
          </select>
        </td>
        {connectionFeatures.map((feature) => (
          <td key={feature}>
            <input
              type="checkbox"
              aria-label={`${feature} for ${strategy}`}
              disabled={!isOverridden}
              checked={isOverridden ? cells[feature] : form.enabled_features.includes(feature)}
              onChange={(event) =>
                editor.setOverride(strategy, feature, event.currentTarget.checked)
              }
            />
          </td>
        ))}
      </tr>
      {kept.length === 0 ? null : (
        <tr class="kept">
          <td colSpan={2 + connectionFeatures.length}>
            <OtherMembers label="Unchanged properties" members={kept} />
          </td>
        </tr>
      )}
    </>
  );
}
