import type { ReadonlySignal } from "@preact/signals";
import type { LifePart, TokenLife } from "../../../../lib/models/tokens/token-life.ts";
import { Moment } from "../../../shared/Moment.tsx";
import "./life-bar.css";

/** Shows the life of a token as a bar, and the same in words. */
export function LifeBar(props: { life: ReadonlySignal<TokenLife | undefined> }) {
  const life = props.life.value;
  if (life === undefined) return null;
  const { state, marks, accepted, leeway, text } = life;
  const lanes = 1 + Math.max(...marks.map(({ lane }) => lane));
  return (
    <section class="life" aria-labelledby="life-heading">
      <h2 id="life-heading">Life</h2>
      <p>{state}</p>
      <div class="life-bar" role="img" aria-label={text} style={{ "--lanes": lanes }}>
        <div class="life-track" />
        {accepted === undefined ? null : <Part name="accepted" part={accepted} />}
        {leeway === undefined ? null : <Part name="leeway" part={leeway} />}
        {marks.map(({ name, position, lane }) => (
          <span
            key={name}
            class={`life-mark ${name}${position > 50 ? " late" : ""}`}
            style={{ left: `${position}%`, "--lane": lane }}
          >
            <span>{name}</span>
          </span>
        ))}
      </div>
      <ol class="life-times quiet">
        {marks.map(({ name, at, relative }) => (
          <li key={name}>
            <code>{name}</code> <Moment at={at} />
            {name === "now" ? null : <>, {relative}</>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Part({ name, part }: { name: "accepted" | "leeway"; part: LifePart }) {
  return (
    <div
      class={`life-part ${name}`}
      style={{ left: `${part.from}%`, width: `${part.to - part.from}%` }}
    />
  );
}
