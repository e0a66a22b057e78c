import type { StreamPreferences } from "../messages/stream-preferences.ts";

/**
 * Returns true if a moment is within the quiet hours, which are in local time. If `to` is before
 * `from`, the quiet hours span midnight.
 */
export function isQuietTime(hours: StreamPreferences["quietHours"], moment: Date): boolean {
  if (hours === undefined) return false;
  const time = moment.getHours() * 60 + moment.getMinutes();
  const from = readMinutes(hours.from);
  const to = readMinutes(hours.to);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}

function readMinutes(timeOfDay: string): number {
  const [hours = "0", minutes = "0"] = timeOfDay.split(":");
  return Number(hours) * 60 + Number(minutes);
}
