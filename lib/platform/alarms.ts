import { extension } from "./extension-api.ts";

/**
 * Keeps an alarm and runs `onAlarm` at each. An alarm that exists already is left alone: creating it anew at every start
 * would push it further away each time the worker dies young. Call on the worker's first turn.
 *
 * @param periodMinutes half a minute is the shortest that browsers keep to
 */
export function keepAlarm(name: string, periodMinutes: number, onAlarm: () => void): void {
  extension.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onAlarm();
  });
  void extension.alarms.get(name).then(async (alarm) => {
    if (alarm === undefined || alarm.periodInMinutes !== periodMinutes) {
      await extension.alarms.create(name, { periodInMinutes: periodMinutes });
    }
  });
}
