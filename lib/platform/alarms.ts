import { extension } from "./extension-api.ts";

/**
 * Ensures that an alarm exists, and calls `onAlarm` each time it fires. Keeps an existing alarm: to
 * create it again would postpone it at each start of a short-lived worker. Call this in the
 * worker's first turn.
 *
 * @param periodMinutes at least 0.5, the shortest period of the browsers
 */
export function ensureAlarm(name: string, periodMinutes: number, onAlarm: () => void): void {
  extension.alarms.onAlarm.addListener((alarm) => {
    if (alarm.name === name) onAlarm();
  });
  const ensure = async (): Promise<void> => {
    const alarm = await extension.alarms.get(name);
    if (alarm?.periodInMinutes === periodMinutes) return;
    await extension.alarms.create(name, { periodInMinutes: periodMinutes });
  };
  // The browser rejects this while it shuts down. The next start of the worker tries again.
  ensure().catch(() => undefined);
}
