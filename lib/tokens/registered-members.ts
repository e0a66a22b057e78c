import type { RegisteredName } from "./registered-claims.ts";

const address = "OpenID Connect Core 1.0, section 5.1.1";
const logout = "OpenID Connect Back-Channel Logout 1.0, section 2.4";

/** Members within registered claims. The names are paths: `cnf.jkt`. */
export const registeredMembers: readonly RegisteredName[] = [
  {
    name: "address.formatted",
    title: "Full address",
    meaning: "The full postal address, for display or a label.",
    source: address,
  },
  {
    name: "address.street_address",
    title: "Street",
    meaning: "The street with its number; it can have several lines.",
    source: address,
  },
  {
    name: "address.locality",
    title: "City",
    meaning: "The city or locality.",
    source: address,
  },
  {
    name: "address.region",
    title: "Region",
    meaning: "The state, province or region.",
    source: address,
  },
  {
    name: "address.postal_code",
    title: "Postal code",
    meaning: "The postal code.",
    source: address,
  },
  {
    name: "address.country",
    title: "Country",
    meaning: "The name of the country.",
    source: address,
  },
  {
    name: "cnf.jkt",
    title: "Key thumbprint",
    meaning: "The SHA-256 thumbprint of the key that signs the client's DPoP proofs.",
    source: "RFC 9449, section 6.1",
  },
  {
    name: "cnf.x5t#S256",
    title: "Certificate thumbprint",
    meaning: "The SHA-256 thumbprint of the certificate that the client must use for TLS.",
    source: "RFC 8705, section 3.1",
  },
  {
    name: "cnf.jwk",
    title: "Key",
    meaning: "The public key whose possession the client must prove.",
    source: "RFC 7800, section 3.2",
  },
  {
    name: "cnf.kid",
    title: "Key ID",
    meaning: "The ID of the key whose possession the client must prove.",
    source: "RFC 7800, section 3.4",
  },
  {
    name: "events.http://schemas.openid.net/event/backchannel-logout",
    title: "Logout event",
    meaning: "Marks a logout token: the client must end the session.",
    source: logout,
  },
];
