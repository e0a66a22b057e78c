/** Returns the value of a cookie of a request. */
export function readCookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get("cookie") ?? "").split("; ");
  return cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
}
