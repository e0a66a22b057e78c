import type { SandboxPort } from "../../../../lib/sandbox/port-messages.ts";

/** One end of a pair of ports, with its listeners. */
class PortEnd implements SandboxPort {
  other: PortEnd | undefined;
  isOpen = true;
  readonly #messages: ((message: unknown) => void)[] = [];
  readonly #disconnects: (() => void)[] = [];

  post(message: unknown): void {
    if (!this.isOpen) throw new Error("Attempting to use a disconnected port object");
    const copy: unknown = JSON.parse(JSON.stringify(message));
    queueMicrotask(() => {
      if (this.other?.isOpen === true) for (const each of this.other.#messages) each(copy);
    });
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#messages.push(listener);
  }

  onDisconnect(listener: () => void): void {
    this.#disconnects.push(listener);
  }

  /** Tells the other end alone, as `runtime.Port` does. */
  disconnect(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    queueMicrotask(() => {
      if (this.other?.isOpen !== true) return;
      this.other.isOpen = false;
      for (const each of this.other.#disconnects) each();
    });
  }
}

/** Returns two connected ports that carry JSON, as those of the extension API. */
export function createPortPair(): { near: PortEnd; far: PortEnd } {
  const near = new PortEnd();
  const far = new PortEnd();
  near.other = far;
  far.other = near;
  return { near, far };
}
