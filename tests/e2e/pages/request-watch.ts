import type { TenantControl } from "../../launch/tenant-control.ts";
import { waitFor } from "../../launch/wait-for.ts";

/** The responses of a tenant to one path since a time, from its log. */
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

  /** The time (Unix time in ms) and status of each response, oldest first. */
  async read(): Promise<{ at: number; status: number | undefined }[]> {
    const entries = await this.#control.log(this.#after);
    return entries
      .filter(({ path }) => path === this.#path)
      .map(({ status, ...entry }) => ({
        at: Date.parse(String(entry["time"])),
        status,
      }));
  }

  /** Waits for a response with this status; returns all responses until then. */
  async waitFor(status: number) {
    return await waitFor(
      async () => {
        const requests = await this.read();
        return requests.some((request) => request.status === status) && requests;
      },
      { what: `a request for ${this.#path} with the response ${status}` },
    );
  }

  /**
   * Waits for a response at this time or later (Unix time in ms); returns all responses until then.
   */
  async waitForOneFrom(time: number) {
    return await waitFor(
      async () => {
        const requests = await this.read();
        return requests.some(({ at }) => at >= time) && requests;
      },
      { what: `a request for ${this.#path} with a late response` },
    );
  }
}
