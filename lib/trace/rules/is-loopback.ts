/** Returns true for a host of this machine, where http is safe (Secure Contexts, section 3.1). */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/u.test(host);
}
