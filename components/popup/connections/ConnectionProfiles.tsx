import { useEffect, useState } from "preact/hooks";
import type { ConnectionProfilesModel } from "../../../lib/models/connections/connection-profiles-model.ts";
import type { SinceView } from "../../shared/EventsSince.tsx";
import { Notice } from "../../shared/Notice.tsx";
import { ProfileEditor } from "./ProfileEditor.tsx";
import { ProfileList } from "./ProfileList.tsx";
import "./connections.css";

/** Shows the connection profiles of the selected tenant: the list, or the edited profile. */
export function ConnectionProfiles({
  model,
  Since,
}: {
  model: InstanceType<typeof ConnectionProfilesModel>;
  Since: SinceView;
}) {
  const tenantId = model.tenantId.value;
  const edited = model.edited.value;
  const draftProblem = model.draftProblem.value;
  /** The row that gets the focus when the list is shown again. */
  const [lastOpened, setLastOpened] = useState<string | undefined>(undefined);
  useEffect(() => {
    void model.begin();
  }, [model, tenantId]);
  useEffect(() => {
    if (edited !== undefined) setLastOpened(edited.profileId);
  }, [edited]);
  return (
    <div class="connections">
      {draftProblem === undefined ? null : (
        <Notice severity="warning" help="tenant-inspector-itself">
          <span>{draftProblem}</span>
        </Notice>
      )}
      {edited === undefined ? (
        <ProfileList model={model} lastOpened={lastOpened} />
      ) : (
        <ProfileEditor key={edited.profileId} model={model} Since={Since} />
      )}
    </div>
  );
}
