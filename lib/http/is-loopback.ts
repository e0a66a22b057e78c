/** True for a host that is always this machine (RFC 6761, section 6.3; RFC 5735, section 3). */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/u.test(host);
}
