/** A list over several days shows the day of each time that is not today. */
export type MomentStyle = "time" | "time-or-day" | "date-and-time";

/** Shows a time in local time, and on hover in UTC (ISO 8601). `at` is Unix time in ms. */
export function Moment(props: { at: number; style?: MomentStyle }) {
  const { at, style = "date-and-time" } = props;
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span>invalid time</span>;
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {formats[style](date)}
    </time>
  );
}

const formats: Readonly<Record<MomentStyle, (date: Date) => string>> = {
  time: writeClock,
  "time-or-day": writeClockOrDay,
  "date-and-time": (date) => date.toLocaleString([], { dateStyle: "medium", timeStyle: "medium" }),
};

/** Formats a time of today as `14:05:09`, and any other as `Nov 23 14:05`. */
function writeClockOrDay(date: Date): string {
  if (date.toDateString() === new Date().toDateString()) return writeClock(date);
  // "Mon Nov 23 2026" in every language, like the clock.
  const [, month, day] = date.toDateString().split(" ");
  return `${month} ${Number(day)} ${writeClock(date).slice(0, 5)}`;
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
