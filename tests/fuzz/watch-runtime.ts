import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Counts requests, which fail, and errors that nobody caught, until `end` is called. */
export function watchRuntime() {
  const failures: string[] = [];
  let requests = 0;
  const { fetch } = globalThis;
  globalThis.fetch = () => {
    requests += 1;
    return Promise.reject(new Error("No request may be made."));
  };
  const onRejection = (reason: unknown) => void failures.push(`unhandled: ${String(reason)}`);
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtException", onRejection);
  return {
    failures,
    countRequests: () => requests,
    end() {
      globalThis.fetch = fetch;
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onRejection);
    },
  };
}

/** Returns the bytes of the heap in use after a garbage collection. */
export function measureHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  return process.memoryUsage().heapUsed;
}
