import { waitFor } from "../../launch/wait-for.ts";
import { screenSize, type VirtualScreen } from "./virtual-screen.ts";

/**
 * The browser's environment: without a session bus, the browser draws notifications itself, in the
 * lower right corner of the screen, on every desktop.
 */
export const noSessionBus = { DBUS_SESSION_BUS_ADDRESS: "disabled:" };

interface Place {
  x: number;
  y: number;
}

/** A point in the text of a notification, not on its buttons, and below the browser's window. */
const text: Place = { x: screenSize.width - 200, y: screenSize.height - 40 };
/** A point right of the browser's window that a notification covers only at its final position. */
const edge: Place = { x: screenSize.width - 15, y: screenSize.height - 92 };

/** The background of an empty screen is black. */
function isCovered(picture: Buffer, { x, y }: Place): boolean {
  const pixels = picture.subarray(-screenSize.width * screenSize.height * 4);
  const at = (y * screenSize.width + x) * 4;
  return pixels.subarray(at, at + 3).some((channel) => channel > 0);
}

/** Clicks the notification that the browser draws. The extension only learns of the click. */
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

/** Waits until the screen shows no notification, not even one that is fading out. */
export async function waitForNoNotification(screen: VirtualScreen): Promise<void> {
  await waitFor(async () => !isCovered(await screen.picture(), text), {
    what: "the notification to leave the screen",
  });
}
