import type { ProfileChange } from "../../../lib/management/connections/diff-connection-profile.ts";

/** Differences, one a group: its place, and both sides. */
export function Changes(props: {
  label: string;
  changes: readonly ProfileChange[];
  before?: string;
  after?: string;
}) {
  const { before = "Before", after = "After" } = props;
  return (
    <div class="changes" role="group" aria-label={props.label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{before}</th>
            <th scope="col">{after}</th>
          </tr>
        </thead>
        {props.changes.map((change) => (
          <tbody key={JSON.stringify(change.path)}>
            <tr>
              <th scope="rowgroup" colSpan={2}>
                <code>{change.path.join(".")}</code>
              </th>
            </tr>
            <tr>
              <td>
                <code>{showJson(change.before)}</code>
              </td>
              <td>
                <code>{showJson(change.after)}</code>
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The longest value that is shown on one line; about what half the popup holds. */
const longestLine = 40;

/** A value in few lines; what is not there says so. */
export function showJson(value: ProfileChange["before"]): string {
  if (value === undefined) return "not set";
  const text = JSON.stringify(value, null, 1);
  // A line break within a text is an escape sequence in JSON: these are between values.
  const line = text.replaceAll(/\n\s*/g, " ");
  return line.length <= longestLine ? line : text;
}
