import { expect, onTestFinished, test } from "vitest";

import { EventsModel } from "../../../../../lib/models/events/events-model.ts";
import { now, openWrittenLog, scheduleSoon, until } from "./event-log-harness.ts";
import { noPatternWorkers } from "./fake-pattern-worker.ts";

test("moves the bars of the last hour each minute, also without events", async () => {
  const { write, log, activity } = await openWrittenLog();
  await write([{}, {}]);
  const clock = { now };
  let minuteIsOver: () => void = () => undefined;
  const model = new EventsModel({
    ...noPatternWorkers,
    openLog: () => Promise.resolve(log),
    activity,
    now: () => clock.now,
    schedule(callback, delayMs) {
      if (delayMs !== 60_000) return scheduleSoon(callback, delayMs);
      minuteIsOver = callback;
      return () => undefined;
    },
  });
  onTestFinished(() => model[Symbol.dispose]());
  await until(model.minutes, (minutes) => minutes.at(-1) === 2);
  for (const place of [58, 57]) {
    clock.now += 60_000;
    minuteIsOver();
    expect((await until(model.minutes, (minutes) => minutes[place] === 2)).at(-1)).toBe(0);
  }
});
