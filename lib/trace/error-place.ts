/** Names of parameters by which applications tell their own pages that a login failed. */
const errorNames =
  /^(?:(?:auth|login|oauth|sign_?in)_?)?(?:err|error|errors|failure|failed)(?:_?(?:code|type|message|msg|description|reason))?$/iu;

/** The last part of the paths of such pages, as in `/auth/error` and `/login-failed`. */
const errorSegment =
  /^(?:(?:auth|login|oauth|sign-?in)[-_]?)?(?:error|failure|failed)$|^(?:access-?denied|unauthorized)$/iu;

/** Returns true if the URL names an error, as that of a page does which tells of a failed login. */
export function isErrorPlace(url: string | undefined): boolean {
  const place = url === undefined ? null : URL.parse(url);
  if (place === null) return false;
  const last = place.pathname.split("/").findLast((segment) => segment !== "") ?? "";
  if (errorSegment.test(last)) return true;
  return place.search
    .slice(1)
    .split("&")
    .some((part) => {
      const [[name = "", value = ""] = []] = new URLSearchParams(part);
      // `?error` alone is one, and `error=` is a template without one.
      return errorNames.test(name) && !(part.includes("=") && noError.test(value));
    });
}

const noError = /^(?:|0|false|none|null|undefined)$/u;
