/**
 * The path before each address of the app, if a proxy has the app there. The first paint contains it. The addresses of
 * messages are without it.
 */
export const prefix = () => document.documentElement.dataset.prefix ?? "";

/**
 * The address that the browser needs: with the prefix, unless it leads to the web.
 *
 * @param {string} address
 */
export const outer = (address) => (/^\/(?!\/)/.test(address) ? prefix() + address : address);

/**
 * The browser's address as the scene knows it: without the prefix. An address that does not have the prefix stays as it
 * is.
 *
 * @param {string} address
 */
export function inner(address) {
  const rest = address.slice(prefix().length);
  if (!address.startsWith(prefix()) || /^[^/?]/.test(rest)) return address;
  return rest.startsWith("/") ? rest : `/${rest}`;
}
