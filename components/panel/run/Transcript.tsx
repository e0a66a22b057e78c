import type { TranscriptEntry } from "../../../lib/runs/transcript.ts";
import { Moment } from "../../shared/Moment.tsx";
import { Secret } from "../../shared/Secret.tsx";

/** Lists the steps of a run with their parameters. */
export function Transcript(props: { entries: readonly TranscriptEntry[] }) {
  if (props.entries.length === 0) return null;
  return (
    <ol class="transcript" aria-label="Steps of this run">
      {props.entries.map((entry, index) => (
        <li key={index} class={entry.outcome}>
          <div class="transcript-title">
            <span class="mark" role="img" aria-label={entry.outcome === "done" ? "Done" : "Failed"}>
              {entry.outcome === "done" ? "✓" : "✕"}
            </span>
            <span class="quiet">
              <Moment at={entry.at} style="time" />
            </span>
            <span>{entry.title}</span>
          </div>
          {entry.facts.length === 0 ? null : (
            <dl>
              {entry.facts.map((fact, at) => (
                <div key={at}>
                  <dt>{fact.name}</dt>
                  <dd>
                    {fact.isSecret ? (
                      <Secret name={fact.name} value={fact.value} />
                    ) : (
                      <code>{fact.value}</code>
                    )}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
