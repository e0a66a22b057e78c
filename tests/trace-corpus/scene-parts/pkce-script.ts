/** Functions of a page that does PKCE without a library. */
export const pkceScript = `
const encode = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const createRandom = () => encode(crypto.getRandomValues(new Uint8Array(32)));
const hash = async (text) =>
  encode(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
const post = async (url, fields) => {
  const response = await fetch(url, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) throw new Error("The token endpoint answered " + response.status);
  return response.json();
};`;
