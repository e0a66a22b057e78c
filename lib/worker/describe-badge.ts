import { plural } from "../encoding/plural.ts";

/** The facts that the badge shows. */
export interface BadgeFacts {
  unread: number;
  /** The problem that the user must solve, in a few words. */
  trouble?: string;
}

const quietColour = "#1b3fa8";
const troubleColour = "#b3161d";

/** Returns the text (at most four characters fit), the colour and the title of the badge. */
export function describeBadge({ unread, trouble }: BadgeFacts): {
  text: string;
  colour: string;
  title: string;
} {
  const count = unread === 0 ? "" : unread > 99 ? "99+" : String(unread);
  const text = trouble !== undefined && count === "" ? "!" : count;
  const events = unread === 0 ? "no unread events" : plural(unread, "unread event");
  return {
    text,
    colour: trouble !== undefined ? troubleColour : quietColour,
    title: `Tenant Inspector: ${events}${trouble === undefined ? "" : `; ${trouble}`}`,
  };
}
