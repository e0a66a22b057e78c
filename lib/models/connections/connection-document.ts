import {
  CONNECTION_FEATURES,
  type ConnectionProfile,
} from "../../management/connections/connection-profile.ts";
import { isJsonObject, readMember, type JsonObject, type JsonValue } from "../../encoding/json.ts";
import { isNothing, toJson } from "../../management/json.ts";
import { toOverrideGrid, type OverrideGrid } from "../../management/connections/override-grid.ts";

export const connectionFeatures = CONNECTION_FEATURES;
/** What the service documents for both settings of an organization. */
export const membershipChoices = ["none", "optional", "required"] as const;
export const organizationSettings = ["show_as_button", "assign_membership_on_login"] as const;
export type OrganizationSetting = (typeof organizationSettings)[number];

/** A connection profile as the form shows it; what has no field here stays in the document as it is. */
export interface ConnectionForm {
  name: string;
  prefixTemplate: string;
  features: readonly JsonValue[];
  organization: JsonObject;
  /** JSON text; empty when there is no configuration. */
  configText: string;
  overrides: OverrideGrid;
}

/** What is edited of a profile: all of it but its id. */
export function toDocument(profile: ConnectionProfile): JsonObject {
  const json = toJson(profile);
  if (!isJsonObject(json)) return {};
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== "id"));
}

/** The document as the form shows it, or a sentence on what no field can show. */
export function readConnectionForm(
  document: JsonObject,
): { ok: true; form: ConnectionForm } | { ok: false; problem: string } {
  const unfit = findUnfit(document);
  if (unfit !== undefined) {
    return { ok: false, problem: `The form cannot show ${unfit}. Correct it here first.` };
  }
  const name = readMember(document, "name");
  const template = readMember(document, "connection_name_prefix_template");
  const features = readMember(document, "enabled_features");
  const organization = readMember(document, "organization");
  const config = readMember(document, "connection_config");
  return {
    ok: true,
    form: {
      name: typeof name === "string" ? name : "",
      prefixTemplate: typeof template === "string" ? template : "",
      features: Array.isArray(features) ? features : [],
      organization: isJsonObject(organization) ? organization : {},
      configText: config === undefined || config === null ? "" : JSON.stringify(config, null, 2),
      overrides: toOverrideGrid(readMember(document, "strategy_overrides")),
    },
  };
}

function findUnfit(document: JsonObject): string | undefined {
  const read = (name: string) => readMember(document, name);
  for (const name of ["name", "connection_name_prefix_template"]) {
    const value = read(name);
    if (typeof value !== "string" && !isUnset(value)) return `${name}, which is not a text`;
  }
  for (const name of ["organization", "connection_config", "strategy_overrides"]) {
    const value = read(name);
    if (!isJsonObject(value) && !isUnset(value)) return `${name}, which is not an object`;
  }
  const features = read("enabled_features");
  return Array.isArray(features) || isUnset(features)
    ? undefined
    : "enabled_features, which is not a list";
}

function isUnset(value: JsonValue | undefined): boolean {
  return isNothing(value) && (value === undefined || value === null);
}
