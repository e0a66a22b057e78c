import type { SinceView } from "../../../../components/shared/EventsSince.tsx";

/** Replaces the events since a change, and shows the change and its time. */
export const showSince: SinceView = ({ at, what }) => (
  <span class="since">
    {at}: {what}
  </span>
);
