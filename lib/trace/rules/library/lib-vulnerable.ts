import { advisories, advisoriesDate } from "./lib-advisories.ts";
import { notApplicable, notSeen, passed, type Rule } from "../rule.ts";

/** A version that an advisory lists. Passed means: none known on the date of the list. */
export const libVulnerable: Rule = {
  id: "lib-vulnerable",
  group: "library",
  rank: "cause",
  severity: "warning",
  title: "The library has known vulnerabilities",
  requirement: `Published advisories, as of ${advisoriesDate}`,
  judge({ flow: { library, messages } }) {
    if (messages.length === 0) return notApplicable;
    if (library === undefined) return notSeen("the name and version of the library");
    const name = canonicalNames.get(library.name) ?? library.name;
    const found = advisories.filter(
      (each) =>
        each.library === name &&
        compareVersions(library.version, each.from) >= 0 &&
        compareVersions(library.version, each.below) < 0,
    );
    const newest = found.toSorted((one, other) => compareVersions(other.below, one.below))[0];
    if (newest === undefined) return passed;
    return {
      outcome: "failed",
      title: `${library.name} ${library.version} has known vulnerabilities`,
      seen: [{ part: "query", name: "auth0Client", value: `${library.name} ${library.version}` }],
      why: found.map(({ id, problem }) => `${id}: ${problem}.`).join(" "),
      remedy: `Upgrade ${library.name} to ${newest.below} or later.`,
    };
  },
};

/** The names of packages, beside those of the telemetry. */
const canonicalNames = new Map([
  ["auth0-js", "auth0.js"],
  ["auth0-lock", "lock.js"],
  ["lock", "lock.js"],
  ["@auth0/nextjs-auth0", "nextjs-auth0"],
]);

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
  const [numbers = ""] = version.split(/[-+]/u);
  return numbers.split(".").map(Number);
}
