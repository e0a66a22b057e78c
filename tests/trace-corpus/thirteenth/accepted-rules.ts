/**
 * The rules whose finding names the cause of each faulty login of the thirteenth set. They were
 * chosen from the sentences of its list, before any rule was tried on these logins.
 */
export const acceptedRules: Readonly<Record<string, readonly string[]>> = {
  "trail-map-signs-walker-out": ["renew-3pc"],
  "family-wall-shows-no-appointments": ["at-insufficient-scope", "token-scope-less"],
  "bakery-till-in-the-evening": ["renew-consent"],
  "gazette-keeps-article-open": ["embedded-3pc"],
  "gym-door-opens-for-nobody": ["idt-time"],
  "teacher-opens-second-class": ["idt-nonce"],
  "harbour-office-in-danish": ["resp-param-stripped"],
  "author-wants-page-before": ["resp-no-transaction"],
  "potluck-does-not-know-guest": ["authz-openid-missing"],
  "car-pool-driver-leaves": ["logout-client", /* names it since then */ "logout-return"],
  "newsroom-flickers-for-trainee": ["loop-login", "at-forbidden"],
  "paddlers-form-at-new-address": ["embedded-origin"],
  "table-booking-on-page-of-hotel": ["cookie-attributes", "resp-login-cookie"],
  "warehouse-scanner-after-new-library": ["idt-hs256", "idt-alg"],
  "festival-crew-at-shared-provider": ["resp-iss-different", "disc-issuer"],
};
