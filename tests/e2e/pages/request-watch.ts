import type { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";

/** The requests for one path that a tenant has answered since a moment, as its log has them. */
export class RequestWatch {
  readonly #control: TenantControl;
  readonly #path: string;
  readonly #after: number;

  constructor(control: TenantControl, path: string, after: number) {
    this.#control = control;
    this.#path = path;
    this.#after = after;
  }

  static async begin(control: TenantControl, path: string): Promise<RequestWatch> {
    return new RequestWatch(control, path, await control.logEnd());
  }

  /** When each was answered, in milliseconds since the epoch, with its status; oldest first. */
  async read(): Promise<{ at: number; status: number | undefined }[]> {
    const entries = await this.#control.log(this.#after);
    return entries
      .filter(({ path }) => path === this.#path)
      .map(({ status, ...entry }) => ({
        at: Date.parse(String(entry["time"])),
        status,
      }));
  }

  /** Waits until one was answered with this status, and gives all that were by then. */
  async waitFor(status: number, timeout: number) {
    return await waitFor(
      async () => {
        const requests = await this.read();
        return requests.some((request) => request.status === status) && requests;
      },
      { what: `a request for ${this.#path} that is answered with ${status}`, timeout },
    );
  }

  /** Waits until one was answered at this time or later (Unix time in ms), and gives all that were by then. */
  async waitForOneFrom(time: number, timeout: number) {
    return await waitFor(
      async () => {
        const requests = await this.read();
        return requests.some(({ at }) => at >= time) && requests;
      },
      { what: `a request for ${this.#path} that is answered late enough`, timeout },
    );
  }
}
