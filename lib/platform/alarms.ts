import { extension } from "./extension-api.ts";

/**
 * Keeps an alarm and runs `onAlarm` at each. An alarm that exists already is left alone: creating it anew at every start
 * would push it further away each time the worker dies young. Call on the worker's first turn.
 *
 * @param periodMinutes half a minute is the shortest that browsers keep to
 */
export function ensureAlarm(name: string, periodMinutes: number, onAlarm: () => void): void {
  extension.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onAlarm();
  });
  const keep = async (): Promise<void> => {
    const alarm = await extension.alarms.get(name);
    if (alarm?.periodInMinutes === periodMinutes) return;
    await extension.alarms.create(name, { periodInMinutes: periodMinutes });
  };
  // A browser that is on its way out refuses; the next start of the worker tries again.
  keep().catch(() => undefined);
}
