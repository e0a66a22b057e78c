import type { SinceView } from "../../../../components/shared/EventsSince.tsx";

/** Stands for the events since a change, and says which change and when. */
export const showSince: SinceView = ({ at, what }) => (
  <span class="since">
    {at}: {what}
  </span>
);
