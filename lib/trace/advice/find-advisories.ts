import type { AuthLibrary } from "../flow.ts";
import { advisories, type Advisory } from "./advisories.ts";

/** The names of packages, beside those of the telemetry. */
const canonicalNames = new Map([
  ["auth0-js", "auth0.js"],
  ["auth0-lock", "lock.js"],
  ["lock", "lock.js"],
  ["@auth0/nextjs-auth0", "nextjs-auth0"],
]);

/** Returns the advisories that affect this version of a library. */
export function findAdvisories({ name, version }: AuthLibrary): Advisory[] {
  const library = canonicalNames.get(name) ?? name;
  return advisories.filter(
    (each) =>
      each.library === library &&
      compareVersions(version, each.from) >= 0 &&
      compareVersions(version, each.below) < 0,
  );
}

/** Compares the numbers of two versions (Semantic Versioning, section 11). */
function compareVersions(one: string, other: string): number {
  const [first, second] = [readNumbers(one), readNumbers(other)];
  for (let index = 0; index < 3; index += 1) {
    const difference = (first[index] ?? 0) - (second[index] ?? 0);
    if (difference !== 0) return difference;
  }
  // A release candidate comes before its release.
  return Number(other.includes("-")) - Number(one.includes("-"));
}

function readNumbers(version: string): number[] {
  return (version.split(/[-+]/u, 1)[0] ?? "").split(".").map(Number);
}
