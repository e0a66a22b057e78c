/** The lifetimes of a provider in seconds, with access tokens that are valid for so many. */
export const lifetimesWith = (accessToken: number) => ({
  AccessToken: accessToken,
  AuthorizationCode: 60,
  IdToken: 3600,
  RefreshToken: 86_400,
  Session: 86_400,
  Grant: 86_400,
  Interaction: 600,
});
