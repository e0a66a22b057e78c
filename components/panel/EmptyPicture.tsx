import "./empty-picture.css";

type Tone = "good" | "bad" | "quiet" | "code";

/** A small drawing of what a tab will show, with invented values. */
export interface Picture {
  /** Describes the drawing for people who do not see it. */
  readonly label: string;
  /** The texts: the left end of the base line in units of the drawing (280 by 88), and a tone. */
  readonly texts: readonly (readonly [x: number, y: number, text: string, tone?: Tone])[];
  /** The lines, as path data of SVG. */
  readonly lines: string;
}

/** Stands above the sentence of an empty tab, before its first content. */
export function EmptyPicture({ label, texts, lines }: Picture) {
  return (
    <svg class="empty-picture" viewBox="0 0 280 88" role="img" aria-label={`Example: ${label}`}>
      <rect x="0.5" y="0.5" width="279" height="87" rx="3" />
      <path d={lines} />
      {texts.map(([x, y, text, tone]) => (
        <text key={`${x} ${y}`} x={x} y={y} class={tone}>
          {text}
        </text>
      ))}
    </svg>
  );
}
