/** Reads the form of a request. */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await request.text());
