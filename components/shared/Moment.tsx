/** Shows a time in local time, and on hover in UTC (ISO 8601). `at` is Unix time in ms. */
export function Moment(props: { at: number; style?: "time" | "date-and-time" }) {
  const date = new Date(props.at);
  if (Number.isNaN(date.getTime())) return <span>invalid time</span>;
  const text =
    props.style === "time"
      ? writeClock(date)
      : date.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {text}
    </time>
  );
}

/**
 * Formats a time as `14:05:09` in every language. The localized times of some languages do not fit
 * the narrow column of a list. Also, a list has many times, and localizing one takes longer than
 * drawing the rest of its row.
 */
export function writeClock(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
