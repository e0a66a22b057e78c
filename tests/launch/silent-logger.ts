import type { Logger } from "wxt";

/** Keeps the messages of a build out of the output of the tests. */
export const silentLogger: Logger = {
  debug() {},
  log() {},
  info() {},
  warn() {},
  error() {},
  fatal() {},
  success() {},
  level: 0,
};
