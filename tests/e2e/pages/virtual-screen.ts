import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeTemporaryFolder } from "../../launch/temporary-folder.ts";

/** A virtual screen for browser windows, with a keyboard and a pointer. */
export interface VirtualScreen {
  /** The environment for processes whose windows appear on this screen. */
  env: Readonly<Record<string, string>>;
  /** Presses and releases a key in the focused window. */
  press(key: string): Promise<void>;
  /** Moves the pointer to a position, from the upper left corner, and clicks. */
  click(place: { x: number; y: number }): Promise<void>;
  /** Returns the screen's pixels, four bytes each behind a header. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** The size in pixels. It exceeds a browser's window, so that content outside of it is visible. */
export const screenSize = { width: 1400, height: 1100 };

/** Starts a screen with the programs Xvfb and xdotool. */
export async function openVirtualScreen(): Promise<VirtualScreen> {
  const folder = await makeTemporaryFolder("screen");
  const screen = `${screenSize.width}x${screenSize.height}x24`;
  const server = spawn(
    "Xvfb",
    ["-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-fbdir", folder.path],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.stdout.once("data", (text: unknown) => resolve(String(text).trim()));
    server.once("error", reject);
    server.once("exit", () => reject(new Error("Xvfb ended before it had a screen.")));
  });
  const env = { DISPLAY: `:${number}` };
  const perform = async (...deeds: string[]) => {
    await promisify(execFile)("xdotool", deeds, { env: { ...process.env, ...env } });
  };
  return {
    env,
    press: (key) => perform("key", key),
    click: ({ x, y }) => perform("mousemove", String(x), String(y), "click", "1"),
    picture: () => readFile(join(folder.path, "Xvfb_screen0")),
    async close() {
      const ended = once(server, "exit");
      server.kill();
      await ended;
      await folder.remove();
    },
  };
}
