import type { MeaningCase, StopFacts } from "../stops.ts";

const call: StopFacts = { step: "api", by: "server" };
const refusedCall = "The API refused the call";

export const apiCases: readonly MeaningCase[] = [
  {
    title: "The access token lacks a scope for this call",
    stop: { ...call, says: ["403"], challenge: 'Bearer error="insufficient_scope"' },
    miss: { challenge: "Bearer" },
    instead: "The API forbids this call",
  },
  {
    title: "The API refused the DPoP proof",
    stop: { ...call, says: ["401"], challenge: 'DPoP error="use_dpop_nonce"' },
    miss: { challenge: 'DPoP error="invalid_token"' },
    instead: "The API refused the access token",
  },
  {
    title: "The API refused the access token",
    stop: { ...call, says: ["401"] },
    miss: { says: ["403"] },
    instead: "The API forbids this call",
  },
  {
    title: "The API forbids this call",
    stop: { ...call, says: ["403"] },
    miss: { says: ["404"] },
    instead: refusedCall,
  },
  {
    title: "The API limits the rate of calls",
    stop: { ...call, says: ["429"] },
    miss: { says: ["428"] },
    instead: refusedCall,
  },
  {
    title: "The API failed",
    stop: { ...call, says: ["503"] },
    miss: { says: ["501"] },
    instead: refusedCall,
  },
  {
    title: refusedCall,
    stop: { ...call, says: ["404"] },
    miss: { by: "browser", says: [] },
    instead: "The page cannot read the response",
  },
  {
    title: "Nothing followed the call",
    stop: { step: "api", by: "nobody" },
    miss: { by: "server" },
    instead: refusedCall,
  },
];
