import { waitFor } from "../../launch/wait-for.ts";
import { screenSize, type VirtualScreen } from "./virtual-screen.ts";

/**
 * For the browser's environment: without a session bus it draws notifications by itself, in the lower right corner of the
 * screen, whatever desktop the tests run in.
 */
export const noSessionBus = { DBUS_SESSION_BUS_ADDRESS: "disabled:" };

interface Place {
  x: number;
  y: number;
}

/** Where a notification has its text, not its buttons; the browser's window does not reach so far down. */
const text: Place = { x: screenSize.width - 200, y: screenSize.height - 40 };
/** Where it begins, right of the browser's window: covered only once it has come in all the way. */
const edge: Place = { x: screenSize.width - 15, y: screenSize.height - 92 };

/** The background of the screen is black where nothing lies over it. */
function isCovered(picture: Buffer, { x, y }: Place): boolean {
  const pixels = picture.subarray(-screenSize.width * screenSize.height * 4);
  const at = (y * screenSize.width + x) * 4;
  return pixels.subarray(at, at + 3).some((channel) => channel > 0);
}

/** Clicks the notification that the browser draws; of it the extension knows no more than that it was clicked. */
export async function clickNotification(screen: VirtualScreen): Promise<void> {
  await waitFor(
    async () => {
      const picture = await screen.picture();
      return isCovered(picture, text) && isCovered(picture, edge);
    },
    { what: "a notification on the screen" },
  );
  await screen.click(text);
}

/** Until none is on the screen, the last of one that goes included. */
export async function waitForNoNotification(screen: VirtualScreen): Promise<void> {
  await waitFor(async () => !isCovered(await screen.picture(), text), {
    what: "the notification to leave the screen",
  });
}
