import { builtinEnvironments, type Environment } from "vitest/runtime";

/**
 * The DOM of happy-dom with the network classes of Node: those of a page forbid the header
 * "cookie", which a client in this process sends to the local tenant.
 */
export default {
  name: "dom-with-network",
  viteEnvironment: "client",
  async setup(global, options) {
    const {
      AbortController,
      AbortSignal,
      FormData,
      Headers,
      Request,
      Response,
      URL,
      URLSearchParams,
    } = globalThis;
    const environment = await builtinEnvironments["happy-dom"].setup(global, options);
    const network = { AbortController, AbortSignal, FormData, Headers, Request, Response };
    Object.assign(global, { ...network, URL, URLSearchParams });
    return environment;
  },
} satisfies Environment;
