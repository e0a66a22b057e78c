import { useLayoutEffect, useRef } from "preact/hooks";
import type { TokenExchangeProfile } from "../../../lib/management/exchange/token-exchange-profile.ts";
import type { Tenant } from "../../../lib/messages/tenant.ts";
import { CopyButton } from "../../shared/CopyButton.tsx";
import { focusFirst } from "../../shared/focus-first.ts";
import { Notice } from "../../shared/Notice.tsx";
import type { ExchangeModels } from "./exchange-models.ts";

/** Shows the profile that was just created, and the next steps. */
export function CreatedProfile(props: {
  profile: TokenExchangeProfile;
  /** Unix time in ms of the request. */
  sentAt: number;
  models: ExchangeModels;
  tenant: Tenant;
}) {
  const { profile, models, tenant } = props;
  const { Since } = models;
  const place = useRef<HTMLDivElement>(null);
  // The form that had the focus is removed, so the focus goes to the next step.
  useLayoutEffect(() => focusFirst(place.current, ".primary"), []);
  return (
    <div class="form" ref={place}>
      <Notice severity="good" title="Token exchange profile created.">
        <span>
          Exchanges with <code>{profile.subject_token_type}</code> now run the action of{" "}
          {profile.name}. The action must validate the subject token.
        </span>
        <span class="actions">
          <code>{profile.id}</code>
          <CopyButton name="the profile ID" text={profile.id} />
        </span>
      </Notice>
      {Since === undefined ? null : <Since at={props.sentAt} what="this profile was created" />}
      <div class="actions">
        <button
          type="button"
          class="button primary"
          disabled={models.run === undefined}
          onClick={() => {
            // Close the form, so that the run returns to the list.
            models.form.close();
            void models.run?.open(tenant, profile);
          }}
        >
          Run an exchange
        </button>
        <button type="button" class="button" onClick={models.form.open}>
          Create another
        </button>
        <button type="button" class="button" onClick={models.form.close}>
          Back to the list
        </button>
      </div>
    </div>
  );
}
