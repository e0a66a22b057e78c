const model = "A signals model: short verbs over the same few signals, each with its docstring.";
const service = "A service object: short methods over the same private state.";
const view = "A view: markup, with the handlers beside the elements that call them.";

/**
 * The functions of lib and components with more than 80 lines, with the reason why each is one
 * function.
 */
export const longFunctions: Readonly<Record<string, string>> = {
  "components/options/TenantFormNotice.tsx: TenantFormNotice": view,
  "components/options/stream/StreamSection.tsx: StreamSection": view,
  "components/panel/events/EventsTab.tsx: EventsTab":
    "A view that joins toolbar, list and details; the keys of the list need all three.",
  "components/panel/events/ExportForm.tsx: ExportForm": view,
  "components/panel/events/ResumeForm.tsx: ResumeForm": view,
  "components/panel/tokens/SeenTokens.tsx: SeenTokens": view,
  "components/panel/trace/TraceTab.tsx: TraceTab": view,
  "components/popup/exchange/ProfileRow.tsx: ProfileRow": view,
  "components/popup/exchange/RunExchange.tsx: RunExchange": view,
  "components/sandbox/SandboxBrowser.tsx: SandboxBrowser": view,
  "components/welcome/WelcomePage.tsx: WelcomePage": view,
  "components/panel/JsonTree.tsx: JsonTree":
    "A view: the keyboard of a tree (ARIA Authoring Practices) moves over the same list of lines.",
  "lib/events/log/event-connection.ts: createEventConnections": service,
  "lib/events/log/idb-event-log.ts: openEventLog": service,
  "lib/events/search/event-search.ts: createEventSearch": service,
  "lib/events/stream/connect-gate.ts: createConnectGate": service,
  "lib/management/calls/call-service.ts: createServiceCaller":
    "One call with its steps (authorize, send, pause, finish), which share the service.",
  "lib/management/client.ts: createManagementClient":
    "One method for each route of the management interface.",
  "lib/management/credentials/sealed-store.ts: createSealedStore": service,
  "lib/models/activity-model.ts: ActivityModel": model,
  "lib/models/connections/connection-editor-model.ts: ConnectionEditorModel": model,
  "lib/models/connections/connection-profiles-model.ts: ConnectionProfilesModel": model,
  "lib/models/events/event-matches.ts: createEventMatches": model,
  "lib/models/events/event-page-model.ts: EventPageModel": model,
  "lib/models/events/events-model.ts: EventsModel": model,
  "lib/models/events/log-reader.ts: createLogReader": model,
  "lib/models/events/pattern-runner.ts: createPatternRunner": service,
  "lib/models/exchange/creation-steps.ts: createCreationSteps": model,
  "lib/models/exchange/exchange-change-model.ts: ExchangeChangeModel": model,
  "lib/models/exchange/exchange-form-model.ts: ExchangeFormModel": model,
  "lib/models/exchange/exchange-run-model.ts: ExchangeRunModel": model,
  "lib/models/file-export.ts: createFileExport": service,
  "lib/models/runs/history-model.ts: HistoryModel": model,
  "lib/models/runs/presets-model.ts: PresetsModel": model,
  "lib/models/runs/presets-model.ts: createPresetStore": model,
  "lib/models/runs/run-forms.ts: createRunForms": model,
  "lib/models/runs/run-model.ts: RunModel": model,
  "lib/models/runs/runs.ts: createRuns": model,
  "lib/models/sandbox/sandbox-browser-model.ts: SandboxBrowserModel": model,
  "lib/models/stream/stream-control-model.ts: StreamControlModel": model,
  "lib/models/stream/stream-preferences-model.ts: StreamPreferencesModel": model,
  "lib/models/tenants/credential-form-model.ts: CredentialFormModel": model,
  "lib/models/tenants/options-navigation-model.ts: OptionsNavigationModel": model,
  "lib/models/tenants/tenant-form-model.ts: TenantFormModel": model,
  "lib/models/tokens/compare-model.ts: CompareModel": model,
  "lib/models/tokens/inspection-model.ts: InspectionModel": model,
  "lib/models/tokens/keys-model.ts: KeysModel": model,
  "lib/models/tokens/library-check-model.ts: LibraryCheckModel": model,
  "lib/models/tokens/seen-tokens-model.ts: SeenTokensModel": model,
  "lib/models/tokens/tokens-model.ts: TokensModel": model,
  "lib/models/trace/capture-model.ts: CaptureModel": model,
  "lib/models/trace/flow-filter.ts: createFlowFilter": model,
  "lib/models/trace/trace-import-model.ts: TraceImportModel": model,
  "lib/models/trace/trace-model.ts: TraceModel": model,
  "lib/redaction/create-redactor.ts: createRedactor": service,
  "lib/redaction/kept/create-exchange-redactor.ts: createExchangeRedactor": service,
  "lib/redaction/known-secrets.ts: createKnownSecrets": service,
  "lib/redaction/redact-text.ts: createTextRedactor": service,
  "lib/worker/activity.ts: createActivity": service,
  "lib/worker/create-inspector.ts: createInspector":
    "It only wires the parts of the worker, one after the other.",
  "lib/worker/device-storage.ts: createDeviceStorage": service,
  "lib/worker/event-notifier.ts: createEventNotifier": service,
  "lib/worker/settings-commands.ts: createSettingsCommands": "One handler for each command.",
  "lib/worker/tenant-streams.ts: createTenantStreams": service,
};
