/**
 * Script that defines, inside the interpreter, the helpers that JavaScript templates expect (health-checks §3.1):
 * fromMillicores, fromSI, startsWith, endsWith, and a console that shows nothing. It is ES5 like the scripts that use it.
 */
export const GUEST_HELPERS = `
var console = {};
['log', 'debug', 'info', 'warn', 'error', 'dir', 'trace'].forEach(function (name) { console[name] = function () {}; });
function fromMillicores(value) {
  if (typeof value === 'number') return value * 1000;
  var text = String(value);
  return text.charAt(text.length - 1) === 'm' ? Number(text.slice(0, -1)) : Number(text);
}
function fromSI(value) {
  if (typeof value === 'number') return value;
  var text = String(value);
  var exponents = { Ki: 1, Mi: 2, Gi: 3, Ti: 4 };
  var exponent = exponents[text.slice(-2)];
  return exponent === undefined ? Number(text) : Number(text.slice(0, -2)) * Math.pow(1024, exponent);
}
function startsWith(text, search, position) {
  if (text === null || text === undefined) return false;
  var start = position > 0 ? position | 0 : 0;
  return text.substring(start, start + search.length) === search;
}
function endsWith(text, search) {
  if (text === null || text === undefined) return false;
  return text.length >= search.length && text.substring(text.length - search.length) === search;
}
`;
