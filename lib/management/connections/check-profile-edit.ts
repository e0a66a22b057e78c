import type * as z from "zod/mini";
import {
  connectionProfilePatchSchema,
  warnOfPatch,
  type ConnectionProfile,
} from "./connection-profile.ts";
import { diffProfileEdit, type ProfileChange } from "./diff-connection-profile.ts";
import { refuseUnknown, type FieldMessage } from "../field-check.ts";
import { readMember, type JsonObject } from "../../encoding/json.ts";
import { isEmpty, isSameJson, readPath, toJsonObject } from "../json.ts";

/** The difference of an edit from its base, and the messages about it. */
export interface EditCheck {
  /** The PATCH body: only the changed properties. */
  patch: JsonObject;
  changes: ProfileChange[];
  /** Each of them prevents the request. */
  errors: FieldMessage[];
  warnings: FieldMessage[];
}

/**
 * Checks an edit of a connection profile against its base, the profile that the user started from.
 * The edit may have an `id`. Only a changed value can be an error. A value that came from the
 * service is sent back unchanged, even if this version does not know it. An unknown property is a
 * warning, and the service decides.
 */
export function checkProfileEdit(base: ConnectionProfile, edit: JsonObject): EditCheck {
  const earlier = toJsonObject(base);
  const { patch, changes } = diffProfileEdit(base, edit);
  const warnings = [...warnOfPatch(patch), ...warnOfRemoved(earlier, edit)];
  const errors: FieldMessage[] = [];
  const id = readMember(edit, "id");
  if (id !== undefined && id !== base.id)
    errors.push({
      field: "id",
      message: "The ID is set by the service and cannot be changed. Remove it.",
    });
  const parsed = connectionProfilePatchSchema.safeParse(patch);
  for (const issue of parsed.error?.issues ?? []) {
    for (const { path, message, isUnknown } of readIssue(issue)) {
      if (isGiven(path, earlier, patch, isUnknown)) continue;
      const field = path.join(".");
      if (isUnknown) warnings.push({ field, message: unknownProblem });
      else errors.push({ field, message });
    }
  }
  return { patch, changes, errors, warnings };
}

const unknownProblem =
  "Unknown property. It is sent unchanged, and the service accepts or rejects it.";

interface FieldIssue {
  path: string[];
  message: string;
  isUnknown: boolean;
}

function readIssue(issue: z.core.$ZodIssue): FieldIssue[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys")
    return [{ path, message: issue.message, isUnknown: false }];
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: refuseUnknown(key),
    isUnknown: true,
  }));
}

/** Returns true if the service itself returned this value, or this unknown member, at the path. */
function isGiven(path: string[], base: JsonObject, patch: JsonObject, isUnknown: boolean): boolean {
  const value = readPath(patch, path);
  const features =
    path.at(-2) === "enabled_features" ? readPath(base, path.slice(0, -1)) : undefined;
  // Features are a set: ignore their positions.
  if (Array.isArray(features)) return features.some((feature) => isSameJson(feature, value));
  const before = readPath(base, path);
  return before !== undefined && (isUnknown || isSameJson(before, value));
}

/** Warns of properties that the edit omits: a PATCH does not remove them. */
function warnOfRemoved(base: JsonObject, edit: JsonObject): FieldMessage[] {
  return Object.entries(base)
    .filter(([name, value]) => name !== "id" && !Object.hasOwn(edit, name) && !isEmpty(value))
    .map(([name]) => ({
      field: name,
      message:
        "An omitted property does not change at the tenant. To clear it, set an empty value.",
    }));
}
