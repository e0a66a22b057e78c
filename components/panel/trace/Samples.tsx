import type { TraceImportModel } from "../../../lib/models/trace/trace-import-model.ts";
import { samples } from "../../../lib/models/trace/samples.ts";
import "./samples.css";

/** Offers the recorded logins that fail, each by its symptom. */
export function Samples({ importer }: { importer: InstanceType<typeof TraceImportModel> }) {
  return (
    <div class="samples">
      <p id="samples-title">
        Or open a sample, a recorded login that fails. Trace names the cause.
      </p>
      <ul aria-labelledby="samples-title">
        {samples.map((sample) => (
          <li key={sample.name}>
            <button type="button" class="button" onClick={() => void importer.openSample(sample)}>
              {sample.symptom}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
