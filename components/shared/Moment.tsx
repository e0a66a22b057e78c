/** A point in time: the local clock to read, UTC and ISO on hover. `at` is Unix time in ms. */
export function Moment(props: { at: number; style?: "time" | "date-and-time" }) {
  const date = new Date(props.at);
  if (Number.isNaN(date.getTime())) return <span>an unreadable time</span>;
  const text =
    props.style === "time"
      ? date.toLocaleTimeString([], { hour12: false })
      : date.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {text}
    </time>
  );
}
