import type { ProfileChange } from "../../../lib/management/connections/diff-connection-profile.ts";

/** Shows each difference in a group: its path and both values. */
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

/** The longest value on one line: about half the width of the popup. */
const maxLineLength = 40;

/** Formats a value in few lines; a missing value is labelled as such. */
export function showJson(value: ProfileChange["before"]): string {
  if (value === undefined) return "not set";
  const text = JSON.stringify(value, null, 1);
  // A line break within a string is an escape sequence in JSON, so these are between values.
  const line = text.replaceAll(/\n\s*/g, " ");
  return line.length <= maxLineLength ? line : text;
}
