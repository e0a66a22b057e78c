/**
 * Shows the number of events in each minute of the last hour. Screen readers get the sentence
 * instead of the bars.
 */
export function Histogram(props: { minutes: readonly number[] }) {
  const { minutes } = props;
  const total = minutes.reduce((sum, count) => sum + count, 0);
  const most = Math.max(0, ...minutes);
  const ago = minutes.length - 1 - minutes.indexOf(most);
  const when = ago === 0 ? "now" : `${ago} min ago`;
  const text =
    total === 0
      ? "No events in the last hour"
      : `${total} in the last hour, peak ${most} per minute (${when})`;
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${minutes.length * 2} 16`} preserveAspectRatio="none" aria-hidden="true">
        {minutes.map((count, index) => {
          const height = count === 0 ? 0.5 : Math.max(1.5, (15 * count) / Math.max(1, most));
          return <rect key={index} x={index * 2} y={16 - height} width={1.5} height={height} />;
        })}
      </svg>
      <figcaption class="quiet">{text}</figcaption>
    </figure>
  );
}
