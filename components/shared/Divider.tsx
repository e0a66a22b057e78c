/** The width of the first of two parts, in percent. */
export interface Share {
  percent: number;
  set: (percent: number) => void;
}

const minPercent = 20;
const maxPercent = 80;
const step = 4;

/**
 * Divides two parts; the mouse and the arrow keys move it (ARIA Authoring Practices, Window
 * Splitter).
 */
export function Divider({ share, label }: { share: Share; label: string }) {
  const move = (next: number) =>
    share.set(Math.max(minPercent, Math.min(maxPercent, Math.round(next))));
  const drag = (event: PointerEvent) => {
    const { currentTarget: divider } = event;
    if (!(divider instanceof HTMLElement) || !divider.hasPointerCapture(event.pointerId)) return;
    const box = divider.parentElement?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return;
    move((100 * (event.clientX - box.left)) / box.width);
  };
  const press = (event: KeyboardEvent) => {
    const targets: Record<string, number> = {
      ArrowLeft: share.percent - step,
      ArrowRight: share.percent + step,
      Home: minPercent,
      End: maxPercent,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    move(target);
  };
  return (
    <div
      class="divider"
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuenow={share.percent}
      aria-valuemin={minPercent}
      aria-valuemax={maxPercent}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
    />
  );
}
