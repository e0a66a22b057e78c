// Usage: npm run record:second [pattern]
// Records the second set of logins whose names match, or all, in Chromium with our panel open.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatHar, toHar } from "../to-har.ts";
import { expectedLogins } from "./expected.ts";
import { providerCleanScenes } from "./scenes/provider-clean.ts";
import { providerFaultScenes } from "./scenes/provider-faults.ts";
import { setDates, tenantScenes } from "./scenes/tenant.ts";
import { openSecondStage, type SecondScenes } from "./stage.ts";

const scenes: SecondScenes = { ...providerCleanScenes, ...providerFaultScenes, ...tenantScenes };

const pattern = new RegExp(process.argv[2] ?? "");
const stage = await openSecondStage();
try {
  for (const { name, story } of expectedLogins.filter((each) => pattern.test(each.name))) {
    try {
      const scene = scenes[name];
      if (scene === undefined) throw new Error("This login has no scene.");
      await stage.begin();
      const recorded = await stage.recorder.record(() => scene(stage));
      const captured = name === "clock-of-computer-ahead" ? setDates(recorded) : recorded;
      const text = formatHar(toHar(captured, { comment: story, browser: stage.browser }));
      await writeFile(join(import.meta.dirname, `${name}.har`), text);
      console.log(`${name}  ${text.length}`);
    } catch (error) {
      console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
  }
} finally {
  await stage.close();
}
