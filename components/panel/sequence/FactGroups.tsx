import type { ComponentChildren } from "preact";
import type { TranscriptFact } from "../../../lib/runs/list-facts.ts";
import { FactValue } from "./FactValue.tsx";
import "./fact-groups.css";

/** Lists named values under their headings. */
export function FactGroups(props: {
  groups: readonly { title: string; facts: readonly TranscriptFact[] }[];
  /** Returns a note on a value, which marks it. */
  mark?: (fact: TranscriptFact) => { key: string; note: ComponentChildren } | undefined;
}) {
  return (
    <div class="fact-groups">
      {props.groups.map(({ title, facts }) => (
        <div key={title}>
          <h3>{title}</h3>
          <dl>
            {facts.map((fact, at) => {
              const mark = props.mark?.(fact);
              return (
                <div
                  key={at}
                  class={mark === undefined ? undefined : "marked"}
                  data-fact={mark?.key}
                  tabIndex={mark === undefined ? undefined : -1}
                >
                  <dt>{fact.name}</dt>
                  <dd>
                    <FactValue {...fact} />
                    {mark === undefined ? null : <> {mark.note}</>}
                  </dd>
                </div>
              );
            })}
          </dl>
        </div>
      ))}
    </div>
  );
}
