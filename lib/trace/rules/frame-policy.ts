import { readHeader, type Exchange } from "../exchange.ts";

/** Returns the header that keeps a page out of frames of other origins; empty if there is none. */
export function readFramePolicy({ responseHeaders }: Exchange): string {
  const options = readHeader(responseHeaders, "x-frame-options") ?? "";
  if (/^(?:deny|sameorigin)$/iu.test(options.trim())) return `X-Frame-Options: ${options}`;
  const policy = readHeader(responseHeaders, "content-security-policy") ?? "";
  const ancestors = policy.split(";").find((each) => each.trim().startsWith("frame-ancestors"));
  const [, ...sources] = ancestors?.trim().split(/\s+/u) ?? [];
  const isClosed = sources.every((each) => each === "'none'" || each === "'self'");
  return ancestors !== undefined && isClosed ? ancestors.trim() : "";
}
