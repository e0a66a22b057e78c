import type { ForgetModel } from "../../lib/models/tenants/forget-model.ts";
import type { SettingsFileModel } from "../../lib/models/tenants/settings-file-model.ts";
import { Notice } from "../shared/Notice.tsx";
import { FilePicker } from "../shared/FilePicker.tsx";
import { ErasedNote } from "./ErasedNote.tsx";
import { ImportPreview } from "./ImportPreview.tsx";
import { SettingsFileNotice } from "./SettingsFileNotice.tsx";
import { TwoStepButton } from "../shared/TwoStepButton.tsx";

/** Exports and imports the settings, and deletes all data of the extension on this device. */
export function DataSection(props: {
  file: InstanceType<typeof SettingsFileModel>;
  forget: InstanceType<typeof ForgetModel>;
  /** True in a private window, which stores nothing and therefore imports nothing. */
  isPrivate: boolean;
}) {
  const { file, forget } = props;
  const isWorking = file.state.value.kind === "working";
  const state = forget.state.value;
  return (
    <section aria-labelledby="data-heading">
      <h2 id="data-heading" tabIndex={-1}>
        Data and privacy
      </h2>
      <div class="data-part">
        <h3>Settings file</h3>
        <p class="quiet">
          The file contains the tenants with their preferences. It never contains credentials,
          tokens, presets or events.
        </p>
        <div class="actions">
          <button
            type="button"
            class="button"
            disabled={isWorking}
            onClick={() => void file.exportSettings()}
          >
            Export settings
          </button>
          <FilePicker
            label="Import settings"
            accept="application/json,.json"
            isDisabled={isWorking || props.isPrivate}
            onChoose={(chosen) => void file.previewImport(chosen)}
          />
        </div>
        <SettingsFileNotice state={file.state.value} />
        <ImportPreview model={file} />
      </div>
      <div class="data-part forget">
        <h3>Stored data</h3>
        <p class="quiet">
          Tenants, preferences, credentials, presets and events are stored only in this browser.
        </p>
        <TwoStepButton
          label="Forget everything…"
          confirmLabel="Yes, forget everything"
          disabled={state.kind === "forgetting"}
          onConfirm={() => void forget.forgetEverything()}
        >
          <strong>Forget everything?</strong> All tenants and their settings, every credential and
          token, all presets, stored events and the permissions for your tenants' hosts are removed
          from this device. To restore the settings later, export them first. The tenants themselves
          do not change, but the sandbox is deleted.
        </TwoStepButton>
        {state.kind === "forgotten" ? (
          <Notice severity="good" title="All data was removed.">
            <ErasedNote />
            <span>
              The browser may keep bytes of deleted events and names of tenants in its database
              files for a while. To delete these files, remove the extension.
            </span>
          </Notice>
        ) : null}
        {state.kind === "failed" ? (
          <Notice severity="error" help="forgetting" title="Some data was not removed.">
            <span>{state.failure.message}</span>
          </Notice>
        ) : null}
      </div>
    </section>
  );
}
