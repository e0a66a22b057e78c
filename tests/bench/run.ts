// Usage: npm run bench [section]
// One line per figure: section/name  ours  other  ratio  target  ok|short, or told. Exit code 1 if
// a line is short, 2 for an unknown section.
import { section as auth } from "./auth/section.ts";
import { section as events } from "./events/section.ts";
import { formatResult, measureFigure } from "./figure.ts";
import type { Section } from "./figure.ts";
import { section as popup } from "./popup/section.ts";
import { section as runs } from "./runs/section.ts";
import { section as sandbox } from "./sandbox/section.ts";
import { section as tenant } from "./tenant/section.ts";
import { section as tokens } from "./tokens/section.ts";
import { section as trace } from "./trace/section.ts";

const sections: readonly Section[] = [auth, events, popup, runs, sandbox, tenant, tokens, trace];

const wanted = process.argv[2];
const chosen = sections.filter(({ name }) => wanted === undefined || name === wanted);
if (chosen.length === 0) {
  console.error(
    `Unknown section "${wanted}". Choose one of: ${sections.map(({ name }) => name).join(", ")}.`,
  );
  process.exit(2);
}
for (const section of chosen) {
  for (const figure of await section.prepare()) {
    try {
      const result = await measureFigure(figure);
      console.log(formatResult(section.name, figure, result));
      if (result.isShort) process.exitCode = 1;
    } catch (cause) {
      console.error(
        `${section.name}/${figure.name}: ${cause instanceof Error ? cause.message : "the measurement failed."}`,
      );
      process.exitCode = 1;
    }
  }
  await section.close?.();
}
