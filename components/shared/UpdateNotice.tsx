import type { UpdateModel } from "../../lib/models/update-model.ts";
import { Notice } from "./Notice.tsx";

/** Offers an update that waits, and says what it takes away. */
export function UpdateNotice({ model }: { model: InstanceType<typeof UpdateModel> }) {
  const offer = model.offer.value;
  if (offer === undefined) return null;
  const names = new Intl.ListFormat("en").format(offer.losing);
  return (
    <Notice severity="note" title={`Version ${offer.version} is ready.`}>
      <span>
        The update restarts Tenant Inspector. It closes its pages and the DevTools with its panel,
        and ends the runs and tokens of this session. Unsent input of the popup is kept.
        {offer.losing.length === 0
          ? ""
          : ` In memory only, so to be entered again: the credential of ${names}.`}
      </span>
      <div class="actions">
        <button type="button" class="button" onClick={() => void model.install()}>
          Update and restart
        </button>
      </div>
      <span role="alert">{model.message.value}</span>
    </Notice>
  );
}
