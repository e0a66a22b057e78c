import type { Evidence } from "../../../lib/trace/evidence.ts";
import type { Stop } from "../../../lib/trace/stop/stop.ts";

/** Shows where a flow stopped, and quotes what the other side said there. */
export function FlowStop({ stop, onShow }: { stop: Stop; onShow: (evidence: Evidence) => void }) {
  const { at, said, expected, sentence } = stop;
  const show = () =>
    onShow({ message: at, part: "status", name: "status", value: String(at.exchange.status) });
  return (
    <section class="flow-stop" aria-label="Where it stopped">
      <p role="status">
        {sentence}.{" "}
        <button
          type="button"
          class="button link"
          aria-label="Show the request at which it stopped"
          onClick={show}
        >
          request
        </button>
      </p>
      {said.length === 0 ? null : (
        <dl>
          {said.map(({ name, text }) => (
            <div key={name} class="seen">
              <dt class="quiet">{name}</dt> <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <p class="quiet">Expected next: {expected}.</p>
    </section>
  );
}
