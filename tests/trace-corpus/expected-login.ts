/** A login of a blind set. Its author had not seen the rules that are tried on it. */
export type ExpectedLogin = {
  /** The name of the scene, and of the file without `.har`. */
  readonly name: string;
  /** How the login was made, in one sentence. */
  readonly story: string;
  /** True if a provider of another make than the tenant answered, at paths of its own. */
  readonly isOtherProvider?: true;
} & (
  | {
      readonly clean: true;
      /**
       * The response that shows that a server logged the user in: the last one with status 200 at
       * this path, whose body has this text. Default: a response with tokens, or `/api/session`.
       */
      readonly endsAt?: { readonly path: string; readonly text?: string };
      /** The paths of requests that fail after the login, and are no fault of it. */
      readonly failsLater?: readonly string[];
    }
  | {
      /** The one cause that a developer must be told. */
      readonly cause: string;
      /** The request that shows the cause: one of those with this method and path. */
      readonly at: { readonly method: string; readonly path: string };
      /** The reason why no reader can be expected to find this cause yet. */
      readonly notYet?: string;
    }
);
