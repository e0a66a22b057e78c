import { OpenResponse } from "../../../lib/sandbox/open-request.ts";

// The sandbox's worker has this response, because browsers remove cookies from their own.
globalThis.Response = OpenResponse;
