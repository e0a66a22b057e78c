/** A point in time: the local clock to read, UTC in ISO 8601 on hover. `at` is Unix time in ms. */
export function Moment(props: { at: number; style?: "time" | "date-and-time" }) {
  const date = new Date(props.at);
  if (Number.isNaN(date.getTime())) return <span>an unreadable time</span>;
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
 * `14:05:09`, in every language: lists have a narrow column for it, which not every language's own way fits into. They have
 * many, too, and the browser takes longer to find out the language's way than to draw the rest of a line.
 */
function writeClock(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}
