import { plural } from "../../lib/encoding/plural.ts";
import type {
  ClientSurface,
  CredentialCheckModel,
} from "../../lib/models/tenants/credential-check-model.ts";
import { CopyButton } from "../shared/CopyButton.tsx";
import { ScopeList } from "../shared/ScopeList.tsx";
import { SwitchField } from "./SwitchField.tsx";

const surfaceLabels: Readonly<Record<ClientSurface, string>> = {
  "token-exchange-profiles": "Token exchange profiles",
  "connection-profiles": "Connection profiles",
  "event-stream": "Event stream",
};

/**
 * Lists the minimum scopes for the purposes of the credential. The user grants them at the tenant.
 */
export function ScopeProposal(props: {
  model: InstanceType<typeof CredentialCheckModel>;
  isForUser: boolean;
}) {
  const { model, isForUser } = props;
  const scopes = isForUser ? model.forUser.value : model.forClient.value;
  const count = plural(scopes.length, "scope");
  return (
    <fieldset>
      <legend>{isForUser ? "Requested scopes" : "Purpose"}</legend>
      {isForUser
        ? null
        : model.surfaces.value.map(({ surface, isChosen }) => (
            <SwitchField
              key={surface}
              label={surfaceLabels[surface]}
              isOn={isChosen}
              onChange={(isOn) => model.choose(surface, isOn)}
            />
          ))}
      {scopes.length === 0 ? (
        <p class="quiet">Choose a purpose to see the required scopes.</p>
      ) : (
        <div class="proposal">
          <details>
            <summary>
              {isForUser ? `${count} of the current user` : `Requires ${count}`}
              {model.isReadOnly.value ? " (read-only: no write scopes)" : ""}
            </summary>
            <ScopeList scopes={scopes} />
          </details>
          {isForUser ? null : (
            <CopyButton name="the scopes" text={scopes.map(({ scope }) => scope).join(" ")} />
          )}
        </div>
      )}
    </fieldset>
  );
}
