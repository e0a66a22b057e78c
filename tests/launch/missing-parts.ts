import {
  findFirefox,
  hasProgram,
  realFiles,
  type Environment,
  type Files,
} from "./find-browser.mjs";

/** A part of the tests that this system cannot run. */
export interface MissingPart {
  tests: string;
  reason: string;
}

/** Lists the parts that `npm test` must leave out here, each with the reason. */
export function listMissingParts(
  platform: string,
  env: Environment,
  files: Files = realFiles,
): MissingPart[] {
  const missing: MissingPart[] = [];
  if (!findFirefox(platform, env, files)) {
    missing.push({
      tests: "the extension in Firefox",
      reason: "Could not find Firefox. Install it, or set TENANT_INSPECTOR_FIREFOX to its path.",
    });
  }
  if (!hasProgram(platform, env, "Xvfb", files)) {
    missing.push({
      tests: "npm start in its own window",
      reason:
        "Could not find Xvfb, the virtual display, which exists only on Linux. Install it (Debian: apt-get install xvfb).",
    });
  }
  return missing;
}
